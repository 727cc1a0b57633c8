import { Suspense, useEffect, useState } from 'react';
import { way } from '../../api/call.js';
import { loadPart } from '../../ui/feedback/load-part.js';

const ProveAgainSheet = loadPart(() => import('./prove-again-sheet.js'));

/**
 * Asks the administrator for a proof of identity when the server refuses a call with `STEP_UP_REQUIRED`, then
 * repeats the call. Parallel calls wait for the same proof.
 */
export function StepUp() {
  const [settle, setSettle] = useState<(proven: boolean) => void>();
  useEffect(() => {
    let asking: Promise<boolean> | undefined;
    let end = (_proven: boolean): void => undefined;
    const prove = (): Promise<boolean> => {
      asking ??= new Promise((resolve) => {
        end = (proven) => {
          asking = undefined;
          setSettle(undefined);
          resolve(proven);
        };
        setSettle(() => end);
      });
      return asking;
    };
    const { send } = way;
    way.send = async (...sent) => {
      const result = await send(...sent);
      const asked = 'failure' in result && result.failure.code === 'STEP_UP_REQUIRED';
      return asked && (await prove()) ? send(...sent) : result;
    };
    return () => {
      way.send = send;
      end(false);
    };
  }, []);
  return settle ? (
    <Suspense>
      <ProveAgainSheet onEnd={settle} />
    </Suspense>
  ) : null;
}
