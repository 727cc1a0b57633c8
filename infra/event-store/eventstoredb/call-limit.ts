/**
 * Lets only so many calls be under way. A connection carries a hundred streams at once: what comes on top of that is
 * silently not served, a subscription included.
 */
export class CallLimit {
  private underWay = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.underWay >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.underWay += 1;
    try {
      return await call();
    } finally {
      const next = this.waiting.shift();
      // The place passes on without becoming free in between.
      if (next) next();
      else this.underWay -= 1;
    }
  }
}
