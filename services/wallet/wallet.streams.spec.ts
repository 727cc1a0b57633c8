import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import type { NewEvent } from '../../infra/event-store/event-store.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { RuleBroken } from '../contracts/errors.js';
import { FaultyEventStore } from './testing/faulty-event-store.js';
import { buy, capture, fund, release, reverse, START, USER } from './testing/given-wallet.js';
import type { WalletCommand } from './wallet.commands.js';
import { walletStream } from './wallet.events.js';
import type { CommandMeta, Executed } from './wallet.queue.js';
import { SETTLED_MAX } from './wallet.state.js';
import { WalletStreams } from './wallet.streams.js';

const meta: CommandMeta = { actor: { kind: 'user', id: USER }, correlationId: 'story', causationId: 'cause', now: START };

let store: FaultyEventStore;
let kept: Map<string, unknown>;
let snapshots: SnapshotStore;
let wallets: WalletStreams;

const ask = (command: WalletCommand): Promise<Executed> => wallets.execute(USER, command, meta);
const askAll = (commands: readonly WalletCommand[]) => Promise.allSettled(commands.map(ask));
const types = async (): Promise<string[]> => (await store.readStream(walletStream(USER))).map(({ type }) => type);
const count = async (type: string): Promise<number> => (await types()).filter((each) => each === type).length;
const reopen = (): void => void (wallets = new WalletStreams(store, snapshots));
const refusals = (all: readonly PromiseSettledResult<Executed>[]): string[] =>
  all.flatMap((each) => (each.status === 'rejected' ? [(each.reason as RuleBroken).code] : []));
const codeOf = (promise: Promise<unknown>): Promise<string> => promise.then(() => 'accepted', (error: RuleBroken) => error.code);

/** What the reactor does after a purchase is accepted. */
const openPurchase = (id: string, requestDigest = `digest-${id}`) =>
  store.append(`purchase-${id}`, NO_STREAM, [
    { id, type: 'PurchaseOpened', data: { requestDigest, firstAnswer: { message: 'Accepted', reference: `NL-${id}` } } } as unknown as NewEvent,
  ]);

beforeEach(async () => {
  store = new FaultyEventStore();
  kept = new Map();
  snapshots = {
    load: (key) => kept.get(key),
    save: async (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
  } as SnapshotStore;
  reopen();
  await ask(fund(10_000n));
  store.appends.length = 0;
});

describe('many at once', () => {
  it('50 buyers of the last hundred naira: one gets it', async () => {
    const all = await askAll(Array.from({ length: 50 }, (_, n) => buy(`p${n}`, 10_000n)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(new Set(refusals(all))).toEqual(new Set(['INSUFFICIENT_FUNDS']));
    expect(await count('PurchaseAccepted')).toBe(1);
  });

  it('the same purchase 50 times: one event and 50 equal answers', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => ask(buy('a', 100n))));
    const answers = all.map(({ events, replayed }) => replayed ?? (events[0]?.data as { firstAnswer: unknown }).firstAnswer);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await count('PurchaseAccepted')).toBe(1);
  });

  it('what comes while an append is in flight is appended together', async () => {
    await Promise.all(Array.from({ length: 151 }, (_, n) => ask(buy(`p${n}`, 1n))));
    expect(store.appends.map(({ events }) => events.length)).toEqual([1, 100, 50]);
  });

  it('an append stays below half a megabyte', async () => {
    await Promise.all(Array.from({ length: 9 }, (_, n) => ask(buy(`p${n}`, 1n, { sealed: 'x'.repeat(100_000) }))));
    expect(store.appends.map(({ events }) => events.length)).toEqual([1, 5, 3]);
  });

  it('a refused command leaves its batch alone', async () => {
    const all = await askAll([buy('a', 100n), buy('b', 100n), buy('c', 99_999n), buy('d', 100n)]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await count('PurchaseAccepted')).toBe(3);
  });

  it('wallets do not wait for each other', async () => {
    let openGate = (): void => undefined;
    store.gate = new Promise((resolve) => (openGate = resolve));
    const first = ask(buy('a', 1n));
    await new Promise((resolve) => setImmediate(resolve));
    store.gate = undefined;
    await wallets.execute('bola', fund(5n), meta);
    openGate();
    await first;
  });
});

