import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { WalletStreams } from './wallet.streams.js';
import { walletStream } from '../ledger/streams.js';

const NO_SNAPSHOTS: SnapshotStore = {
  load: () => undefined,
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
const USER = '6f1c2d1e-0000-4000-8000-000000000001';

describe('a wallet in two processes', () => {
  let store: MemoryEventStore;
  let [here, there]: WalletStreams[] = [];
  let reads: number;
  let funded = 0;

  beforeEach(async () => {
    store = new MemoryEventStore();
    [here, there] = [new WalletStreams(store, NO_SNAPSHOTS), new WalletStreams(store, NO_SNAPSHOTS)];
    await fund(here);
    await there.load(USER);
    reads = 0;
    const read = store.readStream.bind(store);
    store.readStream = (stream, options) => {
      reads += 1;
      return read(stream, options);
    };
  });
  afterEach(() => Promise.all([here?.close(), there?.close()]));

  const fund = (wallets: WalletStreams) =>
    wallets.handle(
      USER,
      {
        type: 'FundWallet',
        provider: 'opening',
        transactionReference: `t-${++funded}`,
        source: 'Test',
        paid: 100n,
        settled: 100n,
        charge: 0n,
      },
      {
        actor: { kind: 'system', id: 'test' },
        correlationId: 'c',
        causationId: 'c',
        now: new Date(),
      },
    );
  const tellAll = async (wallets: WalletStreams): Promise<void> => {
    for (const event of await store.readAll(0, 1_000)) wallets.onRecorded(event);
  };

  it('follows the other process through the log, without reading', async () => {
    await fund(here!);
    await tellAll(there!);
    expect((await there!.load(USER)).available).toBe(200n);
    await fund(there!);
    expect((await there!.load(USER)).available).toBe(300n);
    expect(reads).toBe(0);
  });

  it('counts its own events once when the log delivers them', async () => {
    await fund(here!);
    await tellAll(here!);
    await tellAll(here!);
    expect((await here!.load(USER)).available).toBe(200n);
  });

  it('is read again after a missed event', async () => {
    await fund(here!);
    await fund(here!);
    const [newest] = await store.readStream(walletStream(USER), { direction: 'backwards', limit: 1 });
    there!.onRecorded(newest!);
    expect((await there!.load(USER)).available).toBe(300n);
  });

  it('is shown as stored, before the log delivers the event', async () => {
    await fund(here!);
    expect((await there!.load(USER)).available).toBe(100n);
    expect((await there!.loadStored(USER)).available).toBe(200n);
  });

  it('keeps every kobo when both processes change it at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => fund(n % 2 ? here! : there!)));
    await tellAll(here!);
    expect((await here!.load(USER)).available).toBe(1_100n);
    expect((await there!.loadStored(USER)).available).toBe(1_100n);
  });
});
