import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import type { NewEvent } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { adjust, buy, capture, capturePart, fund, release, reverse, USER } from '../testing/given-wallet.js';
import { WalletProcess } from '../testing/wallet-process.js';
import { walletStream } from '../../ledger/streams.js';

let store: MemoryEventStore;
let api: WalletProcess;
let worker: WalletProcess;

beforeEach(async () => {
  store = new MemoryEventStore();
  [api, worker] = [new WalletProcess(store), new WalletProcess(store)];
  await api.ask(fund(10_000n));
  await api.hear();
  await worker.hear();
  await worker.wallets.load(USER);
});

const types = async (): Promise<string[]> =>
  (await store.readStream(walletStream(USER))).map(({ type }) => type.replace('Purchase', ''));
/** Wallet as loaded by a process that has just started. */
const stored = () => new WalletProcess(store).wallets.load(USER);
const held = async (): Promise<unknown> => {
  const { held: money, open } = await stored();
  return [money, [...open.keys()]];
};
const buyAll = async (process: WalletProcess, ...ids: string[]): Promise<void> => {
  for (const id of ids) await process.ask(buy(id, 1_000n));
};

/** Process that must look up every unknown purchase, because its wallet has dropped a settled one. */
const forgetful = async (): Promise<WalletProcess> => {
  const process = new WalletProcess(store, { settledMax: 1 });
  await buyAll(process, 'x', 'y', 'z');
  for (const id of ['x', 'y', 'z']) await process.ask(release(id));
  return process;
};

describe('an event of another process that is stored while this process works on the same wallet', () => {
  it('is kept when it is heard during an append whose answer is lost', async () => {
    await buyAll(api, 'p0');
    await worker.hear();
    const meanwhile = async (): Promise<void> => {
      await api.hear();
      await buyAll(api, 'p1', 'p2');
      await worker.hear();
    };
    worker.connection.faults.append.push({ after: meanwhile, lose: true });
    await worker.ask(capture('p0', 900n));
    await worker.ask(release('p1'));
    await worker.ask(capture('p2', 900n));
    expect(await held()).toEqual([0n, []]);
    expect((await stored()).available).toBe(8_000n);
  });

  it('is kept when it is heard while the wallet is loaded', async () => {
    const late = new WalletProcess(store);
    // The store answers the read only after the subscription has delivered the events in between.
    late.connection.faults.readStream.push({
      after: async () => {
        await buyAll(api, 'p1');
        await late.hear();
      },
    });
    expect([...(await late.wallets.load(USER)).open.keys()]).toEqual(['p1']);
    await late.ask(release('p1'));
    expect(await held()).toEqual([0n, []]);
  });

  it('is kept when it is heard while a purchase is looked up', async () => {
    worker = await forgetful();
    worker.connection.faults.head.push({
      before: async () => {
        await api.hear();
        await buyAll(api, 'p1');
        await worker.hear();
      },
    });
    await worker.ask(buy('p2', 1_000n));
    await worker.ask(release('p1'));
    await worker.ask(release('p2'));
    expect(await held()).toEqual([0n, []]);
  });

  it.each(['before', 'after'] as const)(
    'counts its own event once when the subscription delivers it %s the append is answered',
    async (moment) => {
      if (moment === 'before')
        worker.connection.faults.append.push({ after: async () => void (await worker.hear()) });
      await worker.ask(buy('p1', 1_000n));
      await worker.hear();
      await worker.ask(buy('p2', 1_000n));
      expect((await worker.wallets.load(USER)).available).toBe(8_000n);
      expect(worker.connection.calls).toMatchObject({ append: 2, readStream: 1 });
    },
  );
});

describe('a wallet in two processes', () => {
  const reads = (): number => api.connection.calls.readStream + worker.connection.calls.readStream;
  const available = async ({ wallets }: WalletProcess): Promise<bigint> =>
    (await wallets.load(USER)).available;

  it('follows the other process through the log, without reading', async () => {
    const before = reads();
    await api.ask(fund(100n));
    await worker.hear();
    expect(await available(worker)).toBe(10_100n);
    await worker.ask(fund(200n));
    expect(await available(worker)).toBe(10_300n);
    expect(reads()).toBe(before);
  });

  it('counts its own events once when the log delivers them', async () => {
    await api.ask(fund(100n));
    for (const event of [...(await store.readAll(0, 100)), ...(await store.readAll(0, 100))])
      api.wallets.onRecorded(event);
    expect(await available(api)).toBe(10_100n);
  });

  it('is read again after a missed event', async () => {
    await api.ask(fund(100n));
    await api.ask(fund(200n));
    const [newest] = await store.readStream(walletStream(USER), { direction: 'backwards', limit: 1 });
    worker.wallets.onRecorded(newest!);
    expect(await available(worker)).toBe(10_300n);
  });

  it('is shown as stored, before the log delivers the event', async () => {
    await api.ask(fund(100n));
    expect(await available(worker)).toBe(10_000n);
    expect((await worker.wallets.loadStored(USER)).available).toBe(10_100n);
  });

  it('keeps every kobo when both processes change it at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? api : worker).ask(fund(BigInt(n + 1)))));
    await api.hear();
    expect(await available(api)).toBe(10_055n);
    expect((await worker.wallets.loadStored(USER)).available).toBe(10_055n);
  });
});

