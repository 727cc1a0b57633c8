import { afterEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { TransactionDetails, TransactionRow } from '../../services/contracts/history.contract.js';
import { purchaseReference } from '../../services/purchases/accept/references.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { GivenEvents } from '../testing/given-events.js';
import { historyProjection } from './history.projection.js';
import { historyPage, transactionByReference } from './history.query.js';

describe('the projection of history', () => {
  it.each([
    'AttemptStarted',
    'AttemptPending',
    'AttemptOutcomeUnknown',
    'ReviewRequired',
    'AttemptDelivered',
  ])('handles %s, which only a receipt shows', (type) => {
    expect(historyProjection.wants?.(type, 'purchase-a')).toBe(true);
  });
});

describe('history', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  const given = async (script: GivenEvents): Promise<void> => {
    models = await readModelsOf(script.events);
  };
  const page = (
    question: Omit<Parameters<typeof historyPage>[0], 'readStore' | 'userId'> = {},
    userId = 'ada',
  ) => historyPage({ readStore: models.readStore, userId, ...question });
  const references = async (question: Parameters<typeof page>[0]): Promise<string[]> =>
    (await page(question)).rows.map((row) => row.api_transaction_reference);
  const byReference = (reference: string, userId = 'ada') =>
    transactionByReference({ readStore: models.readStore, userId, reference });
  const details = (purchaseId: string, userId = 'ada') => byReference(`REF-${purchaseId}`, userId);

  it('reads a purchase whose codes are in no table', async () => {
    const product = { service: 'electricity', disco: 18, meterType: 'constructor' as 'prepaid' } as const;
    await given(new GivenEvents().accepted('ada', 'a', 99_00n, { service: 'electricity', product }));
    expect(await details('a')).toMatchObject({
      product: 'Ikeja electricity, unknown meter type (constructor)',
    });
  });

  it('shows an accepted purchase as Pending at once, with its charge', async () => {
    await given(
      new GivenEvents().accepted('ada', 'a', 99_00n, {
        amount: '10000',
        discount: '100',
        availableAfter: '490100',
      }),
    );
    const { rows } = await page();
    expect(rows).toEqual([
      {
        transaction_history_date: '2026-03-10T09:00:00.000+01:00',
        api_transaction_reference: 'REF-a',
        service: 'airtime',
        amount: 99,
        wallet_balance: 4901,
        product: 'Mtn airtime',
        phone_number: '08031234567',
        transaction_status: 'Pending',
        status: 'Pending',
      },
    ]);
    expect(TransactionRow.parse(rows[0])).toEqual(rows[0]);
  });

  it('finds a purchase by the reference that was made of its id, for its owner alone', async () => {
    const ids = [
      '00000000-0000-0000-0000-0f36ad59cb2e',
      'ffffffff-ffff-5fff-bfff-0f36ad59cb2e',
      randomUUID(),
    ];
    const script = new GivenEvents();
    for (const id of ids) script.accepted('ada', id, 50_00n, { reference: purchaseReference(id) });
    await given(script);
    for (const id of ids) {
      const reference = purchaseReference(id);
      expect(await byReference(reference)).toMatchObject({ api_transaction_reference: reference });
      expect(await byReference(reference, 'obi')).toBeUndefined();
    }
    expect(await byReference(purchaseReference(randomUUID()))).toBeUndefined();
  });

  it.each<[string, (script: GivenEvents) => GivenEvents, string]>([
    ['Successful', (script) => script.captured('ada', 'a', 50_00n), 'delivered'],
    ['Refunded', (script) => script.released('ada', 'a', 50_00n), 'refunded'],
    ['Reversed', (script) => script.captured('ada', 'a', 50_00n).reversed('ada', 'a', 50_00n), 'reversed'],
  ])('shows %s when the wallet reports it', async (word, end, lastStep) => {
    await given(end(new GivenEvents().accepted('ada', 'a', 50_00n).sent('ada', 'a')));
    expect((await page()).rows[0]?.status).toBe(word);
    expect((await details('a'))?.steps.at(-1)?.step).toBe(lastStep);
  });

  describe('for money that came back', () => {
    const bought = (script = new GivenEvents()) =>
      script.accepted('ada', 'a', 50_00n, { availableAfter: '5000' }).sent('ada', 'a');

    it.each<[string, (script: GivenEvents) => GivenEvents]>([
      ['refund', (script) => script.released('ada', 'a', 50_00n, 170_00n)],
      [
        'reversal',
        (script) => script.captured('ada', 'a', 50_00n, 120_00n).reversed('ada', 'a', 50_00n, 170_00n),
      ],
    ])(
      'shows the balance after the %s, and on the receipt the one after the purchase too',
      async (_, end) => {
        await given(end(bought().accepted('ada', 'b', 30_00n, { availableAfter: '12000' })));
        const rows = Object.fromEntries(
          (await page()).rows.map((row) => [row.api_transaction_reference, row.wallet_balance]),
        );
        expect(rows).toEqual({ 'REF-a': 170, 'REF-b': 120 });
        const receipt = await details('a');
        expect(receipt).toMatchObject({
          wallet_balance: 170,
          balance_after_purchase: 50,
          balance_after_return: 170,
        });
        expect(TransactionDetails.parse(receipt)).toEqual(receipt);
      },
    );

    it('shows the balance after the part that was given back', async () => {
      await given(
        bought().tell('wallet-ada', 'PurchaseCaptured', {
          userId: 'ada',
          purchaseId: 'a',
          service: 'sms',
          vendor: 1,
          price: '2000',
          cost: '1500',
          part: { delivered: 2, of: 5 },
          released: '3000',
          availableAfter: '8000',
          heldAfter: '0',
          postings: [],
        }),
      );
      expect(await details('a')).toMatchObject({
        wallet_balance: 80,
        balance_after_purchase: 50,
        balance_after_return: 80,
      });
    });

    it('keeps the balance after the purchase where nothing came back', async () => {
      // The balance of this later capture includes other movements of the wallet.
      await given(bought().captured('ada', 'a', 50_00n, 999_00n));
      const receipt = await details('a');
      expect(receipt).toMatchObject({ wallet_balance: 50, balance_after_purchase: 50 });
      expect(receipt).not.toHaveProperty('balance_after_return');
    });
  });

  it('never goes back from a review to a vendor that does not answer', async () => {
    const about = { userId: 'ada', purchaseId: 'a', attempt: 1, vendor: 1 };
    await given(
      new GivenEvents()
        .accepted('ada', 'a', 50_00n)
        .sent('ada', 'a')
        .tell('purchase-a', 'AttemptOutcomeUnknown', { ...about, reason: 'timeout' })
        .tell('purchase-a', 'ReviewRequired', { ...about, why: 'vendor-asks' })
        .tell('purchase-a', 'AttemptOutcomeUnknown', { ...about, reason: 'timeout' })
        .tell('purchase-a', 'AttemptPending', { ...about, code: '099' }),
    );
    expect((await details('a'))?.steps.map(({ step }) => step)).toEqual([
      'accepted',
      'sent',
      'unknown',
      'review',
    ]);
  });

  it('lists every step in order, with its time', async () => {
    const about = { userId: 'ada', purchaseId: 'a', attempt: 1, vendor: 1 };
    await given(
      new GivenEvents()
        .accepted('ada', 'a', 50_00n, { amount: '5050', discount: '50' })
        .sent('ada', 'a')
        .tell('purchase-a', 'AttemptOutcomeUnknown', { ...about, reason: 'timeout' })
        .tell('purchase-a', 'AttemptPending', { ...about, code: '099' })
        .tell('purchase-a', 'ReviewRequired', { ...about, why: 'old' })
        .captured('ada', 'a', 50_00n),
    );
    const receipt = await details('a');
    expect(receipt?.steps.map(({ step }) => step)).toEqual([
      'accepted',
      'sent',
      'unknown',
      'pending',
      'review',
      'delivered',
    ]);
    expect(receipt?.steps[1]?.at).toBe('2026-03-10T09:01:00.000+01:00');
    expect(receipt).toMatchObject({ network: 'Mtn', face_value: 50.5, discount: 0.5, price: 50 });
    expect(TransactionDetails.parse(receipt)).toEqual(receipt);
  });

  it('hides purchases of other customers', async () => {
    await given(new GivenEvents().accepted('ada', 'a', 50_00n));
    expect((await page({}, 'bola')).total).toBe(0);
    expect(await details('a', 'bola')).toBeUndefined();
  });

  it('shows no recipient once the person is forgotten', async () => {
    await given(new GivenEvents().accepted('ada', 'a', 50_00n, { sealed: '' }));
    expect((await page()).rows[0]?.phone_number).toBe('');
  });

  it('takes dates as whole Lagos days, both included', async () => {
    const script = new GivenEvents('2026-03-09T22:59:00.000Z').accepted('ada', 'last-minute-of-9th', 1n);
    await given(
      script
        .accepted('ada', 'midnight-of-10th', 1n)
        .later(1_438)
        .accepted('ada', 'last-minute-of-10th', 1n)
        .accepted('ada', 'the-11th', 1n),
    );
    const both = ['REF-last-minute-of-10th', 'REF-midnight-of-10th'];
    expect(await references({ from: '2026-03-10', to: '2026-03-10' })).toEqual(both);
    expect(await references({ from: '2026-03-11' })).toEqual(['REF-the-11th']);
    expect(await references({ to: '2026-03-09' })).toEqual(['REF-last-minute-of-9th']);
  });

  it('finds by part of the reference, phone, service or status, in any case', async () => {
    await given(
      new GivenEvents()
        .accepted('ada', 'Alpha', 1n, { sealed: '07011112222' })
        .accepted('ada', 'Beta', 1n)
        .captured('ada', 'Beta', 1n),
    );
    expect(await references({ search: 'lphA' })).toEqual(['REF-Alpha']);
    expect(await references({ search: '1111' })).toEqual(['REF-Alpha']);
    expect(await references({ search: 'SUCCESS' })).toEqual(['REF-Beta']);
    expect(await references({ search: 'airti' })).toEqual(['REF-Beta', 'REF-Alpha']);
    expect(await references({ search: '08' })).toEqual(['REF-Beta']);
  });

  it('pages, and without a page answers the newest 1,000', async () => {
    const script = new GivenEvents();
    for (let number = 0; number < 1_003; number++) script.accepted('ada', String(number), 1n);
    await given(script.accepted('ada', 'tv', 1n, { service: 'cable' }));
    const unpaged = await page();
    expect(unpaged).toMatchObject({ total: 1_004, truncated: true, totalCapped: false });
    expect(unpaged.rows).toHaveLength(1_000);
    expect(await page({ page: 101, pageSize: 10 })).toMatchObject({
      total: 1_004,
      truncated: false,
      rows: [{}, {}, {}, {}],
    });
    expect(await references({ page: 1, pageSize: 2 })).toEqual(['REF-tv', 'REF-1002']);
    expect(await references({ page: 2, pageSize: 2, service: 'airtime' })).toEqual(['REF-1000', 'REF-999']);
  });
});
