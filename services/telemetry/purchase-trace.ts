import { createHash } from 'node:crypto';
import type { VendorCall } from '../purchases/purchase-work.js';

/** Span of a purchase. Times are milliseconds since 1970. */
export interface PurchaseSpan {
  readonly purchaseId: string;
  /** The span id derives from this name, so a repeated span keeps its id. */
  readonly name: string;
  /** Distinguishes spans with the same `name`. */
  readonly which?: string;
  /** Fields `name` and `which` of the parent span; absent for the outermost span. */
  readonly within?: string;
  readonly kind?: 'server' | 'client';
  readonly startedAt: number;
  readonly endedAt: number;
  /** Never personal data. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly moments?: readonly { readonly name: string; readonly at: number }[];
  /** Reason of a failure. */
  readonly fault?: string;
}

/** Outermost span of every purchase. */
export const WHOLE = 'purchase';
export const attemptSpan = (number: number): string => `attempt-${number}`;

const DASHES = /-/g;

/** Trace id of a purchase. Both ids have 128 bits, so every process can derive the trace id. */
export const traceIdOf = (purchaseId: string): string => purchaseId.replace(DASHES, '');

export const spanIdOf = (purchaseId: string, name: string): string =>
  createHash('sha256').update(`${purchaseId}/${name}`).digest('hex').slice(0, 16);

export interface PurchaseTrace {
  record(span: PurchaseSpan): void;
}

/** Draws each `VendorCall` within its attempt. */
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
