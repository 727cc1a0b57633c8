import { beforeEach, describe, expect, it } from '@jest/globals';
import { buy, release, USER } from '../testing/given-wallet.js';
import { WalletWorld } from '../testing/wallet-world.js';
import { WalletLoader } from './wallet.loader.js';
import { fromSnapshot, toSnapshot } from './wallet.snapshot.js';
import { neverAccepted } from '../wallet.state.js';
import { WalletStreams } from '../wallet.streams.js';

let world: WalletWorld;
beforeEach(async () => {
  world = await WalletWorld.open();
});

describe('snapshots', () => {
  const many = async (): Promise<void> => {
    const ids = Array.from({ length: 4_500 }, (_, n) => `p${n}`);
    for (const id of ids) void world.ask(buy(id, 1n, { duplicateKey: 'same', confirmDuplicate: true }));
    await Promise.all(ids.map((id) => world.ask(release(id))));
    await world.ask(buy('open', 100n));
    await world.wallets.close();
  };

  it('spare reading the whole stream, and load the same wallet', async () => {
    await many();
    const whole = await new WalletStreams(world.store, { ...world.snapshots, load: () => undefined }).load(
      USER,
    );
    expect(world.kept.size).toBe(1);
    const from: number[] = [];
    const readStream = world.store.readStream.bind(world.store);
    world.store.readStream = (stream, options) => {
      from.push(options?.from ?? 0);
      return readStream(stream, options);
    };
    world.reopen();
    const loaded = await world.wallets.load(USER);
    expect(Math.min(...from)).toBeGreaterThan(1_000);
    expect({ ...loaded, settled: [...loaded.settled] }).toEqual({ ...whole, settled: [...whole.settled] });
    expect(loaded.open.get('open')?.price).toBe(100n);
  });

  it('record whether the wallet has dropped a purchase; older snapshots count as if it had', async () => {
    for (const id of ['a', 'b', 'c']) await world.ask(buy(id, 1n));
    for (const id of ['a', 'b', 'c']) await world.ask(release(id));
    const read = async (settledMax: number, more: object = {}): Promise<boolean> => {
      const { wallet, head } = await new WalletLoader(world.store, world.snapshots, settledMax).load(USER);
      const kept: unknown = JSON.parse(JSON.stringify({ ...toSnapshot(wallet, head), ...more }));
      const back = await fromSnapshot(USER, kept, world.store, 100);
      return neverAccepted(back!.wallet, 'new');
    };
    expect(await read(100)).toBe(true);
    expect(await read(100, { settledAll: undefined })).toBe(false);
    expect(await read(1)).toBe(false);
  });

  it('that fail to load cost time but do no harm', async () => {
    await many();
    const load = () => Promise.reject(new Error('the snapshots are away'));
    const without = new WalletStreams(world.store, { ...world.snapshots, load });
    expect((await without.load(USER)).available).toBe((await world.wallets.load(USER)).available);
  });

  it('are ignored when they have another version or belong to other events', async () => {
    await many();
    const [key, snapshot] = [...world.kept][0]! as [
      string,
      { version: number; fundings: string[]; head: { hash: string } },
    ];
    for (const bad of [
      { ...snapshot, version: 0, fundings: [] },
      { ...snapshot, fundings: [], head: { ...snapshot.head, hash: 'x' } },
    ]) {
      world.kept.set(key, bad);
      world.reopen();
      expect((await world.wallets.load(USER)).fundings.size).toBe(1);
    }
  });

  it('that fail to save do no harm', async () => {
    world.snapshots.save = () => Promise.reject(new Error('disk full'));
    await many();
    expect(world.kept.size).toBe(0);
    world.reopen();
    expect(await world.codeOf(buy('later', 1n, { duplicateKey: 'k' }))).toBe('accepted');
  });
});
