import { beforeEach, describe, expect, it } from '@jest/globals';
import { LedgerDamaged } from '../../infra/event-store/lmdb/ledger-damaged.js';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import type { NewEvent } from '../../infra/event-store/event-store.js';
import { FaultyEventStore } from './testing/faulty-event-store.js';
import { buy, capture, fund, release, reverse, START, USER } from './testing/given-wallet.js';
import { context, refusals, WalletWorld } from './testing/wallet-world.js';
import { walletStream } from '../ledger/streams.js';
import { WalletLoader } from './queue/wallet.loader.js';
import type { WalletCommand } from './wallet.commands.js';
import type { UnreadableWallet } from './unreadable-wallet.js';
import { SETTLED_MAX } from './wallet.limits.js';
import { WalletStreams } from './wallet.streams.js';

let world: WalletWorld;
beforeEach(async () => {
  world = await WalletWorld.open();
});

/** Opens the purchase stream, as the reactor does. */
const openPurchase = (id: string, requestDigest = `digest-${id}`) =>
  world.store.append(`purchase-${id}`, NO_STREAM, [
    {
      id,
      type: 'PurchaseOpened',
      data: { requestDigest, firstAnswer: { message: 'Accepted', reference: `NL-${id}` } },
    } as unknown as NewEvent,
  ]);

describe('concurrent commands', () => {
  it('let one of 50 buyers spend the last hundred naira', async () => {
    const all = await world.askAll(Array.from({ length: 50 }, (_, n) => buy(`p${n}`, 10_000n)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(new Set(refusals(all))).toEqual(new Set(['INSUFFICIENT_FUNDS']));
    expect(await world.count('PurchaseAccepted')).toBe(1);
  });

  it('store the same purchase once and give 50 equal answers', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => world.ask(buy('a', 100n))));
    const answers = all.map(
      ({ events, replayed }) => replayed ?? (events[0]?.data as { firstAnswer: unknown }).firstAnswer,
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await world.count('PurchaseAccepted')).toBe(1);
  });

  it('share one append when they arrive during another', async () => {
    await Promise.all(Array.from({ length: 151 }, (_, n) => world.ask(buy(`p${n}`, 1n))));
    expect(world.store.appends.map(({ events }) => events.length)).toEqual([1, 100, 50]);
  });

  it('keep each append below half a megabyte', async () => {
    await Promise.all(
      Array.from({ length: 9 }, (_, n) => world.ask(buy(`p${n}`, 1n, { sealed: 'x'.repeat(100_000) }))),
    );
    expect(world.store.appends.map(({ events }) => events.length)).toEqual([1, 5, 3]);
  });

  it('leave the rest of a batch unaffected by a refused command', async () => {
    const all = await world.askAll([buy('a', 100n), buy('b', 100n), buy('c', 99_999n), buy('d', 100n)]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await world.count('PurchaseAccepted')).toBe(3);
  });

  it('of different wallets do not wait for each other', async () => {
    let openGate = (): void => undefined;
    world.store.gate = new Promise((resolve) => (openGate = resolve));
    const first = world.ask(buy('a', 1n));
    await new Promise((resolve) => setImmediate(resolve));
    world.store.gate = undefined;
    await world.wallets.handle('bola', fund(5n), context);
    openGate();
    await first;
  });
});

describe('the times of a wallet', () => {
  const MINUTE = 60_000;
  const at = async () =>
    (await world.store.readStream(walletStream(USER)))
      .slice(2)
      .map((event) => Date.parse(event.at) - START.getTime());
  const buyAt = (id: string, afterMs: number) =>
    world.wallets.handle(USER, buy(id, 1n), { ...context, now: new Date(START.getTime() + afterMs) });

  it('do not go backwards for a request decided late, nor after a restart', async () => {
    await buyAt('a', 5_000);
    await buyAt('b', 4_000);
    world.reopen();
    await buyAt('c', 4_500);
    await buyAt('d', 5_001);
    expect(await at()).toEqual([5_000, 5_000, 5_000, 5_001]);
  });

  it('do not follow a clock that is far ahead', async () => {
    await buyAt('a', 2 * MINUTE);
    await buyAt('b', 0);
    await buyAt('c', 10);
    expect(await at()).toEqual([2 * MINUTE, 0, 10]);
  });
});

