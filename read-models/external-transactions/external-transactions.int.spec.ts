import { afterEach, describe, expect, it } from '@jest/globals';
import { openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { PATIENT } from '../../infra/read-store/testing/parcels.js';
import { describeWithMongo } from '../../infra/testing/with-mongo.js';
import { purchaseReference } from '../../services/purchases/accept/references.js';
import type { ReviewRequired } from '../../services/purchases/purchase.events.js';
import { readModelsOf, type ReadModels, type ReadModelsOptions } from '../testing/read-models-of.js';
import { GivenEvents } from '../testing/given-events.js';
import { views } from '../views.js';
import { externalTransactionsProjection } from './external-transactions.projection.js';
import { askedAfter, externalPage, purchaseIdOf } from './external-transactions.query.js';

const ORDER: NonNullable<ReviewRequired['order']> = {
  reference: 'REF-a',
  service: 'airtime',
  amount: '10000',
  price: '9900',
  vendor: 2,
  openedAt: '2026-03-10T08:00:00.000Z',
  product: { service: 'airtime', network: 2 },
};
const about = (purchaseId: string) => ({ userId: 'ada', purchaseId, attempt: 1, vendor: 2 });

/** A purchase under review. */
const asked = (script: GivenEvents, id: string, order: typeof ORDER | null = ORDER): GivenEvents =>
  script
    .accepted('ada', id, 99_00n)
    .sent('ada', id, 1, 2)
    .tell(`purchase-${id}`, 'ReviewRequired', {
      userId: 'ada',
      purchaseId: id,
      attempt: 1,
      why: 'vendor-044',
      ...(order && { order: { ...order, reference: `REF-${id}` } }),
    });

const decided = (script: GivenEvents, id: string, decision: 'refund' | 'delivered'): GivenEvents =>
  script.tell(`purchase-${id}`, 'ReviewResolved', { ...about(id), decision, reason: 'by phone', cost: '0' });

describe('the projection of external transactions', () => {
  it('ignores wallet events', () => {
    expect(externalTransactionsProjection.wants?.('PurchaseAccepted', 'wallet-a')).toBe(false);
    expect(externalTransactionsProjection.wants?.('PurchaseCaptured', 'wallet-a')).toBe(false);
  });
});

/** Runs the same tests over every store. */
const describeLists = (store: string, stored: () => ReadModelsOptions) =>
  describe(`external transactions in ${store}`, () => {
    let models: ReadModels;
    afterEach(() => models.close());

    const given = async (script: GivenEvents): Promise<void> => {
      models = await readModelsOf(script.events, stored());
    };
    const open = async (search?: string) =>
      (await externalPage(models.readStore, true, { search })).rows.map(({ reference }) => reference);
    const ended = async () => (await externalPage(models.readStore, false, {})).rows;
    const told = () =>
      models.committed.flatMap(({ changes }) => changes).filter(({ list }) => list === 'external');

    it('lists open reviews newest first, with reason and time', async () => {
      await given(asked(asked(new GivenEvents(), 'a').accepted('ada', 'well', 1_00n), 'b'));
      expect(await open()).toEqual(['REF-b', 'REF-a']);
      expect(await open('ref-A')).toEqual(['REF-a']);
      expect(await open('044')).toEqual(['REF-b', 'REF-a']);
      expect((await externalPage(models.readStore, true, { search: 'REF-a' })).rows[0]).toEqual({
        purchaseId: 'a',
        userId: 'ada',
        reference: 'REF-a',
        service: 'airtime',
        label: 'Glo airtime',
        vendor: 2,
        price: 99,
        openedAt: '2026-03-10T09:00:00.000+01:00',
        why: 'vendor-044',
        requiredAt: '2026-03-10T09:02:00.000+01:00',
        standing: 'open',
        decidedBy: null,
        decidedAt: null,
        reason: null,
        after: null,
      });
      expect(await ended()).toEqual([]);
    });

    it('fills fields that old ledgers lack from the history', async () => {
      await given(asked(new GivenEvents(), 'a', null));
      expect((await externalPage(models.readStore, true, {})).rows[0]).toMatchObject({
        reference: 'REF-a',
        service: 'airtime',
        vendor: 2,
        price: 99,
        openedAt: '2026-03-10T09:00:00.000+01:00',
      });
    });

    it('closes a review at the decision, with administrator and reason, before the wallet moves', async () => {
      const script = asked(asked(new GivenEvents(), 'a'), 'b');
      await given(decided(decided(script, 'a', 'refund'), 'b', 'delivered'));
      expect(await open()).toEqual([]);
      expect(await ended()).toMatchObject([
        { reference: 'REF-b', standing: 'delivered' },
        { reference: 'REF-a', standing: 'refunded', decidedBy: 'story', reason: 'by phone' },
      ]);
    });

    it('closes a review without a decider when the vendor answers first', async () => {
      const script = asked(asked(asked(new GivenEvents(), 'a'), 'b'), 'c');
      await given(
        script
          .tell('purchase-a', 'AttemptDelivered', { ...about('a'), cost: '9700', reviewed: true })
          .tell('purchase-b', 'AttemptFailed', {
            ...about('b'),
            code: '030',
            blame: 'biller',
            charged: false,
          })
          .tell('purchase-c', 'AttemptFailed', {
            ...about('c'),
            code: '030',
            blame: 'biller',
            charged: false,
            nextVendor: 3,
          }),
      );
      expect(await open()).toEqual(['REF-c']);
      expect((await ended()).map(({ reference, standing }) => [reference, standing])).toEqual([
        ['REF-b', 'refunded'],
        ['REF-a', 'delivered'],
      ]);
      for (const row of await ended()) expect(row).toMatchObject({ decidedBy: null, reason: null });
    });

    it('shows the charged price, which is the delivered share after a partial delivery', async () => {
      const script = asked(asked(asked(new GivenEvents(), 'a'), 'b', null), 'c');
      const share = { delivered: 1, of: 3, cost: '3200', reviewed: true } as const;
      await given(
        script
          .tell('purchase-a', 'PartiallyDelivered', { ...about('a'), ...share })
          .tell('purchase-b', 'PartiallyDelivered', { ...about('b'), ...share })
          .tell('wallet-ada', 'PurchaseCaptured', {
            ...about('a'),
            service: 'airtime',
            price: '3300',
            cost: '3200',
            part: { delivered: 1, of: 3 },
            released: '6600',
            availableAfter: '6600',
            heldAfter: '0',
            postings: [],
          }),
      );
      expect((await externalPage(models.readStore, true, {})).rows).toMatchObject([
        { reference: 'REF-c', price: 99 },
      ]);
      // The wallet has not captured the other purchase yet.
      expect(await ended()).toMatchObject([
        { reference: 'REF-b', price: 99 },
        { reference: 'REF-a', price: 33 },
      ]);
    });

    it('shows a late success or a reversal by the vendor', async () => {
      const script = decided(
        decided(asked(asked(new GivenEvents(), 'a'), 'b'), 'a', 'refund'),
        'b',
        'delivered',
      );
      await given(
        script
          .tell('purchase-a', 'LateSuccessDetected', { ...about('a'), cost: '9700', postings: [] })
          .tell('purchase-b', 'VendorReversed', { ...about('b'), cost: '9700', code: '040' }),
      );
      expect((await ended()).map(({ after }) => after)).toEqual(['reversed', 'late']);
    });

    it('ignores a purchase without a review and announces it to no administrator', async () => {
      await given(
        new GivenEvents()
          .accepted('ada', 'well', 99_00n)
          .sent('ada', 'well')
          .tell('purchase-well', 'AttemptDelivered', { ...about('well'), cost: '9700' }),
      );
      expect([await open(), await ended(), told()]).toEqual([[], [], []]);
      await models.hear(asked(new GivenEvents('2026-03-11T08:00:00.000Z'), 'a').events.slice(-1));
      expect(told()).toEqual([{ userId: '@admin', list: 'external' }]);
    });

    it('is found by product, service, owner, amount and decider', async () => {
      await given(decided(asked(asked(new GivenEvents(), 'a'), 'b', null), 'a', 'refund'));
      const among = async (isOpen: boolean, search: string, orIn = {}) =>
        (await externalPage(models.readStore, isOpen, { search, orIn })).rows.map(
          ({ reference }) => reference,
        );
      for (const search of ['lo airti', 'Airtime', 'airtime', 'ada', '99', 'efund'])
        expect([search, await among(false, search)]).toEqual([search, ['REF-a']]);
      for (const search of ['mtn', 'exam', '98', 'bola'])
        expect([search, await among(false, search)]).toEqual([search, []]);
      expect(await among(false, 'bola', { decided_by: ['story'] })).toEqual(['REF-a']);
      expect(await among(false, 'bola', { decided_by: ['bola'] })).toEqual([]);
      // An old ledger stores only the customer with the question.
      expect([await among(true, 'ada'), await among(true, 'airtime')]).toEqual([['REF-b'], []]);
    });

    it('counts later reviews, also with the same or an earlier time', async () => {
      const script = asked(asked(new GivenEvents(), 'a'), 'b');
      await given(script);
      const all = await askedAfter(models.readStore, { reviewsUpTo: '' });
      expect(all.reviews).toBe(2);
      expect(await askedAfter(models.readStore, all)).toEqual({ ...all, reviews: 0 });
      const late = asked(new GivenEvents('2026-03-09T08:00:00.000Z'), 'c').events;
      const places = { position: all.reviewsPosition! + 7 };
      await models.hear(late.map((event) => ({ ...event, ...places })));
      const { reviews: none, ...seen } = { ...all };
      expect([none, (await askedAfter(models.readStore, seen)).reviews]).toEqual([2, 1]);
      // A mark without `reviewsPosition` compares times.
      const { reviews } = await askedAfter(models.readStore, { reviewsUpTo: all.reviewsUpTo });
      expect(reviews).toBe(0);
    });

    it('counts at most 1,000 at a time, up to the newest', async () => {
      const script = new GivenEvents();
      for (let count = 0; count < 1_001; count += 1)
        script.tell(`purchase-${count}`, 'ReviewRequired', {
          ...about(String(count)),
          why: 'vendor-044',
          order: ORDER,
        });
      await given(script);
      const all = await askedAfter(models.readStore, { reviewsUpTo: '' });
      expect(all).toEqual({
        reviews: 1_000,
        reviewsUpTo: script.events.at(-1)!.event.at,
        reviewsPosition: 1_001,
      });
      expect(await askedAfter(models.readStore, all)).toEqual({ ...all, reviews: 0 });
    });

    it('finds a purchase by its reference too', async () => {
      const id = '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968';
      await given(new GivenEvents().accepted('ada', id, 1_00n, { reference: purchaseReference(id) }));
      expect(await purchaseIdOf(models.readStore, purchaseReference(id))).toBe(id);
      expect(await purchaseIdOf(models.readStore, id)).toBe(id);
      const nothing = purchaseReference('ffffffff-ffff-5fff-bfff-0f36ad59cb2e');
      expect(await purchaseIdOf(models.readStore, nothing)).toBe(nothing);
    });
  });

describeLists('SQLite', () => ({}));

describeWithMongo('beside MongoDB', (mongo) =>
  describeLists('MongoDB', () => ({
    openWriter: () => openMongoWriter({ url: mongo.databaseUrl(), views, ...PATIENT }),
  })),
);
