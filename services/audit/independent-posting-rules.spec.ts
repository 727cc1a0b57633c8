import { beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { POSTING_RULES } from './independent-posting-rules.js';
import { writeLedger } from './testing/a-ledger.js';
import { put } from './testing/tampered-event-store.js';
import { verifyLedger } from './verify-ledger.js';

let store: MemoryEventStore;
beforeEach(async () => {
  store = new MemoryEventStore();
  await writeLedger(store);
});

const found = async (): Promise<string[]> =>
  (await verifyLedger({ eventStore: store })).problems.map(
    ({ rule, stream, revision }) => `${rule} ${stream} ${revision ?? '-'}`,
  );

describe('the postings of every event', () => {
  const TYPES = Object.keys(POSTING_RULES);

  it('have a rule for each type in every events file', () => {
    const services = join(import.meta.dirname, '..', '..', '..', 'services');
    const told = readdirSync(services, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.events.ts'))
      .flatMap((name) => [
        ...readFileSync(join(services, name), 'utf8').matchAll(/NewEvent<\s*((?:'\w+'[\s|]*)+)/g),
      ])
      .flatMap(([, types]) => [...types!.matchAll(/'(\w+)'/g)].map(([, type]) => type!));
    expect(new Set(told)).toEqual(new Set(TYPES));
  });

  const MONEY = new Set([
    'WalletFunded',
    'PurchaseAccepted',
    'PurchaseCaptured',
    'PurchaseReleased',
    'PurchaseReversed',
    'UpgradeCharged',
    'BvnCharged',
    'LateSuccessDetected',
    'FundingUnmatched',
    'WalletAdjusted',
    'HouseFunded',
    'ManualFundingCredited',
    'VendorFloatToppedUp',
    'PspSettled',
    'UnmatchedAssigned',
    'UnmatchedReturned',
    'FundingChargedBack',
    'ChargebackWon',
  ]);

  const POSTINGS = {
    postings: [
      { account: 'bank', amount: '1' },
      { account: 'opening', amount: '-1' },
    ],
  };
  const wrong = (types: readonly string[]): string[] => types.map((_, n) => `postings-wrong user-x ${n}`);

  const OTHERS = TYPES.filter((type) => !MONEY.has(type));
  /** `verifyLedger` lists 100 problems at most. */
  const PART = 50;
  const STARTS = [...OTHERS.keys()].filter((n) => n % PART === 0);

  it.each(STARTS)('of other types move no money, from type %i', async (start) => {
    const types = OTHERS.slice(start, start + PART);
    await put(store, 'user-x', ...types.map((type) => [type, POSTINGS] as const));
    expect(await found()).toEqual(expect.arrayContaining(wrong(types)));
  });

  it('of types with money move the money in their data', async () => {
    const kobo = {
      paid: '700',
      settled: '600',
      providerFee: '100',
      charge: '50',
      price: '700',
      amount: '700',
      delta: '700',
      debited: '600',
      credited: '600',
      loss: '100',
    };
    const data = {
      ...kobo,
      userId: 'x',
      purchaseId: 'sold',
      service: 'airtime',
      vendor: 1,
      cost: '600',
      reference: 'FT1',
      reason: 'Weekly',
      fee: '5',
      pays: 'purchases',
      bank: 'GTBank',
      kind: 'correction',
      provider: 'monnify',
      transactionReference: 'x',
      ...POSTINGS,
    };
    await put(store, 'user-x', ...[...MONEY].map((type) => [type, data] as const));
    expect(await found()).toEqual(expect.arrayContaining(wrong([...MONEY])));
  });

  it('reports an event of an unknown type', async () => {
    await put(store, 'user-x', ['constructor', {}]);
    expect(await found()).toEqual(['unknown-event user-x 0']);
  });

  it('reports an event with missing fields and checks the rest', async () => {
    await put(store, 'wallet-x', ['PurchaseCaptured', { purchaseId: 'x' }]);
    await put(store, 'user-y', ['Unheard', {}]);
    expect(await found()).toEqual(
      expect.arrayContaining(['unreadable wallet-x 0', 'unknown-event user-y 0']),
    );
  });
});
