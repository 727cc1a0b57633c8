import type { Secrets, KeyVault } from '../../../infra/crypto/key-vault.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { Actor, EventStore } from '../../../infra/event-store/event-store.js';
import type { OwnPrices, PriceList } from '../../products/product.js';
import type { Artefacts } from '../../contracts/artefacts.js';
import { seedUsers, type SeededUser } from '../../customers/demo/seed.js';
import { purchaseStream, walletStream } from '../../ledger/streams.js';
import type { VendorOutcome } from '../../vendors/vendor-adapter.js';
import { walletEvent, type PurchaseAccepted } from '../../wallet/wallet.events.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import { AcceptOrder } from '../accept/accept-order.js';
import { orderOf } from '../attempt/open-purchase.reactor.js';
import type { PurchaseCommand } from '../purchase.commands.js';
import type { PurchaseStreams } from '../purchase.streams.js';
import { settleWallet } from '../settle/settle-wallet.reactor.js';
import { DEMO_LOOKUPS, demoOrder, Dice } from './demo-orders.js';

export interface DemoOptions {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly secrets: Secrets;
  readonly wallets: WalletStreams;
  readonly purchases: PurchaseStreams;
  readonly prices: PriceList;
  readonly ownPrices: OwnPrices;
  readonly days: number;
  /** The last moment of the demonstration. */
  readonly now: Date;
  readonly onProgress?: (line: string) => void;
}

const DAY_MS = 86_400_000;
const CUSTOMERS = 40;
/** Of the first day; on the last there are twice as many. */
const PURCHASES_A_DAY = 30;
const FUNDED = 20_000_000n;
/** Below this a wallet is funded again. */
const LOW = 5_000_000n;
const DECIDER: Actor = { kind: 'admin', id: 'demonstration' };
const POLICY = {
  ...{ notFoundAfterMs: 600_000, notFoundSpacingMs: 60_000, reviewAfterMs: 900_000 },
  failoverWithinMs: 0,
};

/** What is due later than the purchase it is about: a delivery that is taken back, a decision. */
interface Due {
  readonly atMs: number;
  readonly work: (now: Date) => Promise<void>;
}

/**
 * Fills an empty ledger with days of plausible purchases that end now, by the same rules, commands and events as real ones. Nothing is left
 * open: whoever starts the product afterwards finds nothing to do.
 * @throws Error on a ledger that has events
 */
export async function fillDemoLedger(options: DemoOptions): Promise<{ readonly purchases: number }> {
  if ((await options.eventStore.lastPosition()) > 0)
    throw new Error('this ledger has events: a demonstration begins on an empty one');
  return new Demonstration(options).run();
}

class Demonstration {
  private readonly dice = new Dice();
  private readonly orders: AcceptOrder;
  private due: readonly Due[] = [];
  private bought = 0;

  constructor(private readonly options: DemoOptions) {
    const { wallets, vault } = options;
    // Who buys here is made up, and so are their PINs.
    const pins = { check: () => undefined, requireUnlocked: () => undefined };
    this.orders = new AcceptOrder(wallets, pins, vault, { PINLESS_DAILY_LIMIT: '0' });
  }

  async run(): Promise<{ readonly purchases: number }> {
    const { days, now, onProgress } = this.options;
    const startMs = now.getTime() - days * DAY_MS;
    const { eventStore, vault, secrets, wallets } = this.options;
    const customers = await seedUsers({
      ...{ eventStore, vault, secrets, wallets, users: CUSTOMERS, balanceKobo: FUNDED },
      now: new Date(startMs),
    });
    for (let day = 0; day < days; day += 1) {
      const count = Math.round(PURCHASES_A_DAY * (1 + day / days) * (0.7 + 0.6 * this.dice.next()));
      const times = Array.from({ length: count }, () => startMs + day * DAY_MS + this.dice.upTo(DAY_MS));
      for (const atMs of times.toSorted((one, other) => one - other)) {
        await this.workUntil(atMs);
        await this.buy(this.dice.pick(customers), atMs);
      }
      onProgress?.(`day ${day + 1} of ${days}, ${this.bought} purchases`);
    }
    await this.workUntil(Infinity);
    return { purchases: this.bought };
  }

