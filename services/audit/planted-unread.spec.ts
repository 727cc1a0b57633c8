import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventData } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { put } from './testing/tampered-event-store.js';
import { verifyLedger } from './verify-ledger.js';

const STREAM = 'funding-monnify-1';
const PAYMENT = { provider: 'monnify', transactionReference: 'MNFY|1' };
const AT = Date.parse('2026-03-01T09:00:00.000Z');
const HOUR = 3_600_000;

let store: MemoryEventStore;
beforeEach(() => void (store = new MemoryEventStore()));

const tell = (type: string, more: EventData = {}) => put(store, STREAM, [type, { ...PAYMENT, ...more }]);
const reported = () => tell('FundingReported', { by: 'webhook' });
const unread = () =>
  tell('FundingUnread', { accountReference: '', field: 'amount', type: 'text', digest: 'd1' });
const KOBO = { accountReference: '', paid: '100', settled: '100' };
const POSTINGS = {
  postings: [
    { account: 'psp_receivable:monnify', amount: '100' },
    { account: 'suspense_unmatched', amount: '-100' },
  ],
};
/** Problems of the ledger when `ms` have passed since the payment. */
const after = async (ms: number) =>
  (await verifyLedger({ eventStore: store, asOf: new Date(AT + ms) })).problems.map(
    ({ rule, detail }) => `${rule}: ${detail}`,
  );

describe('verifyLedger on confirmed payments that are neither credited nor decided', () => {
  it('names a payment that has waited for a person for more than an hour, and what was not read', async () => {
    await reported();
    await unread();
    expect(await after(HOUR)).toEqual([]);
    expect(await after(HOUR + 1_000)).toEqual([
      'undecided: monnify MNFY|1 was answered with an unread amount (text), and no person has decided for 3601 s',
    ]);
  });

  it('names a reported payment without any ending for more than 25 hours', async () => {
    await reported();
    expect(await after(25 * HOUR)).toEqual([]);
    expect(await after(25 * HOUR + 1_000)).toEqual([
      'undecided: monnify MNFY|1 was reported, and is neither credited nor decided for 90001 s',
    ]);
  });

  it.each<[string, string, EventData]>([
    ['unmatched', 'FundingUnmatched', { ...KOBO, ...POSTINGS }],
    ['rejected', 'FundingRejected', { reason: 'expired' }],
  ])('names no payment that is %s', async (_, type, more) => {
    await reported();
    await unread();
    await tell(type, more);
    expect(await after(100 * HOUR)).toEqual([]);
  });

  it('names a confirmed payment without a credit by its own rule only', async () => {
    await reported();
    await unread();
    await tell('FundingVerified', { ...KOBO, userId: 'ada', wasUnread: true });
    expect(await after(100 * HOUR)).toEqual([expect.stringMatching(/^uncredited: /)]);
  });

  it('reports a dismissal without an administrator, without a reason, or of a payment that was certain', async () => {
    await tell('FundingUnmatched', { ...KOBO, ...POSTINGS });
    await tell('FundingRejected', { commandId: 'c', reason: ' ' });
    expect(await after(0)).toEqual([
      'unmatched-wrong: monnify MNFY|1 was dismissed, but its answer was not unread',
      'change-wrong: FundingRejected was made by nobody who may, or has no reason',
    ]);
  });

  it('reports an amount that an administrator stated for a payment that was not unread', async () => {
    const admin = { kind: 'admin', id: 'grace' } as const;
    const head = await store.head(STREAM);
    const event = {
      id: 'e1',
      type: 'FundingUnmatched',
      version: 1,
      at: new Date(AT).toISOString(),
      actor: admin,
      correlationId: 'c',
      causationId: 'c',
      data: { ...PAYMENT, ...KOBO, ...POSTINGS },
    };
    await store.append(STREAM, head, [event]);
    expect(await after(0)).toEqual([
      'unmatched-wrong: monnify MNFY|1 has an amount of an administrator, but its answer was not unread',
    ]);
  });
});
