import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { QueryOutcome, VendorAttempt, VendorOutcome } from '../vendor-adapter.js';
import type { OrderWithoutPerson, VendorRequest } from '../../products/products.js';
import { CLOSED, OPEN, type VendorFixture } from './sandbox-fixture.js';
import { PATIENCE_MS } from '../../../infra/testing/until.js';

interface Expected {
  readonly ending: string;
  readonly what: string;
  readonly pay: Partial<VendorOutcome>;
  readonly queries: readonly Partial<QueryOutcome>[];
}

const ENDINGS: readonly Expected[] = [
  { ending: '1111', what: 'delivers', pay: { outcome: 'delivered' }, queries: [{ outcome: 'delivered' }] },
  {
    ending: '0016',
    what: 'declines',
    pay: { outcome: 'failed', charged: false },
    queries: [{ outcome: 'failed', charged: false }],
  },
  {
    ending: '0099',
    what: 'is pending',
    pay: { outcome: 'pending' },
    queries: [{ outcome: 'pending' }, { outcome: 'delivered' }],
  },
  {
    ending: '0300',
    what: 'never answers, delivered',
    pay: { outcome: 'unknown', reason: 'timeout' },
    queries: [{ outcome: 'delivered' }],
  },
  {
    ending: '0301',
    what: 'never answers, not found',
    pay: { outcome: 'unknown', reason: 'timeout' },
    queries: [{ outcome: 'notFound' }, { outcome: 'notFound' }],
  },
  {
    ending: '0400',
    what: 'drops the connection',
    pay: { outcome: 'unknown' },
    queries: [{ outcome: 'unknown' }],
  },
  {
    ending: '0500',
    what: 'answers an HTML page',
    pay: { outcome: 'unknown', reason: 'http 500' },
    queries: [{ outcome: 'failed', charged: false }],
  },
  {
    ending: '0083',
    what: 'answers an ambiguous code',
    pay: { outcome: 'unknown' },
    queries: [{ outcome: 'delivered' }],
  },
  {
    ending: '0014',
    what: 'says duplicate reference',
    pay: { outcome: 'unknown' },
    queries: [{ outcome: 'delivered' }],
  },
  {
    ending: '0044',
    what: 'wants a person to look',
    pay: { outcome: 'review' },
    queries: [{ outcome: 'review' }],
  },
];

/** Expectations for vendors without `clientReference`, where an unanswered purchase cannot be queried. */
const LOST: Pick<Expected, 'pay' | 'queries'> = {
  pay: { outcome: 'unknown' },
  queries: [{ outcome: 'unknown' }],
};
const LOST_ENDINGS: ReadonlySet<string> = new Set(['0300', '0301', '0400', '0500', '0014']);

const NEVER_ANSWERED: ReadonlySet<string> = new Set(['0300', '0301']);

/**
 * Runs a vendor adapter through every ending of the sandbox.
 * @param adapter key in `ADAPTERS`, by which `vendors.spec.ts` finds adapters without this suite
 * @param product distinguishes several suites of one adapter
 */
