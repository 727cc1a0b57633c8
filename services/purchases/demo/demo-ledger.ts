import type { Secrets, KeyVault } from '../../../infra/crypto/key-vault.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { Actor, EventStore } from '../../../infra/event-store/event-store.js';
import type { OwnPrices } from '../../products/product.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Artefacts } from '../../contracts/artefacts.js';
import type { Kobo } from '../../contracts/money.js';
import { PROBLEMS } from '../../contracts/fields/problems.js';
import { seedUsers, type SeededUser } from '../../customers/demo/seed.js';
import { purchaseStream, walletStream } from '../../ledger/streams.js';
import type { VendorOutcome } from '../../vendors/vendor-adapter.js';
import { walletEvent, type PurchaseAccepted } from '../../wallet/wallet.events.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import { PlaceOrderHandler } from '../accept/place-order.handler.js';
import { purchaseOpenedFrom } from '../attempt/open-purchase.reactor.js';
import { ReportProblem, ReportProblemHandler } from '../problems/report-problem.handler.js';
import type { PurchaseCommand } from '../purchase.commands.js';
import type { PurchaseStreams } from '../purchase.streams.js';
import { settleWallet } from '../settle/settle-wallet.reactor.js';
import { DEMO_LOOKUPS, demoOrder, Dice } from './demo-orders.js';

export interface Due {
  readonly atMs: number;
  readonly work: (now: Date) => Promise<unknown>;
}

export interface DemoOffice {
  open(start: Date): Promise<Actor>;
  pay(userId: string, paid: Kobo, now: Date): Promise<void>;
  plans(customers: readonly SeededUser[]): readonly Due[];
}

export interface DemoOptions {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly secrets: Secrets;
  readonly wallets: WalletStreams;
  readonly purchases: PurchaseStreams;
  readonly prices: Catalog;
  readonly ownPrices: OwnPrices;
  readonly office: DemoOffice;
  readonly days: number;
  readonly now: Date;
  readonly onProgress?: (line: string) => void;
}

const DAY_MS = 86_400_000;
const CUSTOMERS = 40;
const PURCHASES_A_DAY = 30;
const FUNDED = 20_000_000n;
/** Balance in kobo below which a demo wallet gets more money. */
const LOW = 5_000_000n;
const FORMER_VENDOR = 99;
const LEFT_OPEN = [0.2, 0.5, 0.8];
const REPORTED = 0.02;
const WORDS = [
  'I have waited since this morning.',
  'My neighbour got hers at once.',
  'Please look into it, I need it today.',
  '',
];
const SHOWN_AS = {
  open: 'Pending',
  delivered: 'Successful',
  released: 'Refunded',
  reversed: 'Reversed',
} as const;
const POLICY = {
  notFoundAfterMs: 600_000,
  notFoundSpacingMs: 60_000,
  reviewAfterMs: 900_000,
  failoverWithinMs: 0,
};

/**
 * Uses the same commands as real customers.
 * @throws Error when the ledger already has events
 */
export async function fillDemoLedger(options: DemoOptions): Promise<{ readonly purchases: number }> {
  if ((await options.eventStore.lastPosition()) > 0)
    throw new Error('this ledger has events: a demonstration begins on an empty one');
  return new Demonstration(options).run();
}

class Demonstration {
  private readonly dice = new Dice();
  private readonly moods = new Dice(8_051);
  private readonly orders: PlaceOrderHandler;
  private readonly problems: ReportProblemHandler;
  private decider: Actor = { kind: 'system', id: 'worker' };
  private due: readonly Due[] = [];
  private bought = 0;

  constructor(private readonly options: DemoOptions) {
    const { eventStore, wallets, vault, prices, ownPrices } = options;
    const limits = { take: () => Promise.resolve({ allowed: true, left: 1 } as const) };
    this.problems = new ReportProblemHandler(eventStore, vault, limits);
    // Accept every order without a PIN, because demo customers have no PINs.
    const pins = { check: () => undefined, requireUnlocked: () => undefined };
    const { known, platformCustomer: nameOf, accountHolder: holder } = DEMO_LOOKUPS;
    this.orders = new PlaceOrderHandler(
      wallets,
      pins,
      vault,
      { PINLESS_DAILY_LIMIT: '0' },
      prices,
      ownPrices,
      { known },
      { nameOf },
      { holder },
      { isKnown: () => Promise.resolve(false) },
      { permit: () => Promise.resolve() },
    );
  }