describe('before an append is durable', () => {
  it('no purchase, replay or dependent refusal is answered', async () => {
    let openGate = (): void => undefined;
    world.store.gate = new Promise((resolve) => (openGate = resolve));
    let answered = 0;
    const asked = [buy('a', 10_000n), buy('a', 10_000n), buy('b', 10_000n)].map((command) =>
      world
        .ask(command)
        .catch(() => undefined)
        .finally(() => answered++),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answered).toBe(0);
    world.store.gate = undefined;
    openGate();
    await Promise.all(asked);
    expect(answered).toBe(3);
  });

  it('close waits for running commands and refuses new ones', async () => {
    const under = world.ask(buy('a', 1n));
    const closing = world.wallets.close();
    expect(await world.codeOf(buy('b', 1n))).toBe('SHUTTING_DOWN');
    await closing;
    expect(await world.count('PurchaseAccepted')).toBe(1);
    await under;
  });
});

describe('the same purchase again', () => {
  it('is recognised by its stream once it is settled, also by a new process', async () => {
    await world.ask(buy('a', 100n));
    await openPurchase('a');
    await world.ask(capture('a', 90n));
    for (const restart of [false, true]) {
      if (restart) world.reopen();
      expect(await world.ask(buy('a', 100n))).toMatchObject({ events: [], replayed: { reference: 'NL-a' } });
      expect(await world.codeOf(buy('a', 100n, { requestDigest: 'other' }))).toBe('IDEMPOTENCY_CONFLICT');
    }
    expect(await world.count('PurchaseAccepted')).toBe(1);
  });

  it('is recognised when it is settled in the same batch', async () => {
    await world.ask(buy('a', 100n));
    await openPurchase('a');
    const [, , , again] = await world.askAll([buy('z', 1n), buy('b', 1n), capture('a', 90n), buy('a', 100n)]);
    expect(again).toMatchObject({ status: 'fulfilled', value: { replayed: { reference: 'NL-a' } } });
    expect(await world.count('PurchaseAccepted')).toBe(3);
  });
});

describe('settling', () => {
  it('applies a repeated outcome once', async () => {
    await world.ask(buy('a', 100n));
    for (let turn = 0; turn < 3; turn++) {
      await world.askAll([capture('a', 90n), release('a'), capture('a', 90n), reverse('a'), reverse('a')]);
      world.reopen();
    }
    expect(await world.types()).toEqual([
      'WalletOpened',
      'WalletFunded',
      'PurchaseAccepted',
      'PurchaseCaptured',
      'PurchaseReversed',
    ]);
  });

  it('reverses once a purchase that the wallet has dropped', async () => {
    await world.ask(buy('a', 100n));
    await world.ask(capture('a', 90n));
    for (let n = 0; n < 2 * SETTLED_MAX; n++) void world.ask(buy(`p${n}`, 1n));
    await Promise.all(Array.from({ length: 2 * SETTLED_MAX }, (_, n) => world.ask(release(`p${n}`))));
    expect((await world.wallets.load(USER)).settled.has('a')).toBe(false);
    await world.askAll([reverse('a'), reverse('a'), reverse('never-heard-of')]);
    expect(await world.count('PurchaseReversed')).toBe(1);
    expect((await world.wallets.load(USER)).available).toBe(10_000n);
  });

  it('gives a repeated outcome the same event id, and purchases random ids', async () => {
    await world.ask(buy('a', 100n));
    const { events } = await world.ask(capture('a', 90n));
    const other = new WalletStreams(new FaultyEventStore(), world.snapshots);
    await other.handle(USER, fund(10_000n), context);
    const accepted = await other.handle(USER, buy('a', 100n), context);
    const again = await other.handle(USER, capture('a', 90n), context);
    expect(again.events[0]?.id).toBe(events[0]?.id);
    expect(accepted.events[0]?.id).not.toBe((await world.store.readStream(walletStream(USER)))[2]?.id);
  });
});

describe('when the store has trouble', () => {
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

  it('stops a wallet whose stream is damaged, and tells of it once', async () => {
    const told: UnreadableWallet[] = [];
    const damage = new LedgerDamaged('a.ledger', 'no hash', { position: 1 });
    world.store.readStream = () => Promise.reject(damage);
    world.reopen();
    world.wallets.onUnreadable = (why) => void told.push(why);
    expect([await world.codeOf(buy('a', 100n)), await world.codeOf(buy('b', 100n))]).toEqual([
      'WALLET_UNAVAILABLE',
      'WALLET_UNAVAILABLE',
    ]);
    expect(told).toMatchObject([{ userId: USER, revision: 0, cause: damage }]);
    expect(world.wallets.unreadableCount).toBe(1);
  });

  it('reads a wallet again after an error that proves no damage of an event', async () => {
    const { readStream } = world.store;
    world.store.readStream = () => Promise.reject(new LedgerDamaged('a.ledger', 'MDB_BAD_TXN'));
    world.reopen();
    expect(await world.codeOf(buy('a', 100n))).toBe('LEDGER_UNAVAILABLE');
    world.store.readStream = readStream;
    expect(await world.codeOf(buy('a', 100n))).toBe('accepted');
  });
});
