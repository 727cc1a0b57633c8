import { beforeEach, describe, expect, it } from '@jest/globals';
import type { WalletCommand } from './wallet.commands.js';
import { buy, USER } from './testing/given-wallet.js';
import { context, refusals, WalletWorld } from './testing/wallet-world.js';
import { WalletLoader } from './queue/wallet.loader.js';
import { WalletStreams } from './wallet.streams.js';

let world: WalletWorld;
beforeEach(async () => {
  world = await WalletWorld.open();
});

describe('when the world.store has trouble', () => {
  const otherProcess = (command: WalletCommand) => async () => {
    await new WalletStreams(world.store, world.snapshots).handle(USER, command, context);
  };

  it('decides again after another process wrote', async () => {
    await world.ask(buy('a', 100n));
    world.store.faults.push(otherProcess(buy('x', 9_000n)));
    const all = await world.askAll([buy('b', 9_000n)]);
    expect(refusals(all)).toEqual(['INSUFFICIENT_FUNDS']);
    expect((await world.wallets.load(USER)).available).toBe(900n);
  });

  it('loads without a snapshot that never arrives', async () => {
    await world.ask(buy('a', 100n));
    const silent = { ...world.snapshots, load: () => new Promise<undefined>(() => undefined) };
    const loader = new WalletLoader(world.store, silent, undefined, 20);
    expect((await loader.load(USER)).wallet.available).toBe(9_900n);
  });

  it('recognises the same purchase accepted by another process', async () => {
    world.store.faults.push(otherProcess(buy('a', 100n)));
    expect(await world.ask(buy('a', 100n))).toMatchObject({ events: [], replayed: { reference: 'NL-a' } });
    expect(await world.count('PurchaseAccepted')).toBe(1);
  });

  it('gives up when other processes keep changing the wallet', async () => {
    let n = 0;
    const interfere = async (): Promise<void> => {
      world.store.faults.unshift(async () => undefined); // append of the other process
      await otherProcess(buy(`x${n++}`, 1n))();
    };
    world.store.faults.push(...Array.from({ length: 20 }, () => interfere));
    expect(await world.codeOf(buy('a', 100n))).toBe('LEDGER_UNAVAILABLE');
    world.store.faults.length = 0;
    expect(await world.codeOf(buy('a', 100n))).toBe('accepted');
  });

  it.each(['lost', 'stored'] as const)(
    'asks again with the same ids when an append is %s without an answer',
    async (fault) => {
      world.store.faults.push(fault);
      expect(await world.codeOf(buy('a', 100n))).toBe('accepted');
      expect(world.store.appends[1]?.events.map(({ id }) => id)).toEqual(
        world.store.appends[0]?.events.map(({ id }) => id),
      );
      expect(await world.count('PurchaseAccepted')).toBe(1);
    },
  );

  it.each([
    ['lost', 0],
    ['stored', 1],
  ] as const)(
    'reports an unknown outcome (%s), and a retry with the same key finds the truth',
    async (fault, stored) => {
      world.store.faults.push(fault, fault, fault, fault);
      expect(await world.codeOf(buy('a', 100n))).toBe('OUTCOME_UNKNOWN');
      expect(await world.count('PurchaseAccepted')).toBe(stored);
      expect(await world.codeOf(buy('a', 100n))).toBe('accepted');
      expect(await world.count('PurchaseAccepted')).toBe(1);
      expect((await world.wallets.load(USER)).available).toBe(9_900n);
    },
  );

  it('acknowledges nothing when nothing can be stored, and drops its decisions', async () => {
    world.store.faults.push('unavailable');
    expect(await world.codeOf(buy('a', 10_000n))).toBe('LEDGER_UNAVAILABLE');
    expect((await world.wallets.load(USER)).available).toBe(10_000n);
    world.store.faults.push('broken');
    await expect(world.ask(buy('a', 10_000n))).rejects.toThrow('a bug');
    expect(await world.codeOf(buy('a', 10_000n))).toBe('accepted');
  });
});
