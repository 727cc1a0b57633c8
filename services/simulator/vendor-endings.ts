export const ENDINGS = {
  delivered: 14,
  /** Answers "pending" before the final answer. `pendingForever` has no final answer. */
  pendingDelivered: 8,
  pendingFailed: 5,
  pendingForever: 2,
  /** Declines. The suffix gives the `Blame`. */
  failedBiller: 5,
  failedAccount: 4,
  failedInput: 3,
  /** Takes the order without an answer. */
  silentDelivered: 8,
  silentFailed: 4,
  lost: 6,
  review: 3,
  reviewDelivered: 2,
  /** Delivers, then reverses. */
  takenBack: 5,
  reversed: 2,
  partial: 3,
  garbage: 3,
  /** Denies the order, sometimes after "pending", yet delivers it. */
  ghost: 2,
} as const;

export type Ending = keyof typeof ENDINGS;

export type Standing =
  'unheard' | 'working' | 'delivered' | 'partial' | 'failed' | 'reversed' | 'review' | 'garbage';

/** Standing of an order `ageMs` after its arrival. The final answer comes at `afterMs`. */
export function standingAt(ending: Ending, ageMs: number, afterMs: number): Standing {
  const later = ageMs >= afterMs;
  switch (ending) {
    case 'delivered':
      return 'delivered';
    case 'silentDelivered':
    case 'pendingDelivered':
      return later ? 'delivered' : 'working';
    case 'silentFailed':
    case 'pendingFailed':
      return later ? 'failed' : 'working';
    case 'pendingForever':
      return 'working';
    case 'failedBiller':
    case 'failedAccount':
    case 'failedInput':
      return 'failed';
    case 'lost':
      return 'unheard';
    case 'review':
      return 'review';
    case 'reviewDelivered':
      return later ? 'delivered' : 'review';
    case 'takenBack':
      return later ? 'reversed' : 'delivered';
    case 'reversed':
      return later ? 'reversed' : 'working';
    case 'partial':
      return later ? 'partial' : 'working';
    case 'garbage':
      return later ? 'delivered' : 'garbage';
    case 'ghost':
      return later ? 'delivered' : 'unheard';
  }
}

export const SILENT: ReadonlySet<Ending> = new Set(['silentDelivered', 'silentFailed', 'lost', 'ghost']);
/** Endings announced by webhook. */
export const TOLD: ReadonlySet<Ending> = new Set(['takenBack', 'ghost', 'pendingDelivered', 'pendingFailed']);
/** Endings whose webhook is repeated until it is acknowledged. */
export const TOLD_SURELY: ReadonlySet<Ending> = new Set(['takenBack', 'ghost']);
