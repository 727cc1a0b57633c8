import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventData } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { writeLedger } from './testing/a-ledger.js';
import { put } from './testing/tampered-event-store.js';
import { verifyLedger, type VerifyOptions } from './verify-ledger.js';

/** Sound ledger with one planted fault. No other fault may be reported. */
let store: MemoryEventStore;
beforeEach(async () => {
  store = new MemoryEventStore();
  await writeLedger(store);
});

const OF_OPEN = { userId: 'ada', purchaseId: 'open', attempt: 1, vendor: 1 };
const verify = (options: Partial<VerifyOptions> = {}) => verifyLedger({ eventStore: store, ...options });
const found = async (options: Partial<VerifyOptions> = {}): Promise<(string | undefined)[]> =>
  (await verify(options)).problems.map(
    ({ rule, stream, revision }) => `${rule} ${stream} ${revision ?? '-'}`,
  );

/** Appends an unrelated event so much later that everything open is that old. */
const minutesPass = (minutes: number): Promise<void> =>
  put(store, 'user-eve', [
    'EmailVerified',
    { userId: 'eve' },
    new Date(Date.parse('2026-03-01T09:00:00.000Z') + minutes * 60_000).toISOString(),
  ]);

/** Ends the open purchase of 10,000 kobo and continues from the balances of ada's wallet. */
async function settle(type: string, more: EventData, postings: [account: string, kobo: number][]) {
  const [released] = (await store.readStream('wallet-ada')).filter(
    (each) => each.type === 'PurchaseReleased',
  );
  const { userId, service, price } = released!.data;
  await put(store, 'wallet-ada', [
    type,
    {
      userId,
      service,
      price,
      purchaseId: 'open',
      vendor: 1,
      heldAfter: '0',
      availableAfter: '80000',
      ...more,
      postings: postings.map(([account, kobo]) => ({ account, amount: String(kobo) })),
    },
  ]);
}

const CAPTURE: [string, number][] = [
  ['user_held:ada', 10_000],
  ['vendor_float:1', -9_700],
  ['margin:airtime', -300],
];
const delivered = (cost = '9700') => put(store, 'purchase-open', ['AttemptDelivered', { ...OF_OPEN, cost }]);
const failed = () =>
  put(store, 'purchase-open', [
    'AttemptFailed',
    { ...OF_OPEN, code: '016', blame: 'biller', charged: false },
  ]);

describe('verifyLedger on overdue debts', () => {
  it('accepts them before their time limit', async () => {
    await delivered();
    await minutesPass(9);
    expect(await found()).toEqual([]);
  });

  it.each([
    ['a delivery', delivered, 'unsettled purchase-open 2'],
    ['a failure', failed, 'unsettled purchase-open 2'],
    [
      'a person’s decision',
      () =>
        put(store, 'purchase-open', [
          'ReviewResolved',
          { ...OF_OPEN, decision: 'refund', reason: 'x', cost: '0' },
        ]),
      'unsettled purchase-open 2',
    ],
  ])('reports %s that no wallet settled', async (_what, plant, problem) => {
    await plant();
    await minutesPass(11);
    expect(await found()).toEqual([problem]);
  });

  it('reports them by asOf beside a running server, even when the log is quiet', async () => {
    await delivered();
    expect(await found({ asOf: new Date('2026-03-01T09:11:00.000Z') })).toEqual([
      'unsettled purchase-open 2',
    ]);
  });

  it('reports a hold without a purchase stream', async () => {
    const [accepted] = (await store.readStream('wallet-ada')).filter(
      ({ type }) => type === 'PurchaseAccepted',
    );
    await put(store, 'wallet-ada', [
      'PurchaseAccepted',
      { ...accepted!.data, purchaseId: 'forgotten', availableAfter: '70000', heldAfter: '20000' },
    ]);
    const at = (await store.head('wallet-ada')).revision;
    await minutesPass(11);
    expect(await found()).toEqual([`hold-unopened wallet-ada ${at}`]);
  });

  it('reports a purchase without an outcome or a review', async () => {
    await minutesPass(41);
    expect(await found()).toEqual(['stalled purchase-open 0']);
  });

  it('accepts a purchase that waits while sending is held, until a while after the release', async () => {
    await put(store, 'catalog', [
      'SendingHeld',
      { reason: 'Restored', acceptedBefore: '2026-03-01T09:00:00.000Z' },
    ]);
    await minutesPass(10_000);
    expect(await found()).toEqual([]);
    const last = (await store.readAll(0, 1_000)).at(-1)!;
    await put(store, 'catalog', ['SendingReleased', { holdId: 'catalog-0', reason: 'Compared' }, last.at]);
    expect(await found()).toEqual([]);
    await minutesPass(20_000);
    expect(await found()).toEqual(['stalled purchase-open 0']);
  });

  it('accepts a purchase under review, however long', async () => {
    await put(store, 'purchase-open', ['ReviewRequired', { ...OF_OPEN, why: 'open-too-long' }]);
    await minutesPass(10_000);
    expect(await found()).toEqual([]);
  });

  it('reports a vendor reversal that was not refunded', async () => {
    await put(store, 'purchase-sold', [
      'VendorReversed',
      { ...OF_OPEN, purchaseId: 'sold', code: '040', cost: '9700' },
    ]);
    await minutesPass(11);
    expect(await found()).toEqual(['reversal-unpaid purchase-sold 3']);
  });

  it('reports a confirmed payment that no wallet booked', async () => {
    await put(store, 'funding-monnify-2', [
      'FundingVerified',
      {
        provider: 'monnify',
        transactionReference: 'lost',
        accountReference: 'ada-1',
        userId: 'ada',
        paid: '5000',
        settled: '5000',
      },
    ]);
    await minutesPass(11);
    expect(await found()).toEqual(['uncredited funding-monnify-2 0']);
  });
});

