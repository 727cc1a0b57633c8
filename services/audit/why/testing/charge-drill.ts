import { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import type { Actor, EventData, EventStore } from '../../../../infra/event-store/event-store.js';
import type { CatalogChange } from '../../../catalog/catalog.decider.js';
import { CatalogStream } from '../../../catalog/catalog-stream.js';
import { Catalog } from '../../../catalog/catalog.js';
import { InstallationPrices, type PriceSettings } from '../../../catalog/installation-prices.js';
import type { WhyCharged } from '../../../contracts/admin/why.contract.js';
import type { Tier } from '../../../contracts/services.js';
import type { Offer, Prices } from '../../../products/product.js';
import { buy, capture, fund, release } from '../../../wallet/testing/given-wallet.js';
import type { AcceptPurchase, WalletCommand } from '../../../wallet/wallet.commands.js';
import { WalletStreams } from '../../../wallet/wallet.streams.js';
import { explainCharge } from '../explain-charge.js';
import { readCharge, withPositions } from '../read-charge.js';

export const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
  AFFILIATE_FEE_NAIRA: '2000',
  SMS_PAGE_PRICE_NAIRA: '2.90',
  SMS_PAGE_COST_NAIRA: '2.50',
  TRANSFER_FEES: '5000:10,49999.99:25,*:50',
  TRANSFER_MAX_NAIRA: '1000000',
  TRANSFERS_ENABLED: true,
  production: false,
} as ConstructorParameters<typeof Catalog>[0] & PriceSettings;

const noSnapshots = {
  load: () => undefined,
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

export const GRACE: Actor = { kind: 'admin', id: 'grace' };
export const WORKER: Actor = { kind: 'system', id: 'worker' };
const ADA: Actor = { kind: 'user', id: 'ada' };
const MINUTE = 60_000;

/** Ledger that sells with the product's own code, a minute per step. */
export class ChargeDrill {
  readonly catalog = new Catalog(SETTINGS);
  private readonly stream: CatalogStream;
  private readonly wallets: WalletStreams;
  private readonly own = new InstallationPrices(this.catalog, SETTINGS);
  private nowMs = Date.parse('2026-03-01T09:00:00.000Z');
  private facts = 0;

  constructor(readonly store: EventStore = new MemoryEventStore()) {
    this.stream = new CatalogStream(this.catalog, store);
    this.wallets = new WalletStreams(store, noSnapshots);
  }

  get prices(): Prices {
    return { prices: this.catalog, ownPrices: this.own };
  }

  /** Advances the clock, by a minute unless given. */
  later(ms = MINUTE): Date {
    this.nowMs += ms;
    return new Date(this.nowMs);
  }

  async change(change: CatalogChange, afterMs = MINUTE): Promise<void> {
    await this.stream.change(change, { actor: GRACE, now: this.later(afterMs), correlationId: 'change' });
  }

  /** Takes effect two minutes after scheduling. */
  async schedule(change: CatalogChange): Promise<void> {
    await this.change(change);
    await this.stream.settleDue(this.later(2 * MINUTE));
  }

  async funded(tier: Tier = 'regular'): Promise<void> {
    await this.tell('user-ada', 'UserRegistered', { userId: 'ada', role: 'user', tier, sealed: 's' }, ADA);
    await this.ask(fund(10_000_000n));
  }

  /** Sells at the quoted price unless `more` falsifies it. */
  async sell(id: string, offer: Offer, more: Partial<AcceptPurchase> = {}, afterMs = MINUTE): Promise<void> {
    const { product, amount, discount, price, fee, expectedCost, vendor } = offer;
    const sold = { service: product.service, product, amount, discount, expectedCost, vendor };
    await this.ask(buy(id, price, { ...sold, ...(fee && { fee }), ...more }), afterMs);
    await this.say(id, 'PurchaseOpened', { service: product.service, vendor, price: String(price) });
  }

  /** Appends an event to the purchase stream and returns its ID. */
  say(id: string, type: string, data: EventData = {}, actor = WORKER): Promise<string> {
    return this.tell(`purchase-${id}`, type, { userId: 'ada', purchaseId: id, ...data }, actor);
  }

  async sent(id: string, attempt: number, vendor: number): Promise<void> {
    await this.say(id, 'AttemptStarted', { attempt, vendor, vendorReference: `r${attempt}` });
  }

  async captured(id: string, cost: bigint, vendor: number, causationId: string): Promise<void> {
    await this.ask(capture(id, cost, vendor), MINUTE, causationId);
  }

  async released(id: string, causationId: string): Promise<void> {
    await this.ask(release(id), MINUTE, causationId);
  }

  async tell(stream: string, type: string, data: EventData, actor: Actor, afterMs = MINUTE): Promise<string> {
    this.facts += 1;
    const id = `fact-${this.facts}`;
    await this.store.append(stream, await this.store.head(stream), [
      {
        id,
        type,
        version: 1,
        at: this.later(afterMs).toISOString(),
        actor,
        data,
        correlationId: 'request',
        causationId: 'request',
      },
    ]);
    return id;
  }

  async why(id: string, settings: PriceSettings = SETTINGS): Promise<WhyCharged | undefined> {
    const facts = await readCharge(this.store, id, { pause: () => Promise.resolve() });
    if (!facts) return undefined;
    const installation = { prices: settings, vendors: this.catalog.vendors() };
    return withPositions(this.store, explainCharge(facts, installation));
  }

  private async ask(command: WalletCommand, afterMs = MINUTE, causationId?: string): Promise<void> {
    const settles = command.type === 'CapturePurchase' || command.type === 'ReleasePurchase';
    this.facts += 1;
    await this.wallets.handle('ada', command, {
      actor: settles ? { kind: 'system', id: 'settle-wallet' } : ADA,
      now: this.later(afterMs),
      correlationId: 'request',
      causationId: causationId ?? `request-${this.facts}`,
    });
  }
}
