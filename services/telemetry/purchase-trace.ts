import { createHash } from 'node:crypto';
import type { VendorCall } from '../purchases/purchase-work.js';

/** All times are Unix ms. */
export interface PurchaseSpan {
  readonly purchaseId: string;
  /**
   * Name of the span. The id of the span is computed from this name. A span that is created twice has the
   * same id both times.
   */
  readonly name: string;
  readonly which?: string;
  readonly within?: string;
  readonly kind?: 'server' | 'client';
  readonly startedAt: number;
  readonly endedAt: number;
  /** Attributes without personal data. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly moments?: readonly { readonly name: string; readonly at: number }[];
  readonly fault?: string;
}

/** Name of the span that contains all spans of a purchase. */
export const WHOLE = 'purchase';
export const attemptSpan = (number: number): string => `attempt-${number}`;

const DASHES = /-/g;

export const traceIdOf = (purchaseId: string): string => purchaseId.replace(DASHES, '');

export const spanIdOf = (purchaseId: string, name: string): string =>
  createHash('sha256').update(`${purchaseId}/${name}`).digest('hex').slice(0, 16);

export interface PurchaseTrace {
  record(span: PurchaseSpan): void;
}

/** Makes a trace span for each `VendorCall`, inside the span of the attempt. */
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
