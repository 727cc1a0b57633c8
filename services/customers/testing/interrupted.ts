/**
 * Wraps stores, to run other code at one step of some work. A step lies between the answer to an awaited call
 * and the rest of the work.
 */
export class Interruption {
  private steps = 0;
  private at = Infinity;
  private what: () => Promise<unknown> = async () => undefined;
  private watching = false;

  /** Counts the steps of the work. */
  count(work: () => Promise<unknown>): Promise<number> {
    return this.run(work, Infinity, async () => undefined);
  }

  /**
   * Runs `what` at step `at` of the work, counted from 1. Returns the number of steps, even when the work
   * fails.
   */
  async run(work: () => Promise<unknown>, at: number, what: () => Promise<unknown>): Promise<number> {
    Object.assign(this, { steps: 0, at, what, watching: true });
    await work().catch(() => undefined);
    this.watching = false;
    return this.steps;
  }

  readonly watch = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          const answer: unknown = member.apply(target, args);
          return this.watching && answer instanceof Promise ? this.after(answer) : answer;
        };
      },
    });

  private async after<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } finally {
      this.steps += 1;
      if (this.watching && this.steps === this.at) {
        this.watching = false;
        await this.what();
        this.watching = true;
      }
    }
  }
}
