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
  /** Milliseconds between two searches for unfinished erasures. */
  readonly everyMs?: number;
}

/**
 * Finishes erasures that were interrupted. Several processes may do this at the same time, because
 * each step of an erasure can be repeated.
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
