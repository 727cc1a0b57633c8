import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { host, replaceHost, type Timer } from '../../../infra/host/host.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import type { NewEvent } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { RuleBroken } from '../../contracts/errors.js';
import { purchaseStream } from '../../ledger/streams.js';
import { buy, capture, fund, release, reverse, START, USER } from '../testing/given-wallet.js';
import { WalletProcess } from '../testing/wallet-process.js';
import type { WalletCommand } from '../wallet.commands.js';
import { walletStream } from '../../ledger/streams.js';

/**
 * Calls, lost answers, waits and subscriptions of several processes on one store, in any order. Small caches
 * drop wallets and settled purchases all the time.
 */
type End = 'captured' | 'released' | 'reversed';
interface EventContext {
  readonly end: End;
  /** Processes that accept, settle, settle again, and reverse. */
  readonly at: readonly [number, number, number, number];
}
interface Told {
  readonly process: number;
  readonly events: number;
}

const PROCESSES = 2;
const process = fc.nat(PROCESSES - 1);
const contexts = fc.array(
  fc.record({
    end: fc.constantFrom<End>('captured', 'released', 'reversed'),
    at: fc.tuple(process, process, process, process),
  }),
  { minLength: 2, maxLength: 6 },
);
const subscriptions = fc.array(fc.record({ process, events: fc.integer({ min: 1, max: 4 }) }), {
  maxLength: 30,
});
/** `settledMax` of each process. */
const memories = fc.array(fc.constantFrom(1, 2, 100), { minLength: PROCESSES, maxLength: PROCESSES });
/** True for each append of a process that is stored but not answered. */
const losses = fc.array(fc.array(fc.boolean(), { maxLength: 8 }), {
  minLength: PROCESSES,
  maxLength: PROCESSES,
});

const PRICE = 100n;
const TRIES_MAX = 50;
const AGAIN = new Set(['OUTCOME_UNKNOWN', 'LEDGER_UNAVAILABLE', 'TRANSACTION_NOT_FOUND']);

describe('processes that share a wallet', () => {
  it('settle every purchase once, as its vendor said, and leave no hold behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        contexts,
        subscriptions,
        losses,
        memories,
        async (s, all, ...chance) => {
          const [told, lost, remembered]: [Told[], boolean[][], number[]] = chance;
          const store = new MemoryEventStore();
          const toRealTime = replaceHost({ ...host, startTimer: timersOf(s) });
          const processes = lost.map((answers, n) => {
            const each = new WalletProcess(store, { settledMax: remembered[n]!, walletsMax: 1 });
            each.connection.faults.append.push(...answers.map((lose) => (lose ? ({ lose } as const) : {})));
            each.connection.turn = () => s.schedule(Promise.resolve());
            return each;
          });
          const running = [
            ...all.map((context, n) => live(store, processes, context, `p${n}`)),
            // Wallets of other customers push the wallet out of the cache.
            other(processes[0]!, 'bola'),
            other(processes[1]!, 'chidi'),
          ];
          for (const { process: which, events } of told)
            void s.schedule(Promise.resolve()).then(() => processes[which]!.hear(events));
          await s.waitFor(Promise.all(running)).finally(toRealTime);
          for (const each of processes) {
            each.connection.turn = () => Promise.resolve();
            await each.hear();
          }
          await expectBooks(store, processes, all);
        },
      ),
      { numRuns: 50, seed: 20_260_401 },
    );
  });
});

/** Timers that fire when the scheduler says so, not after their delay. */
const timersOf =
  (s: fc.Scheduler) =>
  (callback: () => void): Timer => {
    let due = true;
    const timer: Timer = { unref: () => timer, cancel: () => void (due = false) };
    void s.schedule(Promise.resolve()).then(() => due && callback());
    return timer;
  };

/** Tries again with the same cause, as the reactor does. */
async function untilDone(process: WalletProcess, command: WalletCommand, userId = USER): Promise<void> {
  const context = {
    correlationId: 'context',
    causationId: `${command.type}-${JSON.stringify(command, text)}`,
  };
  for (let tries = 1; ; tries++)
    try {
      const actor = { kind: 'system', id: 'test' } as const;
      await process.wallets.handle(userId, command, { ...context, actor, now: START });
      return;
    } catch (error) {
      if (tries === TRIES_MAX || !AGAIN.has((error as RuleBroken).code)) throw error;
    }
}

const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

async function live(
  store: MemoryEventStore,
  processes: readonly WalletProcess[],
  { end, at }: EventContext,
  id: string,
): Promise<void> {
  const [accepting, settling, again, reversing] = at.map((which) => processes[which]!);
  // Fund through another process, so that the spending process has an outdated balance in memory.
  await untilDone(again!, fund(PRICE, { transactionReference: id }));
  await untilDone(accepting!, buy(id, PRICE));
  await openPurchase(store, id);
  const settlement = end === 'released' ? release(id) : capture(id, PRICE);
  await Promise.all([untilDone(settling!, settlement), untilDone(again!, settlement)]);
  if (end === 'reversed')
    await Promise.all([untilDone(reversing!, reverse(id, PRICE)), untilDone(again!, reverse(id, PRICE))]);
  // Late answer of the vendor, and a repeated request of the customer.
  await untilDone(accepting!, release(id));
  await untilDone(settling!, buy(id, PRICE));
}

const openPurchase = (store: MemoryEventStore, id: string): Promise<unknown> => {
  const firstAnswer = { message: 'Accepted', reference: `NL-${id}` };
  const opened = { id, type: 'PurchaseOpened', data: { requestDigest: `digest-${id}`, firstAnswer } };
  return store.append(purchaseStream(id), NO_STREAM, [opened as unknown as NewEvent]);
};

async function other(process: WalletProcess, userId: string): Promise<void> {
  for (let n = 0; n < 4; n++)
    await untilDone(process, fund(1n, { transactionReference: `${userId}-${n}` }), userId);
}

async function expectBooks(
  store: MemoryEventStore,
  processes: readonly WalletProcess[],
  all: readonly EventContext[],
): Promise<void> {
  const events = await store.readStream(walletStream(USER));
  const said = (type: string, id: string): number =>
    events.filter((event) => event.type === type && event.data['purchaseId'] === id).length;
  for (const [n, { end }] of all.entries())
    expect([
      said('PurchaseAccepted', `p${n}`),
      said('PurchaseCaptured', `p${n}`),
      said('PurchaseReleased', `p${n}`),
      said('PurchaseReversed', `p${n}`),
    ]).toEqual({ captured: [1, 1, 0, 0], released: [1, 0, 1, 0], reversed: [1, 1, 0, 1] }[end]);
  const kept = all.filter(({ end }) => end !== 'captured').length;
  const books = { available: BigInt(kept) * PRICE, held: 0n, open: new Map() };
  expect(await new WalletProcess(store).wallets.load(USER)).toMatchObject(books);
  for (const { wallets } of processes) expect(await wallets.load(USER)).toMatchObject(books);
}
