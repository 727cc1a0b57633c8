import { afterEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM, type RecordedEvent } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent, newEvents } from '../../../infra/event-store/testing/new-event.js';
import { WALKED_MAX } from '../../contracts/admin/audit.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { accountLines } from './account-lines.js';
import { accountSteps } from './account-steps.js';
import { linksOf } from './event-links.js';
import { postingsOf, rowOf } from './event-row.js';
import { walkEvents, type WalkAsked } from './event-walk.js';
import { Turns } from './turns.js';
import { walletSteps } from './wallet-steps.js';

const turns = new Turns({ on: false });
let store = new MemoryEventStore();
afterEach(async () => {
  await store.close();
  store = new MemoryEventStore();
});

/** Two streams in turn: `note-a` has the odd positions. */
async function twoStreams(count: number): Promise<void> {
  let heads = [NO_STREAM, NO_STREAM];
  for (let n = 0; n < count; n += 1)
    heads = [
      (await store.append('note-a', heads[0]!, newEvents(1))).head,
      (await store.append('note-b', heads[1]!, [newEvent({ n }, 'Seldom')])).head,
    ];
}

const walk = (asked: Partial<WalkAsked>) =>
  walkEvents(store, { order: 'newest', limit: 100, matches: () => true, ...asked }, turns);
const positions = ({ events }: { readonly events: readonly RecordedEvent[] }) =>
  events.map(({ position }) => position);

