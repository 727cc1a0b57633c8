import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { POSTING_RULES } from '../independent-posting-rules.js';
import { writeLedger } from '../testing/a-ledger.js';
import { put, TamperedEventStore } from '../testing/tampered-event-store.js';
import { statementOf } from './stated-amounts.js';
import { findUnexplained } from './unexplained.js';

/** Example data for each type that moves money. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  WalletFunded: { provider: 'monnify', paid: '50000', charge: '1000', providerFee: '500' },
  PurchaseAccepted: { price: '10000' },
  PurchaseCaptured: { service: 'airtime', vendor: 1, price: '7000', cost: '6500', released: '3000' },
  PurchaseReleased: { price: '10000' },
  PurchaseReversed: { service: 'airtime', vendor: 1, price: '10000', cost: '10400' },
  LateSuccessDetected: { purchaseId: 'p', vendor: 1, cost: '9700' },
  UpgradeCharged: { amount: '200000' },
  BvnCharged: { amount: '2500' },
  WalletAdjusted: { kind: 'correction', delta: '-700' },
  HouseFunded: { amount: '500000' },
  ManualFundingCredited: { bank: 'Wema', amount: '90000' },
  FundingChargedBack: { provider: 'monnify', amount: '50000', debited: '30000', loss: '20000', fee: '150' },
  ChargebackWon: { provider: 'monnify', amount: '50000', credited: '30000', loss: '20000' },
  FundingUnmatched: { provider: 'monnify', paid: '40000', settled: '39600' },
  UnmatchedAssigned: { provider: 'monnify', paid: '40000', settled: '39600' },
  UnmatchedReturned: { bank: 'Wema', amount: '40000' },
  VendorFloatToppedUp: { vendor: 1, pays: 'purchases', bank: 'Wema', amount: '700000' },
  PspSettled: { provider: 'monnify', bank: 'Wema', amount: '49000', fee: '500' },
};

type Rule = (data: object, context: { serviceOf(): string }) => readonly (readonly [string, bigint])[];

describe('unexplained money', () => {
  it('states the amounts of postings for every type that moves money, and for no other', async () => {
    const store = new MemoryEventStore();
    for (const [type, rule] of Object.entries(POSTING_RULES) as unknown as [string, Rule][]) {
      const example = EXAMPLES[type];
      expect([type, statementOf(type) === undefined]).toEqual([type, example === undefined]);
      if (example === undefined) continue;
      const data = { ...example, userId: 'ada' };
      const lines = rule(data, { serviceOf: () => 'airtime' });
      const postings = lines.map(([account, amount]) => ({ account, amount: String(amount) }));
      await put(store, `example-${type}`, [type, { ...data, postings }]);
    }
    const found = await findUnexplained(store);
    expect(found).toMatchObject({ kobo: '0', count: 0, position: Object.keys(EXAMPLES).length });
    const sum = found.terms.reduce(
      (total, { term, stated }) => total + (term === 'funding' ? -BigInt(stated) : BigInt(stated)),
      0n,
    );
    expect(sum).toBe(0n);
    expect(found.terms.map(({ posted, stated }) => posted === stated)).not.toContain(false);
  });

  it('is 0 in a sound ledger, with the sums of all terms', async () => {
    const store = new MemoryEventStore();
    await writeLedger(store);
    const { kobo, terms, places } = await findUnexplained(store);
    expect([kobo, places]).toEqual(['0', []]);
    expect(Object.fromEntries(terms.map(({ term, posted }) => [term, posted]))).toEqual({
      wallets: '640000',
      holds: '10000',
      floats: '19400',
      fees: '-8900',
      funding: '660500',
    });
  });

  it.each([
    ['postings that state another amount', (data: Data) => ({ ...data, price: '9999' }), '1'],
    [
      'a line too many',
      (data: Data) => ({
        ...data,
        postings: [...data.postings, { account: 'user_available:bola', amount: '-700' }],
      }),
      '700',
    ],
    ['no postings at all', (data: Data) => ({ ...data, postings: [] }), '10000'],
    ['no amount at all', ({ postings, userId }: Data) => ({ postings, userId }), '10000'],
  ])('names the event with %s', async (_, wrong, kobo) => {
    const store = new TamperedEventStore();
    await writeLedger(store);
    const all = await store.readAll(0, 1_000);
    const { position, stream, revision } = all.find(
      ({ type, data }) => type === 'PurchaseAccepted' && data['purchaseId'] === 'failed',
    )!;
    store.tamper = (event) =>
      event.position === position ? { ...event, data: wrong(event.data as unknown as Data) } : event;
    const found = await findUnexplained(store);
    expect(found).toMatchObject({ kobo, count: 1 });
    expect(found.places).toEqual([{ position, stream, revision, type: 'PurchaseAccepted', kobo }]);
  });

  it('is not hidden by an opposite error in another event', async () => {
    const store = new MemoryEventStore();
    const move = (amount: number) => [
      { account: 'user_available:ada', amount: String(-amount) },
      { account: 'adjustment:x', amount: String(amount) },
    ];
    await put(
      store,
      'wallet-ada',
      ['WalletAdjusted', { userId: 'ada', delta: '100', postings: move(150) }],
      ['WalletAdjusted', { userId: 'ada', delta: '100', postings: move(50) }],
      ['SomethingNew', { userId: 'ada', postings: move(7) }],
    );
    const found = await findUnexplained(store);
    expect(found).toMatchObject({ kobo: '107', count: 3 });
  });

  it('aborts by signal', async () => {
    const store = new MemoryEventStore();
    await writeLedger(store);
    await expect(
      findUnexplained(store, { signal: AbortSignal.abort(new Error('interrupted')) }),
    ).rejects.toThrow('interrupted');
  });
});

interface Data {
  readonly [name: string]: unknown;
  readonly userId: string;
  readonly postings: readonly { readonly account: string; readonly amount: string }[];
}
