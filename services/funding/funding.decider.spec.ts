import { describe, expect, it } from '@jest/globals';
import { unmatchedPostings } from '../ledger/posting-rules.js';
import { chargeOn, judge } from './funding.decider.js';
import type { ProviderTransaction } from '../vendors/payment-provider.js';

const PAID: ProviderTransaction = {
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
  it.each(['PENDING', 'PARTIALLY_PAID', 'OVERPAID', 'paid', '', 'SOMETHING_NEW'])('%j waits', (status) => {
    expect(judge({ ...PAID, status }, DAY * 100)).toEqual({ verdict: 'wait' });
  });
  it.each(['FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED'])('%s is rejected', (status) => {
    expect(judge({ ...PAID, status }, 0)).toEqual({ verdict: 'rejected', reason: status.toLowerCase() });
  });
  it('rejects other currencies and zero amounts', () => {
    expect(judge({ ...PAID, currency: 'USD' }, 0)).toEqual({ verdict: 'rejected', reason: 'currency' });
    expect(judge({ ...PAID, paid: 0n }, 0)).toEqual({ verdict: 'rejected', reason: 'amount' });
  });
  it('waits when the currency is missing', () => {
    expect(judge({ ...PAID, currency: '' }, DAY * 100)).toEqual({ verdict: 'wait' });
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
