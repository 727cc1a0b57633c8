import { SeededRandom } from './seeded-random.js';

/**
 * Process of the simulation. Callbacks of a `dead` process never run. Callbacks of a paused process run after
 * the pause.
 */
export interface Runner {
  readonly name: string;
  readonly dead: boolean;
  /** Virtual time in ms until which the process is paused. */
  readonly pausedUntil: number;
}

interface Due {
  at: number;
  tie: number;
  readonly sequence: number;
  readonly runner: Runner | undefined;
  readonly what: string;
  readonly callback: () => void;
  cancelled: boolean;
}

export interface Scheduled {
  cancel(): void;
}

/**
 * Virtual time and a heap of due callbacks. A step runs one callback and the promise callbacks that it
 * triggers. The seed orders callbacks that are due at the same moment.
 */
export class Scheduler {
  readonly random: SeededRandom;
  readonly trace = new Trace();
  current: Runner | undefined;
  steps = 0;
  /** Called before each step of a process. This function may crash or pause the process. */
  beforeStep: (runner: Runner, what: string) => void = () => undefined;
  afterStep: () => void = () => undefined;
  #now = 0;
  #sequence = 0;
  readonly #heap: Due[] = [];

  constructor(readonly seed: number) {
    this.random = new SeededRandom(seed, 1);
  }

  get now(): number {
    return this.#now;
  }

  get idle(): boolean {
    return this.#heap.length === 0;
  }

  in(ms: number, runner: Runner | undefined, what: string, callback: () => void): Scheduled {
    const due: Due = {
      at: this.#now + Math.max(0, ms),
      tie: this.random.next(),
      sequence: (this.#sequence += 1),
      runner,
      what,
      callback,
      cancelled: false,
    };
    this.#push(due);
    return { cancel: () => void (due.cancelled = true) };
  }

  runUntil(ms: number, ends: () => boolean = () => false): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        try {
          this.current = undefined;
          this.afterStep();
          if (ends()) return resolve();
          if (!this.#stepUpTo(ms)) {
            this.#now = Math.max(this.#now, ms);
            return resolve();
          }
        } catch (error) {
          return reject(error as Error);
        }
        setImmediate(turn);
      };
      setImmediate(turn);
    });
  }

  #stepUpTo(ms: number): boolean {
    for (let due = this.#heap[0]; due && due.at <= ms; due = this.#heap[0]) {
      this.#pop();
      if (due.cancelled || due.runner?.dead) continue;
      if (due.runner) this.beforeStep(due.runner, due.what);
      if (due.runner?.dead) continue;
      if (due.runner && due.runner.pausedUntil > due.at) {
        due.at = due.runner.pausedUntil;
        this.#push(due);
        continue;
      }
      this.#now = due.at;
      this.steps += 1;
      this.trace.add(due.at, due.runner?.name ?? '', due.what);
      this.current = due.runner;
      due.callback();
      return true;
    }
    return false;
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && sooner(due, heap[parent]!); parent = (at - 1) >> 1) {
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    const size = heap.length;
    if (size === 0) return;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && sooner(heap[child + 1]!, heap[child]!)) child += 1;
      if (!sooner(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

const sooner = (one: Due, other: Due): boolean =>
  one.at - other.at < 0 ||
  (one.at === other.at && (one.tie < other.tie || (one.tie === other.tie && one.sequence < other.sequence)));

/** Hash of everything that happens in a run. Runs with the same seed have the same hash. */
export class Trace {
  #low = 0x811c9dc5;
  #high = 0x1b873593;

  add(at: number, who: string, what: string): void {
    this.#mix(Math.round(at * 1_000) | 0);
    this.#mixText(who);
    this.#mixText(what);
  }

  get hash(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mixText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#mix(text.charCodeAt(at));
  }

  #mix(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#high = Math.imul((this.#high ^ (value + (this.#low >>> 15))) | 0, 0x5bd1e995);
  }
}
