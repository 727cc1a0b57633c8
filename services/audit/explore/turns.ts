import { breathe, sleep } from '../../../infra/host/timers.js';
import type { LoadSignal } from '../../../infra/threads/load-signal.js';
import { RuleBroken } from '../../contracts/errors.js';

/**
 * Maximum number of callers that wait for their turn. A further caller would time out before its
 * turn comes.
 */
const WAITING_MAX = 8;
const AGAIN_AFTER_S = 5;
const STAND_BACK_MS = 20;

/**
 * Lets only one caller read the log at a time. The caller keeps calling `pause`, so that purchases can run
 * in between.
 */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly load: Pick<LoadSignal, 'on'>) {}

  /** @throws RuleBroken RATE_LIMITED when `WAITING_MAX` callers are already waiting */
  async take<Result>(walk: () => Promise<Result>): Promise<Result> {
    if (this.waiting >= WAITING_MAX)
      throw new RuleBroken('RATE_LIMITED', { seconds: AGAIN_AFTER_S, policy: 'in-flight' });
    this.waiting += 1;
    const turn = this.last.then(walk).finally(() => (this.waiting -= 1));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async pause(): Promise<void> {
    await (this.load.on ? sleep(STAND_BACK_MS) : breathe());
  }
}