  async run(): Promise<{ readonly purchases: number }> {
    const { days, now, onProgress } = this.options;
    const startMs = now.getTime() - days * DAY_MS;
    const { eventStore, vault, secrets, wallets, office } = this.options;
    this.decider = await office.open(new Date(startMs));
    const customers = await seedUsers({
      eventStore,
      vault,
      secrets,
      wallets,
      users: CUSTOMERS,
      balanceKobo: 0n,
      now: new Date(startMs),
    });
    for (const { userId } of customers) await office.pay(userId, FUNDED, new Date(startMs));
    this.due = office.plans(customers);
    for (let day = 0; day < days; day += 1) {
      const count = Math.round(PURCHASES_A_DAY * (1 + day / days) * (0.7 + 0.6 * this.dice.next()));
      const times = Array.from({ length: count }, () => startMs + day * DAY_MS + this.dice.upTo(DAY_MS));
      const left = day === days - 1 ? LEFT_OPEN.map((share) => Math.floor(share * count)) : [];
      for (const [place, atMs] of times.toSorted((one, other) => one - other).entries()) {
        await this.workUntil(atMs);
        await this.buy(this.dice.pick(customers), atMs, left.includes(place));
      }
      onProgress?.(`day ${day + 1} of ${days}, ${this.bought} purchases`);
    }
    await this.workUntil(Infinity);
    return { purchases: this.bought };
  }

  private async workUntil(untilMs: number): Promise<void> {
    const due = this.due
      .filter(({ atMs }) => atMs <= untilMs)
      .toSorted((one, other) => one.atMs - other.atMs);
    this.due = this.due.filter(({ atMs }) => atMs > untilMs);
    for (const { atMs, work } of due) await work(this.at(atMs));
  }

  private at = (ms: number): Date => new Date(Math.min(ms, this.options.now.getTime()));

  private async buy({ userId, pin }: SeededUser, atMs: number, leftOpen: boolean): Promise<void> {
    const { eventStore, wallets, prices, ownPrices, office } = this.options;
    const { available } = await wallets.newest(userId);
    if (available < LOW) await office.pay(userId, FUNDED, this.at(atMs - 60_000));
    const user = { userId, tier: 'regular', emailVerified: true, pinMac: '' } as const;
    const order = await demoOrder(this.dice, { user, prices, ownPrices, lookups: DEMO_LOOKUPS });
    const wanted = leftOpen
      ? { ...order, offer: () => ({ ...order.offer(), vendor: FORMER_VENDOR }) }
      : order;
    const context = systemContext(this.at(atMs));
    this.bought += 1;
    await this.orders.accept(
      {
        user,
        pin,
        confirmDuplicate: true,
        idempotencyKey: `demo-${this.bought}`,
        correlationId: context.correlationId,
        actor: { kind: 'user', id: userId },
      },
      wanted,
      context.now,
    );
    const last = (await eventStore.readStream(walletStream(userId))).at(-1);
    const accepted = last && walletEvent(last);
    if (accepted?.type !== 'PurchaseAccepted') throw new Error('a purchase was not accepted');
    const sentMs = atMs + 40 + this.dice.upTo(400);
    if (leftOpen) await this.leaveOpen(accepted.data, sentMs);
    else await this.deliver(accepted.data, sentMs);
    if (leftOpen || this.moods.next() < REPORTED)
      this.later(sentMs + 300_000 + this.moods.upTo(5 * 3_600_000), (when) =>
        this.report(accepted.data, when),
      );
  }

  private later(atMs: number, work: Due['work']): void {
    this.due = [...this.due, { atMs, work }];
  }

  private async leaveOpen(accepted: PurchaseAccepted, sentMs: number): Promise<void> {
    const { reference } = accepted;
    await this.purchase(
      accepted,
      {
        type: 'OpenPurchase',
        order: purchaseOpenedFrom(accepted, new Date(sentMs).toISOString()),
        vendorReference: `DEMO${reference}`,
      },
      sentMs,
    );
    await this.answer(accepted, { outcome: 'pending', code: '099' }, sentMs + 900);
    const why = 'vendor-not-configured' as const;
    this.later(sentMs + 120_000, (now) =>
      this.purchase(accepted, { type: 'RequireReview', why, policy: POLICY, now }, now.getTime()),
    );
  }

