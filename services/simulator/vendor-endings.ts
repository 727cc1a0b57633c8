/** What vendors do with an order, each as often as its weight says. */
export const ENDINGS = {
  /** Delivers at once, and says so. */
  delivered: 14,
  /** Says that it works on it, then delivers, or fails, or does neither. */
  pendingDelivered: 8,
  pendingFailed: 5,
  pendingForever: 2,
  /** Declines: because of what is behind it, of our account, or of what was ordered. */
  failedBiller: 5,
  failedAccount: 4,
  failedInput: 3,
  /** Takes the order and does not answer. */
  silentDelivered: 8,
  silentFailed: 4,
  /** The order never arrives. */
  lost: 6,
  /** Wants a person to look. */
  review: 3,
  reviewDelivered: 2,
  /** Delivers and takes it back. */
  takenBack: 5,
  /** Takes it back before it was delivered. */
  reversed: 2,
  /** Delivers a part. */
  partial: 3,
  /** Answers what nobody understands, and has delivered. */
  garbage: 3,
  /** Says that it does not know the order, some after they said that they work on it, and delivers all the same. */
  ghost: 2,
} as const;

export type Ending = keyof typeof ENDINGS;

/** What a vendor would say of an order at some moment. */
export type Standing =
  'unheard' | 'working' | 'delivered' | 'partial' | 'failed' | 'reversed' | 'review' | 'garbage';

/** The standing so long after the order arrived; `afterMs` is when the last word is said. */
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

/** Whether the answer to the order itself never comes. */
export const SILENT: ReadonlySet<Ending> = new Set(['silentDelivered', 'silentFailed', 'lost', 'ghost']);
/** What a vendor tells unasked, for it was told before that it had ended otherwise, or not at all. */
export const TOLD: ReadonlySet<Ending> = new Set(['takenBack', 'ghost', 'pendingDelivered', 'pendingFailed']);
/** Told until somebody answers. */
export const TOLD_SURELY: ReadonlySet<Ending> = new Set(['takenBack', 'ghost']);
