import { createHash } from 'node:crypto';
import type { VendorCall } from '../purchases/purchase-work.js';

/** A stretch of time in the life of one purchase. Times are milliseconds since 1970. */
export interface PurchaseSpan {
  readonly purchaseId: string;
  /** What it is called, and what its id follows from: the same stretch told twice is the same span. */
  readonly name: string;
  /** Tells stretches of one name apart; absent where there is only one. */
  readonly which?: string;
  /** Name (and `which`) of the stretch it is part of; none for the outermost. */
  readonly within?: string;
  readonly kind?: 'server' | 'client';
  readonly startedAt: number;
  readonly endedAt: number;
  /** Never personal data. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** What happened meanwhile. */
  readonly moments?: readonly { readonly name: string; readonly at: number }[];
  /** Present when it went wrong: a word for why. */
  readonly fault?: string;
}

/** Outermost stretch of every purchase. */
export const WHOLE = 'purchase';
export const attemptSpan = (number: number): string => `attempt-${number}`;

const DASHES = /-/g;

/** A purchase's id is 128 bits, as that of a trace: every process knows it without being told. */
export const traceIdOf = (purchaseId: string): string => purchaseId.replace(DASHES, '');

export const spanIdOf = (purchaseId: string, name: string): string =>
  createHash('sha256').update(`${purchaseId}/${name}`).digest('hex').slice(0, 16);

/** Where stretches are drawn. */
export interface PurchaseTrace {
  record(span: PurchaseSpan): void;
}

/** Draws each call of a vendor as a part of the attempt it was made for. */
export const callSpans =
  (spans: PurchaseTrace) =>
  ({ purchaseId, attempt, vendor, kind, startedAt, endedAt, outcome }: VendorCall): void =>
    spans.record({
      purchaseId,
      name: `vendor ${kind}`,
      which: `${attempt}/${startedAt}`,
      within: attemptSpan(attempt),
      kind: 'client',
      startedAt,
      endedAt,
      attributes: { 'vendor.code': vendor, 'vendor.outcome': outcome },
    });
