import type { Runner, Scheduler } from './scheduler.js';
import { SimulatedProcess } from './simulated-process.js';

/** How likely what goes wrong is, for each call. */
export interface Conditions {
  /** Usual time of one way, virtual milliseconds. */
  readonly latencyMs: number;
  /** A way that takes up to `slowMs`. */
  readonly slow: number;
  readonly slowMs: number;
  /** A call that is done, and whose answer never comes. */
  readonly lostAnswer: number;
  /** A call that never arrives. */
  readonly lostCall: number;
  /** A call whose caller has given up on it before it arrives. */
  readonly lateCall: number;
  /** A call that is refused. */
  readonly refused: number;
  /** A lost answer, or call, after which its caller reaches no server for a while: the connection is broken. */
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

export type NetworkFault = 'broken' | 'slow' | 'lostAnswer' | 'lostCall' | 'lateCall' | 'refused' | 'away';

/** What a caller is told where it gets no answer. */
export interface Unanswered {
  /** Nobody can say whether it was done. */
  unknown(): Error;
  /** It was not done. */
  refused(): Error;
}

/** How long a caller waits for an answer before it gives up. */
const PATIENCE_MS = 5_000;
/** How long until a broken connection is made again. */
const BROKEN_MS = 4_000;

/** Ways between processes and servers, where all that may happen to a call happens as the seed decides. */
export class Network {
  /** Virtual milliseconds until which no server of this network answers anybody. */
  awayUntil = 0;

  constructor(
    readonly scheduler: Scheduler,
    public conditions: Conditions = CALM,
    private readonly onFault: (fault: NetworkFault) => void = () => undefined,
  ) {}

  /** Has a server do the work for whoever runs now. */
  call<Result>(what: string, work: () => Result, unanswered: Unanswered): Promise<Result> {
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
        const answer = answerOf(work, resolve, reject);
        if (!lost) scheduler.in(this.way(), caller, `${what} answered`, answer);
      });
    });
  }

  isAway(caller = this.scheduler.current): boolean {
    const { now } = this.scheduler;
    return this.awayUntil > now || (caller instanceof SimulatedProcess && caller.cutOffUntil > now);
  }

  /** Time of one way. */
  way(): number {
    const { random } = this.scheduler;
    const { latencyMs, slow, slowMs } = this.conditions;
    if (!random.chance(slow)) return latencyMs * (0.5 + random.fraction());
    this.onFault('slow');
    return slowMs * random.fraction();
  }

  /** From about when the caller gives up on the answer. */
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
