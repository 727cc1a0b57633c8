import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventData } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { put } from './testing/tampered-event-store.js';
import { verifyLedger } from './verify-ledger.js';

let store: MemoryEventStore;
const WALLET = 'wallet-ada';
const PAYMENT = { provider: 'monnify', transactionReference: 'MNFY|1' };
const SIGNED = { reason: 'Stolen', evidence: 'mail' };

beforeEach(async () => {
  store = new MemoryEventStore();
  await put(store, WALLET, [
    'WalletFunded',
    {
      ...PAYMENT,
      userId: 'ada',
      source: 'Bank',
      paid: '100',
      charge: '0',
      providerFee: '0',
      credited: '100',
      availableBefore: '0',
      availableAfter: '100',
      heldAfter: '0',
      postings: [
        { account: 'psp_receivable:monnify', amount: '100' },
        { account: 'user_available:ada', amount: '-100' },
      ],
    },
  ]);
});

const found = async (about: RegExp) =>
  (await verifyLedger({ eventStore: store })).problems
    .filter(({ rule }) => about.test(rule))
    .map(({ rule, detail }) => `${rule}: ${detail}`);
const claim = (dispute = 'CB-1') =>
  put(store, 'funding-monnify-1', [
    'ChargebackClaimed',
    { ...PAYMENT, ...SIGNED, userId: 'ada', dispute, amount: '60', fee: '0', commandId: dispute },
  ]);
const take = (more: EventData = {}) =>
  put(store, WALLET, [
    'FundingChargedBack',
    {
      ...PAYMENT,
      ...SIGNED,
      userId: 'ada',
      commandId: 'c',
      dispute: 'CB-1',
      amount: '60',
      fee: '0',
      debited: '60',
      loss: '0',
      availableBefore: '100',
      availableAfter: '40',
      heldAfter: '0',
      postings: [
        { account: 'psp_receivable:monnify', amount: '-60' },
        { account: 'user_available:ada', amount: '60' },
      ],
      ...more,
    },
  ]);
const won = (more: EventData = {}) =>
  put(store, WALLET, [
    'ChargebackWon',
    {
      ...PAYMENT,
      ...SIGNED,
      userId: 'ada',
      commandId: 'w',
      chargebackId: 'c',
      dispute: 'CB-1',
      amount: '60',
      credited: '60',
      loss: '0',
      availableBefore: '40',
      availableAfter: '100',
      heldAfter: '0',
      postings: [
        { account: 'psp_receivable:monnify', amount: '60' },
        { account: 'user_available:ada', amount: '-60' },
      ],
      ...more,
    },
  ]);

describe('verifyLedger on chargebacks', () => {
  it('accepts a recorded and booked chargeback, but reports a missing actor', async () => {
    await claim();
    await take();
    await won();
    expect(await found(/^chargeback/)).toEqual([]);
    expect(await found(/^change/)).toEqual([
      'change-wrong: ChargebackClaimed was made by nobody who may, or has no reason',
      'change-wrong: FundingChargedBack was made by nobody who may',
      'change-wrong: ChargebackWon was made by nobody who may',
    ]);
  });

  it('reports one that is unrecorded, of a foreign payment, repeated or above the credit', async () => {
    await take();
    expect(await found(/^chargeback/)).toEqual([
      'chargeback-wrong: monnify CB-1 was never recorded about monnify MNFY|1',
    ]);
    await claim();
    await take({ userId: 'bola' });
    expect(await found(/^chargeback/)).toEqual([
      'chargeback-wrong: monnify CB-1 was never recorded about monnify MNFY|1',
      'chargeback-wrong: monnify CB-1 was never recorded about monnify MNFY|1',
      'chargeback-wrong: monnify MNFY|1 was not credited to this wallet',
      'chargeback-wrong: more of monnify MNFY|1 is charged back than was credited',
      'chargeback-wrong: monnify CB-1 was charged back before',
    ]);
  });

  it('reports a loss that the wallet could pay, and amounts that do not add up', async () => {
    await claim();
    await take({ debited: '50', loss: '20' });
    expect(await found(/^chargeback/)).toEqual([
      'chargeback-wrong: 50 kobo and a loss of 20 are not the 60 that were disputed',
      'chargeback-wrong: 40 kobo are left, and yet there is a loss',
    ]);
  });

  it('reports a win without a debit, and a second win', async () => {
    await won();
    await claim();
    await take();
    await won({ credited: '61' });
    await won();
    expect(await found(/^chargeback/)).toEqual([
      'chargeback-wrong: monnify CB-1 was not charged back, or was won before',
      'chargeback-wrong: monnify CB-1 does not give back what it took',
      'chargeback-wrong: monnify CB-1 was not charged back, or was won before',
    ]);
  });

  it('reports a claim that no wallet books in time', async () => {
    await claim();
    const asOf = new Date('2026-04-01T09:00:00.000Z');
    const { problems } = await verifyLedger({ eventStore: store, asOf });
    expect(problems.map(({ rule }) => rule)).toContain('chargeback-open');
  });
});