describe('verifyLedger on manual changes', () => {
  const change = { commandId: 'c', kind: 'correction', reason: 'A mistake', delta: '100' };
  const lines = (delta: number, id = 'bola') => [
    { account: 'adjustment:correction', amount: String(delta) },
    { account: `user_available:${id}`, amount: String(-delta) },
  ];
  const plant = (more: EventData = {}) =>
    put(store, 'wallet-bola', [
      'WalletAdjusted',
      {
        ...change,
        userId: 'bola',
        availableBefore: '60000',
        availableAfter: '60100',
        heldAfter: '0',
        postings: lines(100),
        ...more,
      },
    ]);

  it('reports a missing actor, a missing reason and a wrong opening balance', async () => {
    await plant({ reason: ' ' });
    await plant({ commandId: 'd', availableAfter: '60200' });
    expect(await found()).toEqual([
      'change-wrong wallet-bola 3',
      'change-wrong wallet-bola 3',
      'change-wrong wallet-bola 4',
      'change-wrong wallet-bola 4',
    ]);
  });

  it('reports a repeated change', async () => {
    await plant();
    await plant({ availableBefore: '60100', availableAfter: '60200' });
    expect((await found()).filter((each) => each?.startsWith('changed-twice'))).toEqual([
      'changed-twice wallet-bola 4',
    ]);
  });

  it("reports house money in a customer's wallet", async () => {
    await put(store, 'wallet-bola', [
      'HouseFunded',
      {
        ...change,
        amount: '100',
        userId: 'bola',
        availableBefore: '60000',
        availableAfter: '60100',
        heldAfter: '0',
        postings: [
          { account: 'house_capital', amount: '100' },
          { account: 'user_available:bola', amount: '-100' },
        ],
      },
    ]);
    expect((await verify()).problems.map(({ detail }) => detail)).toContain(
      'HouseFunded is not in the house wallet',
    );
  });
});

