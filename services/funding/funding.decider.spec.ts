import { describe, expect, it } from '@jest/globals';
import { unmatchedPostings } from '../ledger/posting-rules.js';
import { chargeOn, judge } from './funding.decider.js';
import type { ProviderTransaction } from '../vendors/payment-provider.js';

const RAW = { digest: 'd1', types: { status: 'text', currency: 'text', amount: 'text' } } as const;
const PAID: ProviderTransaction = {
  raw: RAW,
  transactionReference: 'MNFY|1',
  accountReference: 'NL-1',
  status: 'PAID',
  currency: 'NGN',
  paid: 300_000n,
  settled: 299_000n,
};
const DAY = 24 * 3_600_000;

describe("the verdict on a provider's answer", () => {
  it('PAID in naira is paid', () => {
    expect(judge(PAID, 0)).toEqual({ verdict: 'paid', paid: 300_000n, settled: 299_000n });
  });
  it.each(['paid', 'Paid', 'OVERPAID', 'PARTIALLY_PAID', 'partially_paid'])(
    '%s credits the amount that was paid',
    (status) => expect(judge({ ...PAID, status }, 0)).toMatchObject({ verdict: 'paid', paid: 300_000n }),
  );
  it.each(['ngn', 'Ngn'])('reads the currency %s as naira', (currency) =>
    expect(judge({ ...PAID, currency }, 0)).toMatchObject({ verdict: 'paid' }),
  );
  it.each(['PENDING', 'pending'])('%s waits', (status) =>
    expect(judge({ ...PAID, status }, DAY * 100)).toEqual({ verdict: 'wait' }),
  );
  it.each([
    ['no text', ''],
    ['an unknown word', 'SOMETHING_NEW'],
    ['a space at its end', 'PAID '],
    ['a letter that only becomes PAID in capitals', 'paıd'],
    ['the name of an inherited key', 'constructor'],
    ['a text of a megabyte', 'P'.repeat(1_000_000)],
  ])('leaves a status with %s to a person at once', (_, status) =>
    expect(judge({ ...PAID, status }, 0)).toEqual({
      verdict: 'unread',
      unread: { field: 'status', type: 'text', digest: 'd1' },
    }),
  );
  it.each(['FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED'])('%s is rejected', (status) => {
    expect(judge({ ...PAID, status }, 0)).toEqual({ verdict: 'rejected', reason: status.toLowerCase() });
  });
  it.each(['USD', '', 'NGN ', 'ＮＧＮ'])('leaves money in the currency %j to a person', (currency) =>
    expect(judge({ ...PAID, currency }, 0)).toEqual({
      verdict: 'unread',
      unread: { field: 'currency', type: 'text', digest: 'd1' },
    }),
  );
  it.each([undefined, 0n, -1n])('leaves a paid amount of %s to a person', (paid) =>
    expect(judge({ ...PAID, paid }, 0)).toEqual({
      verdict: 'unread',
      unread: { field: 'amount', type: 'text', digest: 'd1' },
    }),
  );
  it('rejects a payment before the cut-over, credits one at it, and leaves one without a time to a person', () => {
    const cutOver = Date.parse('2026-11-30T22:00:00Z');
    expect(judge({ ...PAID, paidAt: cutOver - 1 }, 0, cutOver)).toEqual({
      verdict: 'rejected',
      reason: 'before-cut-over',
      paid: 300_000n,
    });
    expect(judge({ ...PAID, paidAt: cutOver }, 0, cutOver)).toMatchObject({ verdict: 'paid' });
    expect(judge(PAID, 0, cutOver)).toEqual({
      verdict: 'unread',
      unread: { field: 'answer', type: 'nothing', digest: 'd1' },
    });
    expect(judge({ ...PAID, status: 'EXPIRED' }, 0, cutOver)).toEqual({
      verdict: 'rejected',
      reason: 'expired',
    });
  });
  it('rejects a failed payment without a readable amount or currency, because no money came', () => {
    expect(judge({ ...PAID, status: 'expired', paid: undefined, currency: '' }, 0)).toEqual({
      verdict: 'rejected',
      reason: 'expired',
    });
  });
  it('leaves an unreadable answer to a person', () => {
    const unread = { field: 'answer', type: 'list', digest: 'd2' } as const;
    expect(judge({ transactionReference: 'MNFY|1', unread }, 0)).toEqual({ verdict: 'unread', unread });
  });
  it('waits a day for an unknown reference, because the provider reported it', () => {
    expect(judge(undefined, DAY)).toEqual({ verdict: 'wait' });
    expect(judge(undefined, DAY + 1)).toEqual({ verdict: 'rejected', reason: 'not-found' });
  });
  it('caps the settled amount at the paid one, which is also the default', () => {
    expect(judge({ ...PAID, settled: undefined }, 0)).toMatchObject({ settled: 300_000n });
    expect(judge({ ...PAID, settled: 400_000n }, 0)).toMatchObject({ settled: 300_000n });
  });
});

describe('our charge', () => {
  it('is flat, and zero when it would use up the payment', () => {
    expect([chargeOn(100_000n, 5_000n), chargeOn(5_001n, 5_000n), chargeOn(5_000n, 5_000n)]).toEqual([
      5_000n,
      5_000n,
      0n,
    ]);
  });
});

describe('an unmatched payment', () => {
  it('is owed in suspense with balanced postings', () => {
    const postings = unmatchedPostings({ provider: 'monnify', paid: 300_000n, settled: 299_000n });
    expect(postings).toEqual([
      { account: 'psp_receivable:monnify', amount: '299000' },
      { account: 'psp_fee', amount: '1000' },
      { account: 'suspense_unmatched', amount: '-300000' },
    ]);
  });
});