describe('nobody is answered before it is durable', () => {
  it('not the purchase, not its replay, not who was refused because of it', async () => {
    let openGate = (): void => undefined;
    store.gate = new Promise((resolve) => (openGate = resolve));
    let answered = 0;
    const asked = [buy('a', 10_000n), buy('a', 10_000n), buy('b', 10_000n)].map((command) =>
      ask(command).catch(() => undefined).finally(() => answered++),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answered).toBe(0);
    store.gate = undefined;
    openGate();
    await Promise.all(asked);
    expect(answered).toBe(3);
  });

  it('close waits for what is under way and takes nothing more', async () => {
    const under = ask(buy('a', 1n));
    const closing = wallets.close();
    expect(await codeOf(ask(buy('b', 1n)))).toBe('SHUTTING_DOWN');
    await closing;
    expect(await count('PurchaseAccepted')).toBe(1);
    await under;
  });
});

describe('the same purchase again', () => {
  it('is known by its stream once it is settled, also by a new process', async () => {
    await ask(buy('a', 100n));
    await openPurchase('a');
    await ask(capture('a', 90n));
    for (const restart of [false, true]) {
      if (restart) reopen();
      expect(await ask(buy('a', 100n))).toMatchObject({ events: [], replayed: { reference: 'NL-a' } });
      expect(await codeOf(ask(buy('a', 100n, { requestDigest: 'other' })))).toBe('IDEMPOTENCY_CONFLICT');
    }
    expect(await count('PurchaseAccepted')).toBe(1);
  });

  it('is known when it is settled in the same batch', async () => {
    await ask(buy('a', 100n));
    await openPurchase('a');
    const [, , , again] = await askAll([buy('z', 1n), buy('b', 1n), capture('a', 90n), buy('a', 100n)]);
    expect(again).toMatchObject({ status: 'fulfilled', value: { replayed: { reference: 'NL-a' } } });
    expect(await count('PurchaseAccepted')).toBe(3);
  });
});

describe('settling', () => {
  it('applies an outcome once, however often it is told', async () => {
    await ask(buy('a', 100n));
    for (let turn = 0; turn < 3; turn++) {
      await askAll([capture('a', 90n), release('a'), capture('a', 90n), reverse('a'), reverse('a')]);
      reopen();
    }
    expect(await types()).toEqual(['WalletOpened', 'WalletFunded', 'PurchaseAccepted', 'PurchaseCaptured', 'PurchaseReversed']);
  });

  it('reverses once even what the wallet has long forgotten', async () => {
    await ask(buy('a', 100n));
    await ask(capture('a', 90n));
    for (let n = 0; n < 2 * SETTLED_MAX; n++) void ask(buy(`p${n}`, 1n));
    await Promise.all(Array.from({ length: 2 * SETTLED_MAX }, (_, n) => ask(release(`p${n}`))));
    expect((await wallets.load(USER)).settled.has('a')).toBe(false);
    await askAll([reverse('a'), reverse('a'), reverse('never-heard-of')]);
    expect(await count('PurchaseReversed')).toBe(1);
    expect((await wallets.load(USER)).available).toBe(10_000n);
  });

  it('gives an outcome the same event id each time, and purchases random ones', async () => {
    await ask(buy('a', 100n));
    const { events } = await ask(capture('a', 90n));
    const other = new WalletStreams(new FaultyEventStore(), snapshots);
    await other.execute(USER, fund(10_000n), meta);
    const accepted = await other.execute(USER, buy('a', 100n), meta);
    const again = await other.execute(USER, capture('a', 90n), meta);
    expect(again.events[0]?.id).toBe(events[0]?.id);
    expect(accepted.events[0]?.id).not.toBe((await store.readStream(walletStream(USER)))[2]?.id);
  });
});

