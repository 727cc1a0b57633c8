interface UnderWay {
  readonly position: number;
  done: boolean;
}

/** Keeps the position up to which everything is done while many reactions are under way and end in any order. */
export class Watermark {
  /** Position of the last event begun. */
  begun: number;
  private readonly line: UnderWay[] = [];
  private first = 0;
  private open = 0;
  private limit = Infinity;
  private waiting: { readonly below: number; readonly resolve: () => void }[] = [];

  constructor(
    start: number,
    private readonly max: number,
  ) {
    this.begun = start;
  }

  /** Everything up to here is done. */
  get done(): number {
    const oldest = this.line[this.first];
    return Math.min(oldest ? oldest.position - 1 : this.begun, this.limit);
  }

  get underWay(): number {
    return this.open;
  }

  get full(): boolean {
    return this.open >= this.max;
  }

  begin(position: number, reaction: Promise<void> | undefined): void {
    this.begun = position;
    if (!reaction) return;
    const entry: UnderWay = { position, done: false };
    this.line.push(entry);
    this.open += 1;
    void reaction.then(() => this.end(entry));
  }

  /** The reaction was abandoned: nothing from here on counts as done. */
  giveUp(position: number): void {
    this.limit = Math.min(this.limit, position - 1);
  }

  /** Resolves when half the places are free again. */
  room(): Promise<void> {
    return this.below(Math.ceil(this.max / 2));
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.below(1);
  }

  private below(below: number): Promise<void> {
    if (this.open < below) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ below, resolve }));
  }

  private end(entry: UnderWay): void {
    entry.done = true;
    this.open -= 1;
    while (this.line[this.first]?.done) this.first += 1;
    if (this.first === this.line.length || this.first > 4_096) {
      this.line.splice(0, this.first);
      this.first = 0;
    }
    if (this.waiting.length === 0) return;
    const free = this.waiting.filter(({ below }) => this.open < below);
    this.waiting = this.waiting.filter(({ below }) => this.open >= below);
    for (const { resolve } of free) resolve();
  }
}
