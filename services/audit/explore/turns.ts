import { breathe, sleep } from '../../../infra/host/timers.js';
import type { LoadSignal } from '../../../infra/threads/load-signal.js';
import { RuleBroken } from '../../contracts/errors.js';

/** How many may wait for their turn: more would wait longer than anybody does. */
const WAITING_MAX = 8;
const AGAIN_AFTER_S = 5;
const STAND_BACK_MS = 20;

/** One walk through the log at a time in each process, a little of it at once: customers come first. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly load: Pick<LoadSignal, 'on'>) {}

  /** @throws RuleBroken RATE_LIMITED when too many wait */
  async take<Result>(walk: () => Promise<Result>): Promise<Result> {
    if (this.waiting >= WAITING_MAX) throw new RuleBroken('RATE_LIMITED', { seconds: AGAIN_AFTER_S });
    this.waiting += 1;
    const turn = this.last.then(walk).finally(() => (this.waiting -= 1));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Between two parts of a walk: whoever else has something to do does it first. */
  async pause(): Promise<void> {
    await (this.load.on ? sleep(STAND_BACK_MS) : breathe());
  }
}