describe('when the store has trouble', () => {
  const otherProcess = (command: WalletCommand) => async () => {
    await new WalletStreams(store, snapshots).execute(USER, command, meta);
  };

  it('decides again after somebody else wrote', async () => {
    await ask(buy('a', 100n));
    store.faults.push(otherProcess(buy('x', 9_000n)));
    const all = await askAll([buy('b', 9_000n)]);
    expect(refusals(all)).toEqual(['INSUFFICIENT_FUNDS']);
    expect((await wallets.load(USER)).available).toBe(900n);
  });

  it('finds the same purchase accepted by somebody else', async () => {
    store.faults.push(otherProcess(buy('a', 100n)));
    expect(await ask(buy('a', 100n))).toMatchObject({ events: [], replayed: { reference: 'NL-a' } });
    expect(await count('PurchaseAccepted')).toBe(1);
  });

  it('gives up on a wallet that others never leave alone', async () => {
    let n = 0;
    const interfere = async (): Promise<void> => {
      store.faults.unshift(async () => undefined); // for the append of the other
      await otherProcess(buy(`x${n++}`, 1n))();
    };
    store.faults.push(...Array.from({ length: 20 }, () => interfere));
    expect(await codeOf(ask(buy('a', 100n)))).toBe('LEDGER_UNAVAILABLE');
    store.faults.length = 0;
    expect(await codeOf(ask(buy('a', 100n)))).toBe('accepted');
  });

  it.each(['lost', 'stored'] as const)('asks again with the same ids when an append is %s without an answer', async (fault) => {
    store.faults.push(fault);
    expect(await codeOf(ask(buy('a', 100n)))).toBe('accepted');
    expect(store.appends[1]?.events.map(({ id }) => id)).toEqual(store.appends[0]?.events.map(({ id }) => id));
    expect(await count('PurchaseAccepted')).toBe(1);
  });

  it.each([
    ['lost', 0],
    ['stored', 1],
  ] as const)('says so when it stays unknown (%s), and the same key finds the truth', async (fault, stored) => {
    store.faults.push(fault, fault, fault, fault);
    expect(await codeOf(ask(buy('a', 100n)))).toBe('OUTCOME_UNKNOWN');
    expect(await count('PurchaseAccepted')).toBe(stored);
    expect(await codeOf(ask(buy('a', 100n)))).toBe('accepted');
    expect(await count('PurchaseAccepted')).toBe(1);
    expect((await wallets.load(USER)).available).toBe(9_900n);
  });

  it('acknowledges nothing when nothing can be stored, and forgets what it had decided', async () => {
    store.faults.push('unavailable');
    expect(await codeOf(ask(buy('a', 10_000n)))).toBe('LEDGER_UNAVAILABLE');
    expect((await wallets.load(USER)).available).toBe(10_000n);
    store.faults.push('broken');
    await expect(ask(buy('a', 10_000n))).rejects.toThrow('a bug');
    expect(await codeOf(ask(buy('a', 10_000n)))).toBe('accepted');
  });
});

describe('snapshots', () => {
  const many = async (): Promise<void> => {
    const ids = Array.from({ length: 6_000 }, (_, n) => `p${n}`);
    for (const id of ids) void ask(buy(id, 1n, { duplicateKey: 'same', confirmDuplicate: true }));
    await Promise.all(ids.map((id) => ask(release(id))));
    await ask(buy('open', 100n));
    await wallets.close();
  };

  it('spare reading the whole stream, and change nothing', async () => {
    await many();
    const whole = await new WalletStreams(store, { ...snapshots, load: () => undefined }).load(USER);
    expect(kept.size).toBe(1);
    const from: number[] = [];
    const readStream = store.readStream.bind(store);
    store.readStream = (stream, options) => {
      from.push(options?.from ?? 0);
      return readStream(stream, options);
    };
    reopen();
    const loaded = await wallets.load(USER);
    expect(Math.min(...from)).toBeGreaterThan(1_000);
    expect({ ...loaded, settled: [...loaded.settled] }).toEqual({ ...whole, settled: [...whole.settled] });
    expect(loaded.open.get('open')?.price).toBe(100n);
  });

  it('are ignored when they are of another version or of other events', async () => {
    await many();
    const [key, snapshot] = [...kept][0]! as [string, { version: number; available: string; head: { hash: string } }];
    for (const bad of [{ ...snapshot, version: 0, available: '7' }, { ...snapshot, available: '7', head: { ...snapshot.head, hash: 'x' } }]) {
      kept.set(key, bad);
      reopen();
      expect((await wallets.load(USER)).available).toBe(9_900n);
    }
  });

  it('that cannot be written harm nobody', async () => {
    snapshots.save = () => Promise.reject(new Error('disk full'));
    await many();
    expect(kept.size).toBe(0);
    reopen();
    expect(await codeOf(ask(buy('later', 1n, { duplicateKey: 'k' })))).toBe('accepted');
  });
});
