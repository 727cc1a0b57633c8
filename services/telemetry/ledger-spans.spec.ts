import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EventData, RecordedEvent } from '../../infra/event-store/event-store.js';
import { LedgerSpans } from './ledger-spans.js';
import type { PurchaseSpan } from './purchase-trace.js';

const purchaseId = randomUUID();
let drawn: PurchaseSpan[];
let isOn: boolean;
let spans: LedgerSpans;
beforeEach(() => {
  drawn = [];
  isOn = true;
  spans = new LedgerSpans(
    (span) => drawn.push(span),
    () => isOn,
  );
});

/** `at` is in milliseconds. */
const happens = (at: number, kind: 'wallet' | 'purchase', type: string, data: EventData = {}): void =>
  spans.onRecorded({
    id: randomUUID(),
    type,
    version: 1,
    at: new Date(at).toISOString(),
    actor: { kind: 'system', id: 'system' },
    correlationId: 'c',
    causationId: 'c',
    data: { purchaseId, service: 'airtime', ...data },
    stream: `${kind}-${purchaseId}`,
    revision: 0,
    position: at,
    hash: '',
    previousHash: '',
  } satisfies RecordedEvent);
const accepted = (at = 1_000): void => {
  happens(at, 'wallet', 'PurchaseAccepted');
  happens(at + 10, 'purchase', 'PurchaseOpened');
};
const ofName = (name: string): PurchaseSpan | undefined => drawn.find((span) => span.name === name);

describe('LedgerSpans', () => {
  it('draws one span for the purchase, and one for each step within it', () => {
    accepted();
    happens(1_020, 'purchase', 'AttemptStarted', { attempt: 1, vendor: 2 });
    happens(1_050, 'purchase', 'AttemptPending', { attempt: 1, vendor: 2 });
    happens(1_090, 'purchase', 'AttemptDelivered', { attempt: 1, vendor: 2 });
    happens(1_095, 'wallet', 'PurchaseCaptured', { vendor: 2 });
    expect(drawn.map(({ name, within, startedAt, endedAt }) => [name, within, startedAt, endedAt])).toEqual([
      ['open', 'purchase', 1_000, 1_010],
      ['attempt-1', 'purchase', 1_020, 1_090],
      ['settle', 'purchase', 1_090, 1_095],
      ['purchase', undefined, 1_000, 1_095],
    ]);
    expect(ofName('attempt-1')?.moments).toEqual([{ name: 'AttemptPending', at: 1_050 }]);
    expect(drawn.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });

  it('tells a failed attempt from a failed purchase', () => {
    accepted();
    happens(1_020, 'purchase', 'AttemptStarted', { attempt: 1, vendor: 2 });
    happens(1_030, 'purchase', 'AttemptFailed', { attempt: 1, vendor: 2, code: 'BUSY', nextVendor: 1 });
    happens(1_040, 'purchase', 'AttemptStarted', { attempt: 2, vendor: 1 });
    happens(1_060, 'purchase', 'AttemptDelivered', { attempt: 2, vendor: 1 });
    happens(1_065, 'wallet', 'PurchaseCaptured', { vendor: 1 });
    expect([ofName('attempt-1')?.fault, ofName('attempt-2')?.fault]).toEqual(['BUSY', undefined]);
    expect(ofName('purchase')?.fault).toBeUndefined();
    expect(ofName('settle')).toMatchObject({ startedAt: 1_060, endedAt: 1_065 });
  });

  it('shows the time of a review and the reason of a release', () => {
    accepted();
    happens(1_020, 'purchase', 'AttemptStarted', { attempt: 1, vendor: 2 });
    happens(2_000, 'purchase', 'ReviewRequired', { attempt: 1 });
    happens(5_000, 'purchase', 'ReviewResolved', { attempt: 1, vendor: 2, decision: 'refund' });
    happens(5_010, 'wallet', 'PurchaseReleased', { reason: 'review' });
    expect(ofName('review')).toMatchObject({ startedAt: 2_000, endedAt: 5_000 });
    expect(ofName('purchase')).toMatchObject({ endedAt: 5_010, fault: 'review' });
  });

  it('draws in one process, and the next one continues after a take-over', () => {
    isOn = false;
    accepted();
    isOn = true;
    happens(1_095, 'wallet', 'PurchaseCaptured', { vendor: 2 });
    expect(drawn.map(({ name }) => name)).toEqual(['settle', 'purchase']);
  });

  it('draws nothing for purchases begun before, nor for other events', () => {
    happens(1_090, 'purchase', 'AttemptDelivered', { attempt: 1, vendor: 2 });
    happens(1_095, 'wallet', 'PurchaseCaptured', { vendor: 2 });
    happens(1_096, 'wallet', 'WalletFunded');
    expect(drawn).toEqual([]);
  });
});
