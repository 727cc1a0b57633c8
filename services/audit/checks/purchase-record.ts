import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Service } from '../../contracts/services.js';

/** What the log says of a purchase, one bit each. */
export const ACCEPTED = 1;
export const CAPTURED = 2;
export const RELEASED = 4;
export const REVERSED = 8;
export const OPENED = 16;
export const DELIVERED = 32;
export const FAILED = 64;
export const TAKEN_BACK = 128;
export const REVIEWED = 256;

const NAMES = [
  'accepted',
  'captured',
  'released',
  'reversed',
  'opened',
  'delivered',
  'failed',
  'taken back',
  'under review',
];

export const words = (facts: number): string =>
  NAMES.filter((_, n) => facts & (1 << n)).join(', ') || 'unheard of';

type Place = Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'at'>;

/** An event as a problem names it. */
export class Mark {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  /** When it was stored, milliseconds. */
  readonly atMs: number;

  constructor({ position, stream, revision, at }: Place) {
    this.position = position;
    this.stream = stream;
    this.revision = revision;
    this.atMs = Date.parse(at);
  }
}

export const markOf = (event: Place): Mark => new Mark(event);

/** What the wallet holds for a purchase. */
export class Hold extends Mark {
  constructor(
    event: Place,
    readonly userId: string,
    /** Kobo digits. */
    readonly price: string,
  ) {
    super(event);
  }
}

/** What the vendor's last word was, as the wallet has to settle it. */
export class Outcome extends Mark {
  constructor(
    event: Place,
    readonly vendor: number,
    /** Kobo. */
    readonly cost: bigint,
    /** Of a partial delivery. */
    readonly part: { readonly delivered: number; readonly of: number } | undefined,
  ) {
    super(event);
  }
}

/** A delivery that the vendor took back. */
export class TakenBack extends Mark {
  constructor(
    event: Place,
    /** Kobo that it gave back. */
    readonly cost: bigint,
  ) {
    super(event);
  }
}

/** What was captured: exactly this a reversal gives back. Kobo digits. */
export interface Sale {
  readonly vendor: number;
  readonly price: string;
  readonly cost: string;
}

/** One purchase. What only an open one needs is dropped as soon as it is settled: a million of them fit in memory. */
export class PurchaseRecord {
  facts = 0;
  attempts = 0;
  /** A vendor may be sent it: it was just opened, or the vendor before definitely did not charge. */
  maySend = false;
  service: Service | undefined;
  /** As accepted, until the hold is settled. */
  hold: Hold | undefined;
  opened: Mark | undefined;
  /** Until the hold is settled. */
  outcome: Outcome | undefined;
  sale: Sale | undefined;
  /** The vendor took the delivery back, for this much, and the customer was not paid yet. */
  takenBack: TakenBack | undefined;

  is(bit: number): boolean {
    return (this.facts & bit) !== 0;
  }

  settled(): void {
    this.hold = undefined;
    this.opened = undefined;
    this.outcome = undefined;
  }
}