describe('verifyLedger on settlements', () => {
  const last = async (): Promise<number> => (await store.head('wallet-ada')).revision;

  it('accepts a correct settlement', async () => {
    await delivered();
    await settle('PurchaseCaptured', { cost: '9700' }, CAPTURE);
    await minutesPass(10_000);
    expect(await found()).toEqual([]);
  });

  it('reports a hold that is only partly settled', async () => {
    await delivered('4700');
    await settle('PurchaseCaptured', { cost: '4700', price: '5000', heldAfter: '5000' }, [
      ['user_held:ada', 5_000],
      ['vendor_float:1', -4_700],
      ['margin:airtime', -300],
    ]);
    expect(await found()).toEqual([`settled-wrong wallet-ada ${await last()}`]);
  });

  it('reports a cost other than the vendor’s', async () => {
    await delivered('9800');
    await settle('PurchaseCaptured', { cost: '9700' }, CAPTURE);
    expect(await found()).toEqual([`vendor-cost wallet-ada ${await last()}`, 'vendor-loss  -']);
  });

  it('reports another vendor', async () => {
    await delivered();
    await settle('PurchaseCaptured', { cost: '9700', vendor: 2 }, [
      CAPTURE[0]!,
      ['vendor_float:2', -9_700],
      CAPTURE[2]!,
    ]);
    expect(await found()).toEqual([`vendor-cost wallet-ada ${await last()}`]);
  });

  it('reports a full capture of a partial delivery', async () => {
    await put(store, 'purchase-open', [
      'PartiallyDelivered',
      { ...OF_OPEN, cost: '9700', delivered: 1, of: 2 },
    ]);
    await settle('PurchaseCaptured', { cost: '9700' }, CAPTURE);
    expect(await found()).toEqual(Array(2).fill(`settled-wrong wallet-ada ${await last()}`));
  });

  it('reports a refund above the capture', async () => {
    await put(store, 'purchase-sold', [
      'VendorReversed',
      { ...OF_OPEN, purchaseId: 'sold', code: '040', cost: '9700' },
    ]);
    await settle(
      'PurchaseReversed',
      {
        purchaseId: 'sold',
        price: '11000',
        cost: '9700',
        reason: '040',
        availableAfter: '91000',
        heldAfter: '10000',
      },
      [
        ['vendor_float:1', 9_700],
        ['margin:airtime', 1_300],
        ['user_available:ada', -11_000],
      ],
    );
    expect(await found()).toEqual([`settled-wrong wallet-ada ${await last()}`]);
  });

  it('reports a credit without a confirmed payment', async () => {
    await settle(
      'WalletFunded',
      {
        provider: 'monnify',
        transactionReference: 'invented',
        paid: '500',
        charge: '0',
        providerFee: '0',
        credited: '500',
        availableAfter: '80500',
        heldAfter: '10000',
      },
      [
        ['psp_receivable:monnify', 500],
        ['user_available:ada', -500],
      ],
    );
    expect(await found()).toEqual([`credit-unconfirmed wallet-ada ${await last()}`]);
  });
});

describe('verifyLedger on deliveries', () => {
  it('accepts a late delivery as our loss and reports one missing from the books', async () => {
    await failed();
    await settle('PurchaseReleased', { reason: 'x', availableAfter: '90000' }, [
      ['user_held:ada', 10_000],
      ['user_available:ada', -10_000],
    ]);
    await put(store, 'purchase-open', [
      'LateSuccessDetected',
      {
        ...OF_OPEN,
        cost: '9700',
        postings: [
          { account: 'vendor_loss', amount: '97' },
          { account: 'vendor_float:1', amount: '-97' },
        ],
      },
    ]);
    expect(await found()).toEqual(['postings-wrong purchase-open 3', 'vendor-loss  -']);
  });

  it('reports a late success of an open purchase', async () => {
    await put(store, 'purchase-open', [
      'LateSuccessDetected',
      {
        ...OF_OPEN,
        cost: '9700',
        postings: [
          { account: 'vendor_loss', amount: '9700' },
          { account: 'vendor_float:1', amount: '-9700' },
        ],
      },
    ]);
    expect(await found()).toEqual(['out-of-order purchase-open 2']);
  });

  it('reports a delivery in a foreign stream', async () => {
    await put(store, 'purchase-other', ['AttemptDelivered', { ...OF_OPEN, cost: '9700' }]);
    expect(await found()).toEqual(['wrong-stream purchase-other 0']);
  });

  it('reports a second attempt without a definite failure', async () => {
    await put(store, 'purchase-open', ['AttemptStarted', { ...OF_OPEN, attempt: 2 }]);
    expect(await found()).toEqual(['attempt-wrong purchase-open 2']);
  });
});
