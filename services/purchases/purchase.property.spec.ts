import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RuleBroken } from '../contracts/errors.js';
import type { QueryOutcome } from '../vendors/vendor-adapter.js';
import { decide as decideWallet } from '../wallet/wallet.decider.js';
import { emptyWallet, evolve as evolveWallet, type WalletFact } from '../wallet/wallet.state.js';
import type { PurchaseCommand } from './purchase.commands.js';
import { decide } from './purchase.decider.js';
import type { PurchaseEvent } from './purchase.events.js';
import { evolve, type Purchase } from './purchase.state.js';
import { settlementOf } from './settle/settle-wallet.reactor.js';
import { eventOf, OPENED, POLICY, START } from './testing/given-purchase.js';

const outcome: fc.Arbitrary<QueryOutcome> = fc.constantFrom<QueryOutcome>(
  { outcome: 'delivered', cost: 9_650n },
  { outcome: 'delivered' },
  { outcome: 'partial', delivered: 2, of: 3 },
  { outcome: 'pending', code: '099' },
  { outcome: 'failed', charged: false, code: '030', blame: 'biller' },
  { outcome: 'failed', charged: false, code: '012', blame: 'input' },
  { outcome: 'reversed', code: '040' },
  { outcome: 'review', code: '044' },
  { outcome: 'unknown', reason: 'timeout' },
  { outcome: 'notFound', code: '015' },
);