  private async report({ userId, purchaseId, reference }: PurchaseAccepted, now: Date): Promise<void> {
    const purchase = await this.options.purchases.load(purchaseId);
    if (!purchase) throw new Error('a purchase that was reported is not there');
    const about = SHOWN_AS[purchase.phase];
    const problem = about === 'Successful' ? this.moods.pick(PROBLEMS) : 'not-received';
    const told = { purchaseId, reference, about, problem, words: this.moods.pick(WORDS) };
    const context = { ...systemContext(now), actor: { kind: 'user', id: userId } } as const;
    await this.problems.execute(new ReportProblem(userId, told, context));
  }

  private async deliver(accepted: PurchaseAccepted, sentMs: number): Promise<void> {
    const { purchaseId, reference } = accepted;
    await this.purchase(
      accepted,
      {
        type: 'OpenPurchase',
        order: purchaseOpenedFrom(accepted, new Date(sentMs).toISOString()),
        vendorReference: `DEMO${reference}`,
      },
      sentMs,
    );
    const chance = this.dice.next();
    const slow = this.dice.next() < 0.06 ? 40_000 : 0;
    const answeredMs = sentMs + 300 + this.dice.upTo(3_500) + this.dice.upTo(slow + 1);
    if (chance < 0.025)
      return this.answer(
        accepted,
        { outcome: 'failed', charged: false, code: '016', blame: 'biller' },
        answeredMs,
      );
    if (chance < 0.035) {
      await this.answer(accepted, { outcome: 'review', code: '044' }, answeredMs);
      const decision = this.dice.next() < 0.6 ? 'refund' : 'delivered';
      const reason =
        decision === 'refund' ? 'The vendor has no record of it.' : 'The vendor confirmed it by phone.';
      const resolve = (now: Date) =>
        this.purchase(accepted, { type: 'ResolveReview', decision, reason }, now.getTime(), this.decider);
      return this.later(answeredMs + 600_000 + this.dice.upTo(30 * 3_600_000), resolve);
    }
    const delivered: VendorOutcome = {
      outcome: 'delivered',
      cost: BigInt(accepted.expectedCost),
      vendorTransactionId: purchaseId.slice(0, 8),
    };
    await this.answer(accepted, delivered, answeredMs);
    if (chance < 0.04) {
      const reversed = { outcome: 'reversed', code: '040' } as const;
      this.later(answeredMs + this.dice.upTo(3 * DAY_MS), (now) =>
        this.answer(accepted, reversed, now.getTime()),
      );
    }
  }

  private answer(accepted: PurchaseAccepted, outcome: VendorOutcome, atMs: number): Promise<void> {
    const artefacts = outcome.outcome === 'delivered' ? this.artefactsOf(accepted) : undefined;
    const now = this.at(atMs);
    return this.purchase(
      accepted,
      {
        type: 'RecordOutcome',
        source: outcome.outcome === 'reversed' ? 'query' : 'dispatch',
        attempt: 1,
        outcome,
        policy: POLICY,
        now,
        ...(artefacts && { sealed: this.options.vault.seal(accepted.userId, { ...artefacts }) }),
      },
      atMs,
    );
  }

  private artefactsOf({ service }: PurchaseAccepted): Artefacts | undefined {
    if (service === 'electricity') return { tokens: [this.dice.digits(20)], units: '54.2 kWh' };
    if (service === 'exams')
      return { pins: [{ pin: this.dice.digits(12), serial: `WRN${this.dice.digits(9)}` }] };
    return undefined;
  }

  private async purchase(
    { purchaseId }: PurchaseAccepted,
    command: PurchaseCommand,
    atMs: number,
    actor: Actor = { kind: 'system', id: 'worker' },
  ): Promise<void> {
    const { eventStore, purchases, wallets } = this.options;
    const now = this.at(atMs);
    await purchases.handle(purchaseId, command, {
      actor,
      now,
      ...(command.type === 'OpenPurchase' && systemContext(now)),
    });
    const last = (await eventStore.readStream(purchaseStream(purchaseId))).at(-1);
    if (last)
      await settleWallet(
        (userId, order, context) => wallets.handle(userId, order, context),
        last,
        () => this.at(atMs + 20),
      );
  }
}
