import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RuleBroken } from '../contracts/errors.js';
import {
  adjust,
  buy,
  capture,
  capturePart,
  fund,
  later,
  release,
  reverse,
  run,
  USER,
} from './testing/given-wallet.js';
import type { WalletCommand } from './wallet.commands.js';
import type { WalletEventDraft } from './wallet.decider.js';
import { toSnapshot } from './queue/wallet.snapshot.js';
import { emptyWallet, evolve } from './wallet.state.js';
import type { Wallet, WalletFact } from './wallet.state.js';

const purchaseIds = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const kobo = fc.bigInt({ min: 1n, max: 400n });
const PINLESS_LIMIT = 500n;
/** Placeholder for the current balance in an `AdjustWallet`. */
const AS_IT_IS = -1n;

/** Few ids and small amounts make replays, conflicts and shortages frequent. */
const command: fc.Arbitrary<WalletCommand> = fc.oneof(
  fc.constant<WalletCommand>({ type: 'OpenWallet' }),
  fc
    .record({
      paid: kobo,
      fee: fc.bigInt(0n, 50n),
      charge: fc.bigInt(0n, 1n),
      reference: fc.constantFrom('r1', 'r2', 'r3'),
    })
    .map(({ paid, fee, charge, reference }) =>
      fund(paid, {
        provider: 'monnify',
        transactionReference: reference,
        settled: paid > fee ? paid - fee : 0n,
        charge,
      }),
    ),
  fc
    .record({
      id: purchaseIds,
      price: kobo,
      confirm: fc.boolean(),
      to: fc.constantFrom('x', 'y'),
      pinless: fc.boolean(),
    })
    .map(({ id, price, confirm, to, pinless }) =>
      buy(id, price, {
        confirmDuplicate: confirm,
        duplicateKey: to,
        requestDigest: `${id}${price % 2n}`,
        ...(pinless && { pinlessLimit: PINLESS_LIMIT }),
      }),
    ),
  fc.record({ id: purchaseIds, cost: kobo }).map(({ id, cost }) => capture(id, cost)),
  fc
    .record({ id: purchaseIds, cost: kobo, delivered: fc.integer({ min: 1, max: 2 }) })
    .map(({ id, cost, delivered }) => capturePart(id, cost, delivered, 3)),
  purchaseIds.map(release),
  fc.record({ id: purchaseIds, cost: kobo }).map(({ id, cost }) => reverse(id, cost)),
  fc
    .record({ id: purchaseIds, before: fc.constantFrom(AS_IT_IS, 0n, 100n), after: fc.bigInt(-5n, 400n) })
    .map(({ id, before, after }) => adjust(before, after, { commandId: id })),
);

type Step = { command: WalletCommand; afterMs: number };
const steps = fc.array(fc.record({ command, afterMs: fc.constantFrom(0, 1_000, 130_000) }), {
  maxLength: 60,
});

/** Comparable state of a wallet. */
const shown = (wallet: Wallet): unknown => toSnapshot(wallet, { revision: wallet.revision, hash: '' });

const seen = (command: WalletCommand, { available }: Wallet): WalletCommand =>
  command.type === 'AdjustWallet' && command.before === AS_IT_IS
    ? { ...command, before: available }
    : command;

function play(
  all: readonly Step[],
  check: (step: Step, drafts: WalletEventDraft[], wallet: Wallet, nowMs: number) => void,
): WalletFact[] {
  const wallet = emptyWallet(USER);
  const facts: WalletFact[] = [];
  const opened = new Map<
    string,
    { requestDigest: string; firstAnswer: { message: string; reference: string } }
  >();
  let nowMs = 0;
  for (const told of all) {
    const step = { ...told, command: seen(told.command, wallet) };
    nowMs += step.afterMs;
    const before = shown(wallet);
    const closed = step.command.type === 'AcceptPurchase' ? opened.get(step.command.purchaseId) : undefined;
    let drafts: WalletEventDraft[] = [];
    try {
      drafts = run(wallet, step.command, { now: later(nowMs), closed });
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
    }
    if (drafts.length === 0) expect(shown(wallet)).toEqual(before);
    for (const draft of drafts) {
      if (draft.type === 'PurchaseAccepted') opened.set(draft.data.purchaseId, draft.data);
      facts.push({ ...draft, at: later(nowMs).toISOString() } as WalletFact);
    }
    check(step, drafts, wallet, nowMs);
  }
  expect(shown(facts.reduce(evolve, emptyWallet(USER)))).toEqual(shown(wallet));
  return facts;
}

const settings = { numRuns: 300, seed: 20_260_301 };

describe('any sequence of commands', () => {
  it('accounts for every kobo, and folds back to the same wallet', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const books = new Map<string, bigint>();
        play(all, (_, drafts, wallet) => {
          for (const draft of drafts) {
            const lines = 'postings' in draft.data ? draft.data.postings : [];
            expect(lines.reduce((sum, line) => sum + BigInt(line.amount), 0n)).toBe(0n);
            for (const { account, amount } of lines)
              books.set(account, (books.get(account) ?? 0n) + BigInt(amount));
          }
          expect(wallet.available).toBeGreaterThanOrEqual(0n);
          expect(wallet.pinless.spent >= 0n && wallet.pinless.spent <= PINLESS_LIMIT).toBe(true);
          expect(-(books.get(`user_available:${USER}`) ?? 0n)).toBe(wallet.available);
          expect(-(books.get(`user_held:${USER}`) ?? 0n)).toBe(wallet.held);
          expect([...wallet.open.values()].reduce((sum, { price }) => sum + price, 0n)).toBe(wallet.held);
        });
      }),
      settings,
    );
  });

  it('accepts a purchase once, captures or releases it, and reverses it only after capture', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const context = new Map<string, string>();
        for (const { type, data } of play(all, () => undefined)) {
          if ('purchaseId' in data)
            context.set(data.purchaseId, `${context.get(data.purchaseId) ?? ''}${type.slice(8, 11)} `);
        }
        for (const told of context.values())
          expect(['Acc ', 'Acc Cap ', 'Acc Rel ', 'Acc Cap Rev ']).toContain(told);
      }),
      settings,
    );
  });

  it('changes nothing when a command is repeated', () => {
    fc.assert(
      fc.property(steps, (all) => {
        play(all, ({ command: asked }, drafts, wallet, nowMs) => {
          if (drafts.length === 0) return;
          const before = shown(wallet);
          expect(run(wallet, asked, { now: later(nowMs) })).toEqual([]);
          expect(shown(wallet)).toEqual(before);
        });
      }),
      settings,
    );
  });
});
