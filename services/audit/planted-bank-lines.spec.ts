import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventData } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { bankEntryStream } from '../money-desk/bank-entries.js';
import { put } from './testing/tampered-event-store.js';
import { verifyLedger } from './verify-ledger.js';

let store: MemoryEventStore;
beforeEach(() => {
  store = new MemoryEventStore();
});

const verify = () => verifyLedger({ eventStore: store });
const found = async () =>
  (await verify()).problems.map(({ rule, stream, revision }) => `${rule} ${stream} ${revision ?? '-'}`);

describe('verifyLedger on bank entries', () => {
  const STREAM = bankEntryStream('GTBank', 'FT1');
  const plant = (more: EventData = {}, stream = STREAM) =>
    put(store, stream, [
      'VendorFloatToppedUp',
      {
        commandId: 'c',
        reason: 'Stock',
        amount: '100',
        bank: 'GTBank',
        reference: 'FT1',
        vendor: 1,
        pays: 'purchases',
        evidence: 'mail',
        postings: [
          { account: 'vendor_float:1', amount: '100' },
          { account: 'bank:gtbank', amount: '-100' },
        ],
        ...more,
      },
    ]);

  it('reports a missing actor or reason and an entry in a foreign stream', async () => {
    await plant({ reason: '' });
    await plant({ reference: 'FT2' }, 'bank-entry-other');
    expect((await verify()).problems.map(({ detail }) => detail)).toEqual([
      'VendorFloatToppedUp was made by nobody who may',
      'VendorFloatToppedUp has no reason',
      'VendorFloatToppedUp is not its line of the bank',
      'VendorFloatToppedUp was made by nobody who may',
    ]);
  });

  it('reports an entry booked twice and postings to a wrong account', async () => {
    await plant();
    await plant({ pays: 'transfers' });
    expect(await found()).toEqual(
      expect.arrayContaining([`changed-twice ${STREAM} 1`, `postings-wrong ${STREAM} 1`]),
    );
  });
});

describe('verifyLedger on unmatched payments', () => {
  const PAYMENT = { provider: 'monnify', transactionReference: 'MNFY|1', reason: 'Wrote' };
  const LINE = { bank: 'GTBank', reference: 'FT1', evidence: 'mail' };
  const unmatched = (stream: string) =>
    put(store, stream, [
      'FundingUnmatched',
      {
        ...PAYMENT,
        accountReference: '',
        paid: '100',
        settled: '100',
        postings: [
          { account: 'psp_receivable:monnify', amount: '100' },
          { account: 'suspense_unmatched', amount: '-100' },
        ],
      },
    ]);
  const assigned = (stream: string, paid = '100') =>
    put(store, stream, [
      'UnmatchedAssigned',
      {
        ...PAYMENT,
        paid,
        settled: paid,
        userId: 'ada',
        commandId: 'c',
        charge: '0',
        postings: [
          { account: 'suspense_unmatched', amount: paid },
          { account: 'psp_receivable:monnify', amount: `-${paid}` },
        ],
      },
    ]);

  it('reports a payment settled twice, never received or settled without permission', async () => {
    await unmatched('funding-monnify-1');
    await assigned('funding-monnify-1');
    expect(await found()).toEqual(['change-wrong funding-monnify-1 1']);
    await assigned('funding-monnify-1');
    expect(await found()).toContain('unmatched-wrong funding-monnify-1 2');
  });

  it('reports a return without a bank entry after ten minutes, until it is booked or lapses', async () => {
    const claimed = { ...PAYMENT, ...LINE, commandId: 'c', amount: '100' };
    await unmatched('funding-monnify-1');
    await put(store, 'funding-monnify-1', ['UnmatchedReturnClaimed', claimed]);
    const { at } = (await store.readStream('funding-monnify-1')).at(-1)!;
    const after = async (minutes: number) => {
      const asOf = new Date(Date.parse(at) + minutes * 60_000);
      const { problems } = await verifyLedger({ eventStore: store, asOf });
      return problems.map(({ rule, stream, revision }) => `${rule} ${stream} ${revision ?? '-'}`);
    };
    expect(await after(9)).toEqual([]);
    expect(await after(11)).toEqual(['unreturned funding-monnify-1 1']);
    const why = 'Booked before';
    await put(store, 'funding-monnify-1', ['UnmatchedReturnLapsed', { ...PAYMENT, commandId: 'c', why }]);
    expect(await after(11)).toEqual([]);
    await put(store, 'funding-monnify-1', ['UnmatchedReturnClaimed', { ...claimed, reference: 'FT2' }]);
    expect(await after(11)).toEqual(['unreturned funding-monnify-1 3']);
    await put(store, bankEntryStream('GTBank', 'FT2'), [
      'UnmatchedReturned',
      {
        ...claimed,
        reference: 'FT2',
        postings: [
          { account: 'suspense_unmatched', amount: '100' },
          { account: 'bank:gtbank', amount: '-100' },
        ],
      },
    ]);
    expect((await after(11)).filter((each) => each.startsWith('unreturned'))).toEqual([]);
  });

  it('reports a payment found a second time, which would be paid out twice', async () => {
    await unmatched('funding-monnify-1');
    await unmatched('funding-monnify-1');
    expect(await found()).toEqual(['unmatched-wrong funding-monnify-1 1']);
  });

  it('reports a settlement with another amount', async () => {
    await unmatched('funding-monnify-1');
    await assigned('funding-monnify-1', '99');
    expect(await found()).toContain('unmatched-wrong funding-monnify-1 1');
  });
});
