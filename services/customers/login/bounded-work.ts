import { RuleBroken } from '../../contracts/errors.js';

/** Seconds after which a refused caller should try again. */
const AGAIN_AFTER_S = 5;

/**
 * Runs at most `atOnce` pieces of work at a time. At most `waitingMax` pieces wait. Further pieces are refused.
 */
export class BoundedWork {
  private readonly line: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  /** @throws RuleBroken(OVERLOADED) when too many pieces wait */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.atOnce) this.running += 1;
    else {
      if (this.line.length >= this.waitingMax) throw new RuleBroken('OVERLOADED', { seconds: AGAIN_AFTER_S });
      await new Promise<void>((resolve) => this.line.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

export async function unlessOverloaded<Result>(
  work: Promise<Result>,
  giveBack: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'OVERLOADED') await giveBack();
    throw error;
  }
}
