/** A promise that a run did not keep. */
export interface Violation {
  readonly promise: string;
  /** Virtual milliseconds. */
  readonly atMs: number;
  readonly what: string;
}

/** The promises that were broken, the first hundred of them. */
export class Violations {
  readonly all: Violation[] = [];

  constructor(private readonly now: () => number) {}

  /** Notes a broken promise where it does not hold. */
  expect(holds: boolean, promise: string, what: () => string): void {
    if (!holds && this.all.length < 100)
      this.all.push({ promise, atMs: Math.round(this.now()), what: what() });
  }
}