export function describeVendor(adapter: string, open: () => Promise<VendorFixture>, product?: string): void {
  describe(`vendor: ${adapter}${product === undefined ? '' : ` selling ${product}`}`, () => {
    let fixture: VendorFixture;
    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(() => fixture.close());

    const attempt = (ending: string): VendorAttempt => ({
      vendorReference: fixture.vendor.mintReference(new Date(), new Date(), randomUUID()),
      request: (fixture.requestFor ?? airtimeFor)(ending),
    });

    /**
     * Repeats until an attempt has reached the vendor, because the timeout may end earlier on a busy machine.
     */
    async function sold(ending: string): Promise<{ asked: VendorAttempt; outcome: VendorOutcome }> {
      const vendor = NEVER_ANSWERED.has(ending) ? fixture.impatient : fixture.vendor;
      for (;;) {
        const asked = attempt(ending);
        const outcome = await vendor.dispatch({ ...asked, window: OPEN });
        if (await fixture.executed(asked.vendorReference)) return { asked, outcome };
        expect(NEVER_ANSWERED).toContain(ending);
      }
    }

    it.each(ENDINGS)('$ending: $what', async ({ ending, pay, queries }) => {
      const known = fixture.vendor.capabilities.clientReference;
      const expected = known || !LOST_ENDINGS.has(ending) ? { pay, queries } : LOST;
      const { asked, outcome } = await sold(ending);
      expect(outcome).toMatchObject(expected.pay);
      const again = { ...asked, ...idIn(outcome) };
      const asks = known || 'vendorTransactionId' in again ? expected.queries : LOST.queries;
      for (const answer of asks) expect(await fixture.vendor.query(again)).toMatchObject(answer);
      expect((await fixture.executed(asked.vendorReference))?.posts).toBe(1);
    });

    it('0040: delivers, then is reversed', async () => {
      const asked = attempt('0040');
      expect(await fixture.vendor.dispatch({ ...asked, window: OPEN })).toMatchObject({
        outcome: 'delivered',
      });
      // Without `clientReference` the reversal cannot be queried.
      if (!fixture.vendor.capabilities.clientReference) return;
      await eventually(async () =>
        expect(await fixture.vendor.query(asked)).toMatchObject({ outcome: 'reversed' }),
      );
    });

    it('answers the same when only the order of an erased customer is left', async () => {
      for (const ending of ['1111', '0016', '0044', '0083']) {
        const { asked, outcome } = await sold(ending);
        const again = { ...asked, ...idIn(outcome) };
        const known = fixture.vendor.capabilities.clientReference || 'vendorTransactionId' in again;
        const { outcome: answer } = await fixture.vendor.query({
          ...again,
          request: withoutPerson(again.request),
        });
        expect(answer).toBe((await fixture.vendor.query(again)).outcome);
        if (ending === '1111') expect(answer).toBe(known ? 'delivered' : 'unknown');
      }
    });

    it('reports the cost and its own transaction id', async () => {
      const delivered = await fixture.vendor.dispatch({ ...attempt('1111'), window: OPEN });
      expect(delivered).toMatchObject({
        cost: expect.any(BigInt),
        vendorTransactionId: expect.stringMatching(/^\w+$/),
      });
    });

    it('does not call a repeated reference a failure', async () => {
      const asked = attempt('1111');
      await fixture.vendor.dispatch({ ...asked, window: OPEN });
      // Without `clientReference` every POST is a new purchase.
      if (!fixture.vendor.capabilities.clientReference) return;
      expect(await fixture.vendor.dispatch({ ...asked, window: OPEN })).toMatchObject({ outcome: 'unknown' });
      expect(await fixture.executed(asked.vendorReference)).toMatchObject({ posts: 2, state: 'delivered' });
    });

    it('sends nothing after the window closed, and does not call it a failure', async () => {
      const asked = attempt('1111');
      expect(await fixture.vendor.dispatch({ ...asked, window: CLOSED })).toEqual({
        outcome: 'unknown',
        reason: 'claim too old',
      });
      expect(await fixture.executed(asked.vendorReference)).toBeUndefined();
    });

    it('does not find what it was never sent', async () => {
      const outcome = fixture.vendor.capabilities.queryByClientReference ? 'notFound' : 'unknown';
      expect(await fixture.vendor.query(attempt('1111'))).toMatchObject({ outcome });
    });

    it('mints references that differ for every attempt of one moment', () => {
      const now = new Date();
      const minted = Array.from({ length: 1_000 }, () =>
        fixture.vendor.mintReference(now, now, randomUUID()),
      );
      expect(new Set(minted).size).toBe(1_000);
    });

    it('reports the balance it holds for us', async () => {
      expect(await fixture.vendor.balance()).toEqual(expect.any(BigInt));
    });
  });
}

const idIn = (outcome: VendorOutcome): { vendorTransactionId?: string } =>
  'vendorTransactionId' in outcome && outcome.vendorTransactionId !== undefined
    ? { vendorTransactionId: outcome.vendorTransactionId }
    : {};

const PERSONAL: ReadonlySet<string> = new Set([
  'phone',
  'meter',
  'iuc',
  'clientId',
  'accountNumber',
  'accountName',
  'narration',
  'senderId',
  'body',
]);

const withoutPerson = (request: VendorRequest): OrderWithoutPerson =>
  Object.fromEntries(
    Object.entries(request)
      .filter(([field]) => !PERSONAL.has(field))
      .map(([field, value]) => [field, Array.isArray(value) ? value.length : (value as unknown)]),
  ) as unknown as OrderWithoutPerson;

const airtimeFor = (ending: string): VendorRequest => ({
  service: 'airtime',
  network: 1,
  phone: `0803123${ending}`,
  amount: 10_050n,
});

async function eventually(check: () => Promise<void>): Promise<void> {
  const endsAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