describe('a walk through the log', () => {
  it.each([
    ['newest', [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['oldest', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ] as const)('finds every event once, %s first, for any limit', async (order, all) => {
    await twoStreams(5);
    for (const limit of [1, 2, 3, 9, 10, 11]) {
      const found: number[] = [];
      let from: number | undefined;
      for (let done = false; !done;) {
        const part = await walk({ order, limit, from });
        expect(part.events.length).toBeLessThanOrEqual(limit);
        found.push(...positions(part));
        ({ done } = part);
        from = part.reached ?? from;
      }
      expect([limit, found]).toEqual([limit, all]);
    }
  });

  it('goes through one stream by its revisions', async () => {
    await twoStreams(3);
    expect(positions(await walk({ stream: 'note-b' }))).toEqual([6, 4, 2]);
    expect(await walk({ stream: 'note-b', from: 2, limit: 1 })).toMatchObject({ reached: 1, done: false });
    expect(positions(await walk({ stream: 'note-b', order: 'oldest', from: 0 }))).toEqual([4, 6]);
    expect(await walk({ stream: 'note-b', from: 0 })).toMatchObject({ events: [], done: true, walked: 0 });
    for (const stream of ['__proto__', 'constructor', 'note-'])
      expect(await walk({ stream })).toMatchObject({ events: [], done: true });
  });

  it('stops after WALKED_MAX events and can go on from there', async () => {
    await store.append('note-a', NO_STREAM, [newEvent({}, 'First'), ...newEvents(WALKED_MAX + 10)]);
    const matches = ({ type }: RecordedEvent) => type === 'First';
    const part = await walk({ matches });
    expect(part).toMatchObject({ events: [], done: false, walked: WALKED_MAX, reached: 12 });
    expect(await walk({ matches, from: part.reached })).toMatchObject({
      events: [{ type: 'First' }],
      done: true,
    });
  });

  it('stops at the last position asked for, oldest first', async () => {
    await twoStreams(3);
    expect(await walk({ order: 'oldest', last: 4, limit: 3 })).toMatchObject({ reached: 3, done: false });
    expect(await walk({ order: 'oldest', last: 4, from: 3 })).toMatchObject({
      events: [{ position: 4 }],
      done: true,
    });
    expect(await walk({ order: 'oldest', last: 4, from: 4 })).toMatchObject({ events: [], done: true });
    expect(positions(await walk({ order: 'oldest', last: 99 }))).toHaveLength(6);
  });

  it('finds nothing and is done in an empty log or beyond its end', async () => {
    expect(await walk({})).toEqual({ events: [], reached: undefined, done: true, walked: 0 });
    expect(await walk({ order: 'oldest' })).toMatchObject({ events: [], done: true });
    await twoStreams(1);
    expect(await walk({ order: 'oldest', from: 999_999_999 })).toMatchObject({ events: [], done: true });
    expect(positions(await walk({ from: 999_999_999 }))).toEqual([2, 1]);
  });
});

describe('turns', () => {
  it('run one at a time, also after a failure, and refuse callers when too many wait', async () => {
    const own = new Turns({ on: false });
    const done: number[] = [];
    let go: () => void = () => undefined;
    const first = own.take(() => new Promise<void>((resolve) => (go = resolve)));
    const failed = own.take(async () => Promise.reject(new Error('broken')));
    const others = [2, 3, 4, 5, 6, 7].map((n) => own.take(async () => void done.push(n)));
    await expect(own.take(async () => undefined)).rejects.toThrow(RuleBroken);
    expect(done).toEqual([]);
    go();
    await first;
    await expect(failed).rejects.toThrow('broken');
    await Promise.all(others);
    expect(done).toEqual([2, 3, 4, 5, 6, 7]);
    await own.take(async () => void done.push(8));
    expect(done.at(-1)).toBe(8);
  });
});

const USER = 'ada';
const posted = (
  type: string,
  data: Record<string, string>,
  ...lines: readonly (readonly [string, string])[]
) =>
  newEvent(
    { ...data, userId: USER, postings: lines.map(([account, amount]) => ({ account, amount })) },
    type,
  );

/** Wallet of four events: opened, 1,000 in, 300 held, sold at a cost of 250. */
async function aWallet(): Promise<readonly RecordedEvent[]> {
  const purchase = { purchaseId: 'p1' };
  await store.append(`wallet-${USER}`, NO_STREAM, [
    newEvent({ userId: USER }, 'WalletOpened'),
    posted(
      'WalletFunded',
      { availableAfter: '1000', heldAfter: '0' },
      ['opening', '1000'],
      ['user_available:ada', '-1000'],
    ),
    posted(
      'PurchaseAccepted',
      { ...purchase, availableAfter: '700', heldAfter: '300' },
      ['user_available:ada', '300'],
      ['user_held:ada', '-300'],
    ),
    posted(
      'PurchaseCaptured',
      { ...purchase, availableAfter: '700', heldAfter: '0' },
      ['user_held:ada', '300'],
      ['vendor_float:1', '-250'],
      ['margin:data', '-50'],
    ),
  ]);
  return store.readStream(`wallet-${USER}`);
}

describe('the steps of a wallet', () => {
  it('list what the postings add and the balances the events state', async () => {
    await aWallet();
    expect(await walletSteps(store, { userId: USER, from: 0, limit: 10 }, turns)).toEqual({
      userId: USER,
      total: 4,
      from: 0,
      positions: [1, 2, 3, 4],
      at: Array(4).fill(Date.parse('2026-01-02T03:04:05.678Z')),
      types: ['WalletOpened', 'WalletFunded', 'PurchaseAccepted', 'PurchaseCaptured'],
      type: [0, 1, 2, 3],
      available: [0, 1000, -300, 0],
      held: [0, 0, 300, -300],
      availableAfter: [null, 1000, 700, 700],
      heldAfter: [null, 0, 300, 0],
      purchases: ['', '', 'p1', 'p1'],
    });
    expect(await walletSteps(store, { userId: USER, from: 3, limit: 10 }, turns)).toMatchObject({
      total: 4,
      from: 3,
      held: [-300],
      types: ['PurchaseCaptured'],
    });
    expect(await walletSteps(store, { userId: '__proto__', from: 0, limit: 10 }, turns)).toMatchObject({
      total: 0,
      positions: [],
    });
  });
});

describe('the postings of an account', () => {
  const read = (account: string, balance: bigint | undefined, before?: number, limit = 10) =>
    accountLines(
      store,
      { account, before, limit },
      {
        balances: {
          now: async () => (balance === undefined ? undefined : { position: 3, balance }),
          at: async () => undefined,
        },
        turns,
      },
    );

  it('is read from the wallet of the customer, with the balance of its newest event', async () => {
    await aWallet();
    expect(await read('user_available:ada', undefined)).toMatchObject({
      stream: 'wallet-ada',
      balance: '-700',
      postings: [
        { type: 'PurchaseAccepted', amount: '300' },
        { type: 'WalletFunded', amount: '-1000' },
      ],
      done: true,
    });
    expect(await read('user_held:ada', undefined)).toMatchObject({ balance: '0', postings: [{}, {}] });
    expect(await read('user_held:ada', undefined, 3)).toMatchObject({
      balance: null,
      postings: [{ revision: 2, amount: '-300' }],
    });
    expect(await read('user_held:nobody', undefined)).toMatchObject({
      balance: '0',
      postings: [],
      done: true,
    });
  });

  it('is read from the log for any other account, up to the position of its known balance', async () => {
    await aWallet();
    // The sale comes after event 3.
    expect(await read('vendor_float:1', 0n)).toMatchObject({
      balance: '0',
      stream: null,
      postings: [],
      done: true,
    });
    expect(await read('vendor_float:1', undefined)).toMatchObject({
      balance: null,
      postings: [{ position: 4, amount: '-250' }],
    });
    expect(await read('opening', 1000n)).toMatchObject({
      balance: '1000',
      postings: [{ position: 2, amount: '1000' }],
    });
    expect(await read('opening', undefined, 2)).toMatchObject({ postings: [], done: true });
  });
});

describe('the steps of an account', () => {
  const read = (asked: { readonly after?: number; readonly to?: number; readonly limit?: number }) =>
    accountSteps(
      store,
      { account: 'opening', limit: 10, ...asked },
      { now: async () => ({ position: 5, balance: 1500n }), turns },
    );

  it('are found oldest first, up to the position of the booked balance', async () => {
    await aWallet();
    const funded = (amount: string) => posted('WalletFunded', {}, ['opening', amount], ['suspense', '0']);
    await store.append('wallet-bola', NO_STREAM, [funded('500'), funded('70')]);
    const books = { position: 5, balance: '1500' };
    expect(await read({})).toEqual({
      account: 'opening',
      books,
      done: true,
      reached: 5,
      walked: 5,
      positions: [2, 5],
      added: [1000, 500],
      types: ['WalletFunded'],
      type: [0, 0],
      at: Array(2).fill(Date.parse('2026-01-02T03:04:05.678Z')),
      purchases: ['', ''],
    });
    expect(await read({ limit: 1 })).toMatchObject({ books, positions: [2], reached: 2, done: false });
    expect(await read({ after: 2, to: 5 })).toMatchObject({ books: null, positions: [5], done: true });
    expect(await read({ after: 5, to: 5 })).toMatchObject({ positions: [], done: true });
    expect(await read({ after: 2 })).toMatchObject({ added: [500, 70], done: true });
  });
});

describe('the links of an event', () => {
  it('are found near it in the log and in the streams it names', async () => {
    await store.append('wallet-bola', NO_STREAM, newEvents(3));
    const [, , accepted, captured] = (await aWallet()) as [...RecordedEvent[]] & { readonly length: 4 };
    const of = (cause: RecordedEvent | undefined, type: string) => ({
      ...newEvent({ userId: USER }, type),
      correlationId: 'the request',
      causationId: cause!.id,
    });
    await store.append('purchase-p1', NO_STREAM, [of(accepted, 'PurchaseOpened')]);
    const [opened] = await store.readStream('purchase-p1');
    expect(await linksOf(store, opened!, turns)).toMatchObject({
      causedBy: 'event',
      cause: { id: accepted!.id },
      effects: [],
      related: [],
      previous: undefined,
      streams: ['purchase-p1', 'wallet-ada'],
    });
    expect(await linksOf(store, accepted!, turns)).toMatchObject({
      causedBy: 'request',
      cause: undefined,
      effects: [{ id: opened!.id }],
      previous: { revision: 1 },
      next: { id: captured!.id },
      streams: ['wallet-ada', 'purchase-p1'],
    });
    // Without positions, only streams are searched.
    const uncounted = { ...opened!, position: 0 };
    expect(await linksOf(store, uncounted, turns)).toMatchObject({ causedBy: 'unknown', cause: undefined });
  });
});

describe('a row', () => {
  it('is shown for an event with damaged postings', () => {
    const event = (data: unknown) => ({ ...newEvent(), data }) as unknown as RecordedEvent;
    for (const data of [
      undefined,
      {},
      { postings: 'x' },
      { postings: [null, 1, { account: 1 }, { account: 'a', amount: '1e9' }] },
    ])
      expect([postingsOf(event(data)), rowOf(event(data)).moved]).toEqual([[], null]);
    const lines = [
      { account: 'a', amount: '90071992547409930' },
      { account: 'b', amount: '-90071992547409930' },
    ];
    expect(rowOf(event({ postings: lines }))).toMatchObject({ moved: '90071992547409930', position: null });
  });
});
