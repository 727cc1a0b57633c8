import { Suspense, useEffect, useState } from 'react';
import { proveBy } from '../../api/call.js';
import { loadPart } from '../../ui/feedback/load-part.js';

const ProveAgainSheet = loadPart(() => import('./prove-again-sheet.js'));

/**
 * Asks the administrator to prove who they are, after the server refused a call with `STEP_UP_REQUIRED`.
 * Parallel calls wait for the same answer.
 */
export function StepUp() {
  const [settle, setSettle] = useState<(proven: boolean) => void>();
  useEffect(() => {
    let asking: Promise<boolean> | undefined;
    let end = (_proven: boolean): void => undefined;
    proveBy(() => {
      asking ??= new Promise((resolve) => {
        end = (proven) => {
          asking = undefined;
          setSettle(undefined);
          resolve(proven);
        };
        setSettle(() => end);
      });
      return asking;
    });
    return () => {
      proveBy(undefined);
      end(false);
    };
  }, []);
  return settle ? (
    <Suspense>
      <ProveAgainSheet onEnd={settle} />
    </Suspense>
  ) : null;
}