  /** Does what is due by then, in order; what would be later than the end happens at the end. */
  private async workUntil(untilMs: number): Promise<void> {
    const due = this.due
      .filter(({ atMs }) => atMs <= untilMs)
      .toSorted((one, other) => one.atMs - other.atMs);
    this.due = this.due.filter(({ atMs }) => atMs > untilMs);
    for (const { atMs, work } of due) await work(this.at(atMs));
  }

  private at = (ms: number): Date => new Date(Math.min(ms, this.options.now.getTime()));

  private async buy({ userId, pin }: SeededUser, atMs: number): Promise<void> {
    const { eventStore, wallets, prices, ownPrices } = this.options;
    const { available } = await wallets.newest(userId);
    if (available < LOW) await this.fund(userId, atMs - 60_000);
    const user = { userId, tier: 'regular', emailVerified: true, pinMac: '' } as const;
    const wanted = await demoOrder(this.dice, { user, prices, ownPrices, lookups: DEMO_LOOKUPS });
    const context = systemContext(this.at(atMs));
    this.bought += 1;
    await this.orders.accept(
      {
        ...{ user, pin, confirmDuplicate: true, idempotencyKey: `demo-${this.bought}` },
        ...{ correlationId: context.correlationId, actor: { kind: 'user', id: userId } },
      },
      wanted,
      context.now,
    );
    const last = (await eventStore.readStream(walletStream(userId))).at(-1);
    const accepted = last && walletEvent(last);
    if (accepted?.type !== 'PurchaseAccepted') throw new Error('a purchase was not accepted');
    await this.deliver(accepted.data, atMs + 40 + this.dice.upTo(400));
  }

  /** Most are delivered within seconds; some fail, some want a person, a few are taken back. */
  private async deliver(accepted: PurchaseAccepted, sentMs: number): Promise<void> {
    const { purchaseId, reference } = accepted;
    await this.purchase(
      accepted,
      { type: 'OpenPurchase', order: orderOf(accepted), vendorReference: `DEMO${reference}` },
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
        this.purchase(accepted, { type: 'ResolveReview', decision, reason }, now.getTime(), DECIDER);
      this.due = [
        ...this.due,
        { atMs: answeredMs + 600_000 + this.dice.upTo(30 * 3_600_000), work: resolve },
      ];
      return;
    }
    const delivered: VendorOutcome = {
      outcome: 'delivered',
      cost: BigInt(accepted.expectedCost),
      vendorTransactionId: purchaseId.slice(0, 8),
    };
    await this.answer(accepted, delivered, answeredMs);
    if (chance < 0.04) {
      const reversed = { outcome: 'reversed', code: '040' } as const;
      const work = (now: Date) => this.answer(accepted, reversed, now.getTime());
      this.due = [...this.due, { atMs: answeredMs + this.dice.upTo(3 * DAY_MS), work }];
    }
  }

  private answer(accepted: PurchaseAccepted, outcome: VendorOutcome, atMs: number): Promise<void> {
    const artefacts = outcome.outcome === 'delivered' ? this.artefactsOf(accepted) : undefined;
    const now = this.at(atMs);
    return this.purchase(
      accepted,
      {
        ...{
          type: 'RecordOutcome',
          source: outcome.outcome === 'reversed' ? 'query' : 'dispatch',
          attempt: 1,
        },
        ...{ outcome, policy: POLICY, now },
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

  /** One step of the conversation with the vendor, and what it means for the wallet. */
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

  private async fund(userId: string, atMs: number): Promise<void> {
    await this.options.wallets.handle(
      userId,
      {
        ...{
          type: 'FundWallet',
          provider: 'opening',
          source: this.dice.pick(['Wema Bank', 'Moniepoint MFB']),
        },
        ...{
          transactionReference: `DEMO-${userId}-${this.bought}`,
          paid: FUNDED,
          settled: FUNDED,
          charge: 0n,
        },
      },
      systemContext(this.at(atMs)),
    );
  }
}
