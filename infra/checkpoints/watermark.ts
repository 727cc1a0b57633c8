import type { Place } from './checkpoints.js';

interface UnderWay {
  readonly position: number;
  readonly before: Place;
  done: boolean;
}

const STUCK_FACTOR = 8;

/**
 * Computes `done`, the position up to which all reactions have ended. Reactions may end in any
 * order.
 */
export class Watermark {
  begun: Place;
  private readonly line: UnderWay[] = [];
  private first = 0;
  private open = 0;
  private stuck = 0;
  private limit: Place | undefined;
  private waiting: { readonly holds: () => boolean; readonly resolve: () => void }[] = [];
  private readonly stuckMax: number;

  constructor(
    start: Place,
    private readonly max: number,
  ) {
    this.begun = start;
    this.stuckMax = STUCK_FACTOR * max;
  }

  get done(): Place {
    const done = this.line[this.first]?.before ?? this.begun;
    return this.limit && this.limit.position < done.position ? this.limit : done;
  }

  get underWay(): number {
    return this.open;
  }

  get full(): boolean {
    return this.open - this.stuck >= this.max || this.stuck >= this.stuckMax;
  }

  stick(): () => void {
    this.stuck += 1;
    this.tell();
    return () => {
      this.stuck -= 1;
      this.tell();
    };
  }

  begin({ position, hash }: Place, reaction: Promise<void> | undefined): void {
    const before = this.begun;
    this.begun = { position, hash };
    if (!reaction) return;
    const entry: UnderWay = { position, before, done: false };
    this.line.push(entry);
    this.open += 1;
    void reaction.then(() => this.end(entry));
  }

  giveUp(position: number): void {
    const before = this.line.find((entry) => entry.position === position)?.before;
    if (before && before.position < (this.limit?.position ?? Infinity)) this.limit = before;
  }

  room(): Promise<void> {
    const half = Math.ceil(this.max / 2);
    return this.until(() => this.open - this.stuck < half && this.stuck < this.stuckMax);
  }

  settled(): Promise<void> {
    return this.until(() => this.open === 0);
  }

  private until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ holds, resolve }));
  }

  private end(entry: UnderWay): void {
    entry.done = true;
    this.open -= 1;
    while (this.line[this.first]?.done) this.first += 1;
    if (this.first === this.line.length || this.first > 4_096) {
      this.line.splice(0, this.first);
      this.first = 0;
    }
    this.tell();
  }

  private tell(): void {
    if (this.waiting.length === 0) return;
    const free = this.waiting.filter(({ holds }) => holds());
    this.waiting = this.waiting.filter((each) => !free.includes(each));
    for (const { resolve } of free) resolve();
  }
}