type Said = (now: Date, purchase: Purchase) => PurchaseCommand;
const said: fc.Arbitrary<Said> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        outcome,
        attempt: fc.integer({ min: 1, max: 3 }),
        otherVendor: fc.constantFrom(2, 3, undefined),
        source: fc.constantFrom('dispatch' as const, 'query' as const),
      })
      .map(({ otherVendor, ...report }): Said => (now) => ({
        type: 'RecordOutcome',
        ...report,
        ...(otherVendor === undefined ? {} : { otherVendor }),
        policy: POLICY,
        now,
      })),
  },
  {
    weight: 3,
    arbitrary: fc.constant<Said>((_, purchase) => ({
      type: 'StartAttempt',
      attempt: purchase.attempts.length + 1,
      vendor: purchase.nextVendor ?? 1,
      vendorReference: 'reference',
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Said>((now) => ({
      type: 'RequireReview',
      why: 'open-too-long',
      policy: POLICY,
      now,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('delivered' as const, 'refund' as const)
      .map((decision): Said => () => ({ type: 'ResolveReview', decision, reason: 'told so' })),
  },
);
const context = fc.array(
  fc.record({
    said,
    afterMs: fc.constantFrom(1, 1_000, 70_000, 130_000, 400_000, 1_900_000),
    settlesAfter: fc.nat(3),
    twice: fc.boolean(),
  }),
  { maxLength: 40 },
);

/** Runs webhooks, timers, reviewers and workers in any order, with a wallet that settles late and twice. */
function play(steps: typeof context extends fc.Arbitrary<infer Steps> ? Steps : never) {
  const events: PurchaseEvent[] = [eventOf({ type: 'PurchaseOpened', data: OPENED }, 0, 0)];
  let purchase = evolve(undefined, events[0]!);
  let atMs = 0;
  let wallet = emptyWallet('ada');
  const walletEvents: WalletFact[] = [];
  const run = (command: Parameters<typeof decideWallet>[0]): void => {
    for (const draft of decideWallet(command, wallet, { now: new Date(START) })) {
      const fact = { ...draft, at: new Date(START).toISOString() } as WalletFact;
      walletEvents.push(fact);
      wallet = evolveWallet(wallet, fact);
    }
  };
  run({
    type: 'FundWallet',
    provider: 'opening',
    transactionReference: 'x',
    source: 'x',
    paid: 9_900n,
    settled: 9_900n,
    charge: 0n,
  });
  run({
    type: 'AcceptPurchase',
    ...OPENED,
    product: { service: 'airtime', network: 1 },
    tier: 'regular',
    amount: 10_000n,
    discount: 100n,
    price: 9_900n,
    expectedCost: 9_700n,
    duplicateKey: 'd',
    confirmDuplicate: false,
  });
  let settled = 0;
  const settleUpTo = (count: number, from: number): void => {
    for (const event of events.slice(from, count)) {
      const settlement = settlementOf({
        ...event,
        stream: 's',
        revision: 0,
        position: 0,
        hash: '',
        previousHash: '',
      } as never);
      if (settlement) run(settlement.command);
    }
  };
  const phases = [purchase.phase];
  for (const step of steps) {
    atMs += step.afterMs;
    const command = step.said(new Date(START + atMs), purchase);
    for (let times = 0; times < (step.twice ? 2 : 1); times += 1) {
      try {
        for (const draft of decide(command, purchase)) {
          const event = eventOf(draft, atMs, events.length);
          events.push(event);
          purchase = evolve(purchase, event);
          phases.push(purchase.phase);
        }
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
      }
    }
    // The reactor that settles is late, and repeats settlements after a crash.
    const upTo = Math.max(settled, events.length - step.settlesAfter);
    settleUpTo(upTo, step.twice ? 0 : settled);
    settled = upTo;
  }
  settleUpTo(events.length, 0);
  return { events, purchase, phases, walletEvents, wallet };
}

describe('any sequence of messages about a purchase', () => {
  it('captures or releases the money once, and returns a capture only by a reversal', () =>
    fc.assert(
      fc.property(context, (steps) => {
        const { events, purchase, walletEvents, wallet } = play(steps);
        const settlements = walletEvents
          .map(({ type }) => type)
          .filter((type) => !['WalletOpened', 'WalletFunded', 'PurchaseAccepted'].includes(type));
        const expected = {
          open: [],
          delivered: ['PurchaseCaptured'],
          released: ['PurchaseReleased'],
          reversed: ['PurchaseCaptured', 'PurchaseReversed'],
        };
        expect(settlements).toEqual(expected[purchase.phase]);
        // When two of three pieces are delivered, a third of the price is returned at once.
        const part = events.some(({ type }) => type === 'PartiallyDelivered');
        const left = {
          open: [0n, 9_900n],
          delivered: [part ? 3_300n : 0n, 0n],
          released: [9_900n, 0n],
          reversed: [9_900n, 0n],
        };
        expect([wallet.available, wallet.held]).toEqual(left[purchase.phase]);
      }),
      { numRuns: 600, seed: 20_260_301 },
    ));

  it('never changes the end, except by a reversal after delivery', () =>
    fc.assert(
      fc.property(context, (steps) => {
        const { phases, events } = play(steps);
        const ways = phases.filter((phase, index) => phase !== phases[index - 1]).join('>');
        expect(['open', 'open>delivered', 'open>released', 'open>delivered>reversed']).toContain(ways);
        const terminal = events.filter(
          ({ type, data }) =>
            type === 'AttemptDelivered' ||
            type === 'PartiallyDelivered' ||
            type === 'ReviewResolved' ||
            (type === 'AttemptFailed' && data.nextVendor === undefined),
        );
        expect(terminal.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 600, seed: 20_260_302 },
    ));

  it('sends no attempt while another may be sent, and three at most', () =>
    fc.assert(
      fc.property(context, (steps) => {
        let purchase: Purchase | undefined;
        for (const event of play(steps).events) {
          if (event.type === 'AttemptStarted') {
            expect(purchase!.attempts.every(({ standing }) => standing === 'failed')).toBe(true);
            expect(purchase!.phase).toBe('open');
            expect(event.data.attempt).toBeLessThanOrEqual(3);
          }
          purchase = evolve(purchase, event);
        }
      }),
      { numRuns: 600, seed: 20_260_303 },
    ));

  it('books each late delivery once as a balanced loss', () =>
    fc.assert(
      fc.property(context, (steps) => {
        const late = play(steps).events.filter((event) => event.type === 'LateSuccessDetected');
        expect(new Set(late.map(({ data }) => data.attempt)).size).toBe(late.length);
        for (const { data } of late)
          expect(data.postings.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n);
      }),
      { numRuns: 600, seed: 20_260_304 },
    ));
});
