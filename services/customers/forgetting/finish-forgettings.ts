import { nowMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import type { ForgetPerson } from './forget-person.js';
import type { Forgettings } from './forgettings.js';

const LOOK_EVERY_MS = 60_000;

export interface FinishForgettingsOptions {
  readonly forgettings: Pick<Forgettings, 'unfinished'>;
  readonly person: Pick<ForgetPerson, 'forget'>;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
  /** Also how long whoever began one is left alone with it. */
  readonly everyMs?: number;
}

/**
 * Finishes what somebody began and did not finish, because their process died or a store was away: until then somebody's data
 * may be half gone, and still be shown. Any number of processes may do so at once, since each step may be found done.
 */
export async function finishForgettings({
  forgettings,
  person,
  signal,
  onFault,
  everyMs = LOOK_EVERY_MS,
}: FinishForgettingsOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const userId of await forgettings.unfinished(nowMs() - everyMs))
        await person.forget(userId).catch(onFault);
    } catch (error) {
      onFault(error);
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
