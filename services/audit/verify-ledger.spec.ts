import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventData, RecordedEvent } from '../../infra/event-store/event-store.js';
import { writeLedger } from './testing/a-ledger.js';
import { put, TamperedEventStore } from './testing/tampered-event-store.js';
import { verifyLedger } from './verify-ledger.js';
import type { VerifyReport } from './verify-ledger.js';

let store: TamperedEventStore;
beforeEach(async () => {
  store = new TamperedEventStore();
  await writeLedger(store);
});

const rules = (report: VerifyReport): string[] =>
  [...new Set(report.problems.map(({ rule }) => rule))].sort();

/** Changes the data of the first event of a type. */
function change(type: string, to: (data: EventData) => EventData): void {
  let first: number | undefined;
  store.tamper = (event) => {
    if (event.type === type) first ??= event.position;
    return event.position === first ? { ...event, data: to(event.data) } : event;
  };
}

describe('a sound ledger', () => {
  it('has no problems and its books are summed', async () => {
    const seen: number[] = [];
    const report = await verifyLedger({
      eventStore: store,
      acknowledged: ['sold', 'open'],
      onProgress: (at) => seen.push(at),
    });
    expect(report).toMatchObject({
      ok: true,
      problems: [],
      sum: '0',
      hashesVerified: true,
      position: report.events,
    });
    expect(report.purchases).toEqual({
      accepted: 5,
      open: 1,
      captured: 1,
      released: 2,
      reversed: 1,
      unsettled: 0,
    });
    expect(report.books).toMatchObject({
      user_held: '-10000',
      'vendor_float:1': '-19400',
      'margin:airtime': '-300',
      vendor_loss: '9700',
      psp_fee: '500',
    });
    expect(seen.at(-1)).toBe(report.events);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
  it('counts purchases with an outcome that no wallet has settled', async () => {
    await put(store, 'purchase-open', [
      'AttemptDelivered',
      { userId: 'ada', purchaseId: 'open', cost: '9700', attempt: 1 },
    ]);
    expect((await verifyLedger({ eventStore: store })).purchases).toMatchObject({ open: 1, unsettled: 1 });
  });

  it('has no problems when an event is appended during the check of heads', async () => {
    const head = store.head.bind(store);
    let appended = false;
    store.head = async (stream) => {
      if (!appended) {
        appended = true;
        const delivered = { userId: 'ada', purchaseId: 'open', cost: '9700', attempt: 1 };
        await put(store, 'purchase-open', ['AttemptDelivered', delivered]);
      }
      return head(stream);
    };
    expect((await verifyLedger({ eventStore: store })).problems).toEqual([]);
    expect(appended).toBe(true);
  });
});

describe('verifyLedger finds', () => {
  const verify = () => verifyLedger({ eventStore: store });

  it('a changed event', async () => {
    change('WalletFunded', (data) => ({ ...data, source: 'elsewhere' }));
    expect(rules(await verify())).toEqual(['hash-wrong']);
  });
  it('a changed event with a new hash, by the next event', async () => {
    store.reseal = true;
    change('WalletFunded', (data) => ({ ...data, source: 'elsewhere' }));
    expect(rules(await verify())).toEqual(['chain-broken']);
  });
  it('a changed last event with a new hash, by the head of its stream', async () => {
    store.reseal = true;
    change('LateSuccessDetected', (data) => ({ ...data, vendorTransactionId: 'other' }));
    expect(rules(await verify())).toEqual(['head-wrong']);
  });
  it('a removed event', async () => {
    store.tamper = (event) => (event.type === 'PurchaseReversed' ? undefined : event);
    expect(rules(await verify())).toEqual(['head-wrong', 'position-gap']);
  });
  it('a log cut short', async () => {
    const last = await store.lastPosition();
    store.lastPosition = () => Promise.resolve(last + 1);
    expect(rules(await verify())).toEqual(['log-short']);
  });
  it('problems in log order, and unreadable bytes once at any place', async () => {
    const readStored = store.readStored.bind(store);
    const last = await store.lastPosition();
    store.readStored = async (after, limit) =>
      (await readStored(after, limit)).map((stored) =>
        [3, last].includes(stored.position) ? { ...stored, bytes: Buffer.from('x') } : stored,
      );
    change('WalletOpened', (data) => ({ ...data, more: 'than was sealed' }));
    const { problems } = await verify();
    expect(problems[0]).toMatchObject({ rule: 'hash-wrong', position: 1 });
    const unreadable = problems.filter(({ rule }) => rule === 'unreadable');
    expect(unreadable.map(({ position }) => position)).toEqual([3, last]);
    expect(problems.map(({ rule }) => rule)).not.toContain('log-short');
  });
  it('bytes that are not an event', async () => {
    const readStored = store.readStored.bind(store);
    store.readStored = async (after, limit) =>
      (await readStored(after, limit)).map((each) =>
        each.position === 3 ? { ...each, bytes: each.bytes.subarray(1) } : each,
      );
    expect(rules(await verify())).toContain('unreadable');
  });
  it('postings that do not add up', async () => {
    change('PurchaseAccepted', (data) => ({
      ...data,
      postings: [{ account: 'user_held:ada', amount: '-10000' }],
    }));
    expect(rules(await verify())).toEqual([
      'balance-wrong',
      'hash-wrong',
      'postings-wrong',
      'trial-balance',
      'unbalanced',
    ]);
  });
  it('balanced postings to the wrong account', async () => {
    const changed = (event: RecordedEvent): string =>
      JSON.stringify(event).replaceAll('margin:airtime', 'margin:bet');
    store.tamper = (event) => JSON.parse(changed(event)) as RecordedEvent;
    expect(rules(await verify())).toEqual(['hash-wrong', 'postings-wrong']);
  });
  it('a balance that differs from the postings', async () => {
    change('PurchaseReleased', (data) => ({ ...data, availableAfter: '1' }));
    expect(rules(await verify())).toEqual(['balance-wrong', 'hash-wrong']);
  });
  it('a wallet below zero', async () => {
    await put(store, 'wallet-eve', [
      'PurchaseAccepted',
      {
        userId: 'eve',
        purchaseId: 'x',
        price: '5',
        availableAfter: '-5',
        heldAfter: '5',
        postings: [
          { account: 'user_available:eve', amount: '5' },
          { account: 'user_held:eve', amount: '-5' },
        ],
      },
    ]);
    expect(rules(await verify())).toEqual(['below-zero']);
  });
  it('the same payment credited twice', async () => {
    const [, funded] = await store.readStream('wallet-bola');
    const { userId: _, ...rest } = funded!.data;
    await put(store, 'wallet-eve', [
      'WalletFunded',
      JSON.parse(JSON.stringify({ userId: 'eve', ...rest }).replaceAll('bola', 'eve')) as EventData,
    ]);
    expect(rules(await verify())).toEqual(['funded-twice']);
  });
  it('a purchase captured and released', async () => {
    const [released] = (await store.readStream('wallet-ada')).filter(
      ({ type }) => type === 'PurchaseReleased',
    );
    await put(store, 'wallet-ada', [
      'PurchaseReleased',
      { ...released!.data, purchaseId: 'sold', heldAfter: '0', availableAfter: '90000' },
    ]);
    expect(rules(await verify())).toEqual(['told-twice']);
  });
  it('a hold settled against the vendor’s outcome', async () => {
    const [captured] = (await store.readStream('wallet-ada')).filter(
      ({ type }) => type === 'PurchaseCaptured',
    );
    await put(store, 'wallet-ada', [
      'PurchaseCaptured',
      { ...captured!.data, purchaseId: 'open', heldAfter: '0', availableAfter: '80000' },
    ]);
    expect((await verify()).problems).toMatchObject([
      { rule: 'out-of-order', detail: 'PurchaseCaptured of open, which is accepted, opened' },
      { rule: 'vendor-loss' },
    ]);
  });
  it('the same attempt started twice', async () => {
    await put(store, 'purchase-open', ['AttemptStarted', { userId: 'ada', purchaseId: 'open', attempt: 1 }]);
    expect(rules(await verify())).toEqual(['attempt-wrong']);
  });
  it('a purchase that was acknowledged and lost', async () => {
    const report = await verifyLedger({ eventStore: store, acknowledged: ['sold', 'lost'] });
    expect(report.problems).toMatchObject([
      { rule: 'lost', detail: 'lost was acknowledged and is not there' },
    ]);
  });
  it('more problems than it lists', async () => {
    store.tamper = (event) => ({ ...event, previousHash: 'x' });
    for (let n = 0; n < 200; n++) await put(store, 'user-x', ['Seen', { n }]);
    const report = await verify();
    expect(report.problems).toHaveLength(100);
    expect(report.problemCount).toBeGreaterThan(400);
  });
});
