export const ENDINGS = {
  delivered: 14,
  /**
   * The vendor first answers "pending" and later gives the final answer. With `pendingForever`, the final
   * answer never comes.
   */
  pendingDelivered: 8,
  pendingFailed: 5,
  pendingForever: 2,
  /** The vendor declines. */
  failedBiller: 5,
  failedAccount: 4,
  failedInput: 3,
  /** The vendor receives the order but does not answer. */
  silentDelivered: 8,
  silentFailed: 4,
  lost: 6,
  review: 3,
  reviewDelivered: 2,
  /** The vendor delivers the order and later reverses the delivery. */
  takenBack: 5,
  reversed: 2,
  partial: 3,
  garbage: 3,
  /**
   * The vendor says that it does not have the order, but delivers it later. In some cases, its first answer is
   * "pending".
   */
  ghost: 2,
} as const;

export type Ending = keyof typeof ENDINGS;

export type Standing =
  'unheard' | 'working' | 'delivered' | 'partial' | 'failed' | 'reversed' | 'review' | 'garbage';

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
/** Endings that the vendor reports by a webhook. */
export const TOLD: ReadonlySet<Ending> = new Set(['takenBack', 'ghost', 'pendingDelivered', 'pendingFailed']);
export const TOLD_SURELY: ReadonlySet<Ending> = new Set(['takenBack', 'ghost']);