describe('a settlement', () => {
  const settlements = {
    capture: capture('p1', 900n),
    'partial capture': capturePart('p1', 900n, 1, 2),
    release: release('p1'),
    reversal: reverse('p1', 900n),
  };
  it.each(Object.entries(settlements))(
    'is stored for a hold that this process has not heard of (%s)',
    async (_, command) => {
      await buyAll(api, 'p1');
      Object.assign(worker.connection.calls, { append: 0, readStream: 0, head: 0 });
      expect((await worker.ask(command)).events).not.toEqual([]);
      // The search reads back to `PurchaseAccepted`; the reload reads the new events.
      expect(worker.connection.calls).toEqual({ append: 1, readStream: 2, head: 0 });
      expect(await held()).toEqual([0n, []]);
    },
  );

  it('is skipped only when the stored wallet shows the purchase as settled', async () => {
    await buyAll(api, 'p1');
    await api.ask(release('p1'));
    expect((await worker.ask(capture('p1', 900n))).events).toEqual([]);
    expect((await worker.ask(reverse('p1', 900n))).events).toEqual([]);
    expect(await types()).toEqual(['WalletOpened', 'WalletFunded', 'Accepted', 'Released']);
  });

  it('is refused for a purchase that no wallet knows, so that it is repeated', async () => {
    for (const command of Object.values(settlements))
      expect(await worker.codeOf(command)).toBe('TRANSACTION_NOT_FOUND');
  });

  it('costs one append and no other call when the hold is known', async () => {
    await buyAll(api, 'p1', 'p2');
    await worker.hear();
    Object.assign(worker.connection.calls, { append: 0, readStream: 0, head: 0 });
    await worker.ask(capture('p1', 900n));
    expect(worker.connection.calls).toEqual({ append: 1, readStream: 0, head: 0 });
    // A repeated settlement makes no call to the store.
    await worker.ask(capture('p1', 900n));
    expect(worker.connection.calls).toEqual({ append: 1, readStream: 0, head: 0 });
  });

  it('finds the purchase of a reversal that was settled earlier in the same batch and dropped', async () => {
    const small = new WalletProcess(store, { settledMax: 2 });
    await buyAll(small, 'a', 'p1', 'p2', 'p3', 'p4');
    await small.ask(capture('a', 900n));
    // The first command is appended alone; the others queue and are decided together.
    const batch = [release('p1'), release('p2'), release('p3'), release('p4'), reverse('a', 900n)];
    await Promise.all(batch.map((command) => small.ask(command)));
    expect((await types()).filter((type) => type === 'Reversed')).toHaveLength(1);
    expect((await stored()).available).toBe(10_000n);
  });

  it('finds the purchase of a reversal that was captured and dropped in the same batch', async () => {
    const small = new WalletProcess(store, { settledMax: 1 });
    await buyAll(small, 'x', 'a', 'p1', 'p2');
    const batch = [release('x'), capture('a', 900n), release('p1'), release('p2'), reverse('a', 900n)];
    await Promise.all(batch.map((command) => small.ask(command)));
    expect((await types()).filter((type) => type === 'Reversed')).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('is not based on an outdated balance', async () => {
    const spent = buy('all', 10_000n);
    await worker.ask(spent);
    await api.hear();
    await api.ask(fund(50_000n, { transactionReference: 'more' }));
    expect(await worker.codeOf(buy('p1', 50_000n))).toBe('accepted');
  });

  it('is not based on a released duplicate or an outdated daily limit', async () => {
    await worker.ask(buy('p1', 1_000n, { duplicateKey: 'same', pinlessLimit: 1_000n }));
    await api.ask(release('p1'));
    const again = { duplicateKey: 'same', pinlessLimit: 1_000n };
    expect(await worker.codeOf(buy('p2', 1_000n, again))).toBe('accepted');
    await api.hear();
    await api.ask(release('p2'));
    expect(await worker.codeOf(buy('p3', 1_000n, { pinlessLimit: 1_000n }))).toBe('accepted');
  });

  it('of a charge is not based on an outdated balance', async () => {
    await worker.ask(buy('all', 10_000n));
    await api.hear();
    await api.ask(fund(50_000n, { transactionReference: 'more' }));
    const upgrade = { type: 'ChargeOnce', kind: 'upgrade', chargeId: 'once', amount: 50_000n } as const;
    expect(await worker.codeOf(upgrade)).toBe('accepted');
  });

  it('costs one read of the stored head, and an acceptance none', async () => {
    Object.assign(worker.connection.calls, { append: 0, readStream: 0, head: 0 });
    expect(await worker.codeOf(buy('p1', 10_001n))).toBe('INSUFFICIENT_FUNDS');
    expect(worker.connection.calls).toEqual({ append: 0, readStream: 0, head: 1 });
    expect(await worker.codeOf(buy('p2', 1n))).toBe('accepted');
    expect(worker.connection.calls).toEqual({ append: 1, readStream: 0, head: 1 });
  });

  it('costs no more for a wallet that looks up its purchases', async () => {
    worker = await forgetful();
    Object.assign(worker.connection.calls, { append: 0, readStream: 0, head: 0 });
    expect(await worker.codeOf(buy('p1', 10_001n))).toBe('INSUFFICIENT_FUNDS');
    expect(await worker.codeOf(buy('p2', 1n))).toBe('accepted');
    expect(worker.connection.calls).toEqual({ append: 1, readStream: 0, head: 3 });
  });

  it('costs nothing when no other process writes', async () => {
    Object.assign(worker.connection, { hasOtherWriters: false });
    Object.assign(worker.connection.calls, { append: 0, readStream: 0, head: 0 });
    expect(await worker.codeOf(buy('p1', 10_001n))).toBe('INSUFFICIENT_FUNDS');
    expect(worker.connection.calls).toEqual({ append: 0, readStream: 0, head: 0 });
  });

  it('does not deny a purchase that another process has just accepted', async () => {
    await api.ask(buy('p1', 1_000n));
    const earlier = await worker.wallets.earlierPurchase(USER, 'p1');
    expect(earlier).toMatchObject({ requestDigest: 'digest-p1' });
    expect(await worker.wallets.earlierPurchase(USER, 'never')).toBeUndefined();
  });
});

describe('a process whose log is late', () => {
  it.each([
    ['by a second', 1_000, { append: 1, readStream: 1, head: 0 }],
    ['by a tenth of a second', 100, { append: 2, readStream: 1, head: 0 }],
  ])('%s decides on the stored wallet', async (_, late, calls) => {
    await api.ask(buy('p1', 1_000n));
    worker.connection.late = late;
    Object.assign(worker.connection.calls, { append: 0, readStream: 0, head: 0 });
    expect(await worker.codeOf(buy('p2', 1_000n))).toBe('accepted');
    expect(worker.connection.calls).toEqual(calls);
  });
});

describe('an outage of the event store while several purchases are looked up', () => {
  it('refuses each of them, without an unhandled rejection', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): unknown => unheard.push(reason);
    process.on('unhandledRejection', hear);
    try {
      worker = await forgetful();
      worker.connection.faults.head.push(...Array.from({ length: 6 }, () => ({ away: true }) as const));
      const ids = Array.from({ length: 6 }, (_, n) => `p${n}`);
      const codes = await Promise.all(ids.map((id) => worker.codeOf(buy(id, 1n))));
      expect(codes).toEqual(ids.map(() => 'LEDGER_UNAVAILABLE'));
      // Node reports unhandled rejections one turn late.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(unheard).toEqual([]);
      expect(await worker.codeOf(buy('p1', 1n))).toBe('accepted');
    } finally {
      process.off('unhandledRejection', hear);
    }
  });

  it('refuses only the purchases whose own look-up failed', async () => {
    worker = await forgetful();
    worker.connection.faults.head.push({}, {}, { away: true }, {});
    const first = worker.codeOf(buy('p0', 1n));
    const others = ['p1', 'p2', 'p3'].map((id) => worker.codeOf(buy(id, 1n)));
    expect(await Promise.all([first, ...others])).toEqual([
      'accepted',
      'accepted',
      'LEDGER_UNAVAILABLE',
      'accepted',
    ]);
  });
});

