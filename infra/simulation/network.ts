import type { Runner, Scheduler } from './scheduler.js';
import { SimulatedProcess } from './simulated-process.js';

/** Faults of the simulated network. Numbers without a unit are probabilities per call. */
export interface Conditions {
  /** Usual time in virtual ms that a message takes in one direction. */
  readonly latencyMs: number;
  /** Probability that a call is slow. A slow call takes up to `slowMs`. */
  readonly slow: number;
  readonly slowMs: number;
  /** Probability that the server handles the call but its answer is lost. */
  readonly lostAnswer: number;
  /** The call never arrives. */
  readonly lostCall: number;
  /** Probability that the call reaches the server only after the caller's timeout. */
  readonly lateCall: number;
  readonly refused: number;
  /** Probability that a lost answer also disconnects the caller for a while. */
  readonly broken: number;
}

export const CALM: Conditions = {
  latencyMs: 2,
  slow: 0,
  slowMs: 0,
  lostAnswer: 0,
  lostCall: 0,
  lateCall: 0,
  refused: 0,
  broken: 0,
};

export type NetworkFault =
  'broken' | 'slow' | 'lostAnswer' | 'lostCall' | 'lateCall' | 'refused' | 'away' | 'full';

export type Need = 'reads' | 'writes';

export interface Unanswered {
  unknown(): Error;
  refused(): Error;
}

const PATIENCE_MS = 5_000;
const BROKEN_MS = 4_000;

export class Network {
  /** Time in virtual ms until which no server answers. */
  awayUntil = 0;
  /** Time in virtual ms until which servers refuse writes. */
  fullUntil = 0;

  constructor(
    readonly scheduler: Scheduler,
    public conditions: Conditions = CALM,
    private readonly onFault: (fault: NetworkFault) => void = () => undefined,
  ) {}

  call<Result>(
    what: string,
    work: () => Result,
    unanswered: Unanswered,
    need: Need = 'reads',
  ): Promise<Result> {
    const { scheduler } = this;
    const caller = scheduler.current;
    const giveUp = (reject: (error: Error) => void, error: () => Error): void =>
      void scheduler.in(PATIENCE_MS, caller, `${what} unanswered`, () => reject(error()));
    return new Promise<Result>((resolve, reject) => {
      if (this.isAway(caller)) {
        this.onFault('away');
        return void scheduler.in(this.way(), caller, `${what} refused`, () => reject(unanswered.refused()));
      }
      const fault = this.#fault();
      if (fault === 'refused')
        return void scheduler.in(this.way(), caller, `${what} refused`, () => reject(unanswered.refused()));
      if (fault === 'lostCall') return giveUp(reject, () => unanswered.unknown());
      const late = fault === 'lateCall' ? PATIENCE_MS * (1 + scheduler.random.fraction()) : 0;
      const lost = fault === 'lateCall' || fault === 'lostAnswer';
      if (lost) giveUp(reject, () => unanswered.unknown());
      if (lost && scheduler.random.chance(this.conditions.broken)) this.#breaks(caller);
      scheduler.in(this.way() + late, undefined, what, () => {
        const isRefused = need === 'writes' && this.isFull;
        if (isRefused) this.onFault('full');
        const answer = isRefused ? () => reject(full(unanswered)) : answerOf(work, resolve, reject);
        if (!lost) scheduler.in(this.way(), caller, `${what} answered`, answer);
      });
    });
  }

  isAway(caller = this.scheduler.current): boolean {
    const { now } = this.scheduler;
    return this.awayUntil > now || (caller instanceof SimulatedProcess && caller.cutOffUntil > now);
  }

  get isFull(): boolean {
    return this.fullUntil > this.scheduler.now;
  }

  way(): number {
    const { random } = this.scheduler;
    const { latencyMs, slow, slowMs } = this.conditions;
    if (!random.chance(slow)) return latencyMs * (0.5 + random.fraction());
    this.onFault('slow');
    return slowMs * random.fraction();
  }

  #breaks(caller: Runner | undefined): void {
    if (!(caller instanceof SimulatedProcess)) return;
    this.onFault('broken');
    const inMs = PATIENCE_MS * (0.5 + this.scheduler.random.fraction());
    this.scheduler.in(inMs, undefined, 'connection breaks', () => caller.cutOff(BROKEN_MS));
  }

  #fault(): Exclude<NetworkFault, 'broken' | 'slow' | 'away'> | undefined {
    const { random } = this.scheduler;
    let left = random.fraction();
    for (const name of ['lostAnswer', 'lostCall', 'lateCall', 'refused'] as const)
      if ((left -= this.conditions[name]) < 0) {
        this.onFault(name);
        return name;
      }
    return undefined;
  }
}

function full(unanswered: Unanswered): Error {
  const refused = unanswered.refused();
  refused.cause = DISK_FULL;
  return refused;
}

export const DISK_FULL = 'the disk is full';

function answerOf<Result>(
  work: () => Result,
  resolve: (result: Result) => void,
  reject: (error: Error) => void,
): () => void {
  try {
    const result = work();
    return () => resolve(result);
  } catch (error) {
    return () => reject(error as Error);
  }
}
