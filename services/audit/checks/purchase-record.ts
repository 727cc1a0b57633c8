import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Service } from '../../contracts/services.js';

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

export class Mark {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly atMs: number;

  constructor({ position, stream, revision, at }: Place) {
    this.position = position;
    this.stream = stream;
    this.revision = revision;
    this.atMs = Date.parse(at);
  }
}

export const markOf = (event: Place): Mark => new Mark(event);

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

export class Outcome extends Mark {
  constructor(
    event: Place,
    readonly vendor: number,
    /** Kobo. */
    readonly cost: bigint,
    readonly part: { readonly delivered: number; readonly of: number } | undefined,
  ) {
    super(event);
  }
}

export class TakenBack extends Mark {
  constructor(
    event: Place,
    /** Kobo that the vendor gave back for the purchase. */
    readonly cost: bigint,
  ) {
    super(event);
  }
}

/**
 * Amounts of a `PurchaseCaptured` event, in kobo as decimal strings. A reversal must return exactly these
 * amounts.
 */
export interface Sale {
  readonly vendor: number;
  readonly price: string;
  readonly cost: string;
}

/**
 * `settled` clears fields that are not needed after the settlement, because a million records must fit in
 * memory.
 */
export class PurchaseRecord {
  facts = 0;
  attempts = 0;
  maySend = false;
  service: Service | undefined;
  hold: Hold | undefined;
  opened: Mark | undefined;
  outcome: Outcome | undefined;
  sale: Sale | undefined;
  /** Set from `VendorReversed` until the customer is refunded. */
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