describe('a repeated id', () => {
  it('with another amount is refused by a process that has not heard of the first, and changes no wallet in memory', async () => {
    const commandId = 'sent-again-with-a-corrected-amount';
    await api.ask(adjust(10_000n, 10_100n, { commandId }));
    expect(await worker.codeOf(adjust(10_000n, 10_200n, { commandId }))).toBe('CHANGE_CONFLICT');
    await buyAll(worker, 'p1');
    expect((await stored()).available).toBe(9_100n);
    expect((await worker.wallets.load(USER)).available).toBe(9_100n);
  });

  it('is not answered before the first purchase is durable', async () => {
    let earlier: unknown = 'not answered';
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    worker.connection.faults.append.push({ before: () => gate });
    const asking = worker.wallets.earlierPurchase(USER, 'p1').then((answer) => (earlier = answer));
    const buying = worker.ask(buy('p1', 1n));
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    // Before the purchase, `earlier` waits or is undefined.
    expect(['not answered', undefined]).toContain(earlier);
    letGo();
    await Promise.all([asking, buying]);
  });

  it('is recognised by its purchase stream when the purchase is closed', async () => {
    await buyAll(api, 'p1');
    const opened = { requestDigest: 'digest-p1', firstAnswer: { message: 'Accepted', reference: 'NL-p1' } };
    await store.append('purchase-p1', NO_STREAM, [
      { id: 'p1', type: 'PurchaseOpened', data: opened } as unknown as NewEvent,
    ]);
    await api.ask(release('p1'));
    expect(await worker.ask(buy('p1', 1_000n))).toMatchObject({
      events: [],
      replayed: { reference: 'NL-p1' },
    });
  });
});
