export interface Violation {
  readonly promise: string;
  /** Virtual milliseconds. */
  readonly atMs: number;
  readonly what: string;
}

export class Violations {
  readonly all: Violation[] = [];

  constructor(private readonly now: () => number) {}

  expect(holds: boolean, promise: string, what: () => string): void {
    if (!holds && this.all.length < 100)
      this.all.push({ promise, atMs: Math.round(this.now()), what: what() });
  }
}
