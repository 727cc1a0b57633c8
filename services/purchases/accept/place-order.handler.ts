import { hash } from 'node:crypto';
import { Inject, Optional } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { Catalog } from '../../catalog/catalog.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import { RuleBroken } from '../../contracts/errors.js';
import { type PasskeyProof, PIN_WANTED } from '../../contracts/fields/http-fields.js';
import { formatNaira, type Kobo, koboFromNaira } from '../../contracts/money.js';
import { SERVICE_NAMES, type Tier } from '../../contracts/services.js';
import { RecentRecipients } from '../../customers/beneficiaries/recent-recipients.js';
import type { CustomerSettings } from '../../customers/customer.settings.js';
import { Passkeys, type ProofVerdict } from '../../customers/passkeys/passkeys.js';
import { type PayoutDelay, refusalOf, sinceOf } from '../../customers/payouts/payout-delay.decider.js';
import { Pins } from '../../customers/pin/pins.js';
import { requireSpending } from '../../customers/spending/spending.decider.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import type {
  Lookups,
  Offer,
  OrderContext,
  OwnPrices,
  PriceList,
  ProductDescriptor,
  ProductOrder,
} from '../../products/product.js';
import { HouseSpending } from '../../money-desk/alone/house-spending.js';
import { productLabel, PRODUCTS } from '../../products/products.js';
import type { AcceptPurchase } from '../../wallet/wallet.commands.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { BankDirectory } from '../lookup/bank-directory.js';
import { CustomerLookups } from '../lookup/customer-lookups.js';
import { PlatformCustomers } from '../lookup/platform-customers.js';
import { derivedId, purchaseReference } from './references.js';
import { VendorBacklog } from './vendor-backlog.js';

export interface Buyer {
  readonly userId: string;
  readonly tier: Tier;
  readonly emailVerified: boolean;
  readonly pinMac?: string;
  readonly pinLockedUntil?: number;
  readonly pinLockedAt?: number;
  readonly frozen?: true;
  readonly payoutDelays?: readonly PayoutDelay[];
}

export interface BuyAnswer {
  readonly status: true;
  readonly message: string;
  readonly reference: string;
  readonly transaction_status: 'Pending';
}

export interface Approval {
  readonly proof: PasskeyProof;
  readonly orderDigest: string;
}

export interface PurchaseRequest {
  readonly user: Buyer;
  readonly pin: string | undefined;
  readonly approval?: Approval | undefined;
  readonly confirmDuplicate: boolean;
  /**
   * Price that the customer saw and agreed to. If the price has changed since, the order is refused with
   * `PRICE_CHANGED`.
   */
  readonly quotedPrice?: Kobo | undefined;
  /** A second request with the same key gets the answer to the first request. */
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly actor: Actor;
  readonly isFrozen?: (() => boolean) | undefined;
}

type Sold = typeof PRODUCTS;
type OrderFields<Service extends keyof Sold> = Service extends keyof Sold
  ? Sold[Service] extends {
      readonly order: (asked: infer Fields extends object, context: OrderContext) => unknown;
    }
    ? Fields
    : never
  : never;

export class PlaceOrder<Service extends keyof Sold = keyof Sold> extends Command<BuyAnswer> {
  constructor(
    readonly service: Service,
    readonly order: PurchaseRequest,
    readonly asked: OrderFields<Service>,
    readonly now: Date = new Date(nowMs()),
  ) {
    super();
  }
}

const ORDERED: Readonly<Record<keyof Sold, { readonly service: string } & Pick<ProductDescriptor, 'order'>>> =
  PRODUCTS;

const MESSAGE = 'Your request is being processed. We will notify you.';

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  private readonly lookups: Lookups;
  private readonly pinlessLimit: Kobo;

  constructor(
    private readonly wallets: WalletStreams,
    @Inject(Pins) private readonly pins: Pick<Pins, 'check' | 'requireUnlocked'>,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'personMac' | 'seal'>,
    @Inject(CONFIG) config: Pick<CustomerSettings, 'PINLESS_DAILY_LIMIT'>,
    @Inject(Catalog) private readonly prices: PriceList & Pick<Catalog, 'probes' | 'state'>,
    @Inject(InstallationPrices) private readonly ownPrices: OwnPrices,
    @Inject(CustomerLookups) customers: Pick<CustomerLookups, 'known'>,
    @Inject(PlatformCustomers) platforms: Pick<PlatformCustomers, 'nameOf'>,
    @Inject(BankDirectory) banks: Pick<BankDirectory, 'holder'>,
    @Inject(RecentRecipients) private readonly recipients: Pick<RecentRecipients, 'isKnown'>,
    @Inject(HouseSpending) private readonly house: Pick<HouseSpending, 'permit'>,
    @Optional() @Inject(Passkeys) private readonly passkeys?: Pick<Passkeys, 'check'>,
    @Optional() @Inject(VendorBacklog) private readonly backlog?: Pick<VendorBacklog, 'require'>,
  ) {
    this.pinlessLimit = koboFromNaira(config.PINLESS_DAILY_LIMIT) ?? 0n;
    this.lookups = {
      known: (userId, biller) => customers.known(userId, biller),
      platformCustomer: (userId, platform, clientId) => platforms.nameOf(userId, platform, clientId),
      accountHolder: (userId, bankCode, accountNumber) => banks.holder(userId, bankCode, accountNumber),
    };
  }

  async execute({ service, order, asked, now }: PlaceOrder): Promise<BuyAnswer> {
    const { prices, ownPrices, lookups } = this;
    const wanted = ORDERED[service].order?.(asked as never, {
      user: order.user,
      prices,
      ownPrices,
      lookups,
    });
    if (wanted === undefined) throw new Error(`${service} is not ordered`);
    return this.accept(order, await wanted, now);
  }

  async accept(order: PurchaseRequest, wanted: ProductOrder, now: Date): Promise<BuyAnswer> {
    const { user, pin } = order;
    if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    const pinless = pin === undefined && order.approval === undefined && !isHouse(user);
    const { userId } = user;
    const purchaseId = derivedId(userId, order.idempotencyKey);
    const checking = this.checkSigned(order, purchaseId, wanted, now);
    const signed = checking && (await checking);
    const late = user.payoutDelays && (await this.refusedForNow(user, wanted, now));
    const reference = purchaseReference(purchaseId);
    // Without a secret key, anyone could find the recipient by trying all phone numbers.
    const duplicateKey = this.vault.personMac(userId, `${wanted.service}/${wanted.recipient}/${wanted.what}`);
    const requestDigest = this.digestOf(userId, duplicateKey, wanted);
    if (signed === 'spent') {
      const refusal = new RuleBroken('PASSKEY_EXPIRED');
      return answer(await this.earlierAnswer(userId, purchaseId, requestDigest, refusal));
    }
    const dear =
      isHouse(user) && (await this.refusedToHouse(order, wanted, { purchaseId, duplicateKey }, now));
    let offer: Offer;
    try {
      // Do not `await` between this line and adding the order to the wallet's queue, because the checks below
      // could become outdated.
      requireSpending({ frozen: order.isFrozen?.() ?? user.frozen });
      if (late) throw late;
      if (dear instanceof RuleBroken) throw dear;
      requireSelling(this.prices);
      offer = this.prices.probes.askedBy(userId, wanted.offer);
      requireQuoted(offer, order.approval?.proof.price ?? order.quotedPrice);
      this.backlog?.require(offer.vendor, SERVICE_NAMES[wanted.service]);
      if (typeof dear === 'bigint' && offer.price !== dear) requireQuoted(offer, dear);
    } catch (refusal) {
      // Give a repeated order its first answer, even when it would be refused now.
      return answer(await this.earlierAnswer(userId, purchaseId, requestDigest, refusal));
    }
    const { price, expectedCost, otherCosts, vendor, amount, discount, product, fee } = offer;
    const giveBack = this.prices.probes.take(product.service, vendor, userId);
    const command: AcceptPurchase = {
      type: 'AcceptPurchase',
      purchaseId,
      reference,
      service: wanted.service,
      product,
      tier: user.tier,
      amount,
      price,
      discount,
      vendor,
      expectedCost,
      ...(otherCosts && { otherCosts }),
      requestDigest,
      duplicateKey,
      firstAnswer: { message: MESSAGE, reference },
      sealed: this.vault.seal(userId, wanted.sealed),
      confirmDuplicate: order.confirmDuplicate,
      recipient: wanted.shownRecipient,
    };
    const { actor, correlationId } = order;
    try {
      const { replayed } = await this.wallets.handle(
        userId,
        fee === undefined && !pinless
          ? command
          : { ...command, ...(fee && { fee }), ...(pinless && { pinlessLimit: this.pinlessLimit }) },
        { actor, correlationId, now },
      );
      if (replayed) giveBack?.();
      return answer(replayed ?? { message: MESSAGE, reference });
    } catch (refusal) {
      giveBack?.();
      throw await this.withEarlierPurchase(refusal, userId, duplicateKey);
    }
  }

  /**
   * Checks the PIN or the passkey before anything else. Otherwise an attacker without a PIN could
   * find out which idempotency keys were used.
   */
  private checkSigned(
    { user, pin, approval }: PurchaseRequest,
    purchaseId: string,
    wanted: ProductOrder,
    now: Date,
  ): void | Promise<void | ProofVerdict> {
    if (isHouse(user)) return;
    const nowMs = now.getTime();
    if (approval !== undefined) {
      if (!this.passkeys) throw new RuleBroken('PASSKEYS_UNAVAILABLE');
      const { proof, orderDigest } = approval;
      const { service } = wanted;
      const purchase = { purchaseId, service, orderDigest, price: proof.price };
      return this.passkeys.check(user.userId, proof, purchase, now);
    }
    if (pin !== undefined) return this.pins.check(user, pin, nowMs);
    mayBeOmitted(user, wanted);
    return this.pins.requireUnlocked(user, nowMs);
  }

  /**
   * Permits a purchase for our own account (the house) when the administrator's purchases are within the limits
   * or have an approval.
   * @returns the permitted price, the refusal, or false for a repeated order
   */
  private async refusedToHouse(
    { actor, correlationId, user }: PurchaseRequest,
    wanted: ProductOrder,
    { purchaseId, duplicateKey }: { readonly purchaseId: string; readonly duplicateKey: string },
    now: Date,
  ): Promise<Kobo | RuleBroken | false> {
    if (await this.wallets.earlierPurchase(user.userId, purchaseId)) return false;
    try {
      const { price, product } = this.prices.probes.askedBy(user.userId, wanted.offer);
      const label = productLabel(product);
      const order = { purchaseId, price, what: duplicateKey, label, recipient: wanted.shownRecipient };
      await this.house.permit(order, { actor, correlationId, now });
      return price;
    } catch (refusal) {
      if (refusal instanceof RuleBroken) return refusal;
      throw refusal;
    }
  }

  private async refusedForNow(
    user: Buyer,
    { service, recipient }: ProductOrder,
    now: Date,
  ): Promise<RuleBroken | undefined> {
    const since = sinceOf(user, now.getTime());
    if (since === undefined) return undefined;
    const known = await this.recipients.isKnown(user.userId, service, recipient, since);
    return refusalOf(user, service, now.getTime(), known);
  }

  private async withEarlierPurchase(
    refusal: unknown,
    userId: string,
    duplicateKey: string,
  ): Promise<unknown> {
    if (!(refusal instanceof RuleBroken) || refusal.code !== 'POSSIBLE_DUPLICATE') return refusal;
    const earlier = await this.wallets.earlierDuplicate(userId, duplicateKey).catch(() => undefined);
    if (earlier === undefined) return refusal;
    return new RuleBroken(refusal.code, { ...refusal.details, earlier_reference: earlier });
  }

  private digestOf(userId: string, duplicateKey: string, { also, alsoPersonal }: ProductOrder): string {
    const rest = alsoPersonal === undefined ? also : `${also}/${this.vault.personMac(userId, alsoPersonal)}`;
    return hash('sha256', `${duplicateKey}/${rest}`, 'hex');
  }

  /**
   * Returns the answer to the first request for this purchase.
   * @throws RuleBroken IDEMPOTENCY_CONFLICT when the first request had another `requestDigest`
   */
  private async earlierAnswer(
    userId: string,
    purchaseId: string,
    requestDigest: string,
    refusal: unknown,
  ): Promise<{ readonly message: string; readonly reference: string }> {
    if (!(refusal instanceof RuleBroken)) throw refusal;
    const earlier = await this.wallets.earlierPurchase(userId, purchaseId);
    if (!earlier) throw refusal;
    if (earlier.requestDigest !== requestDigest) throw new RuleBroken('IDEMPOTENCY_CONFLICT');
    return earlier.firstAnswer;
  }
}

/** True for a purchase for our own account (the house), which an administrator makes without a PIN. */
const isHouse = ({ userId }: Buyer): boolean => userId === HOUSE_USER_ID;

function mayBeOmitted({ pinMac }: Buyer, { pinOptional }: ProductOrder): void {
  if (pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
  if (!pinOptional)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'transaction_pin', reason: PIN_WANTED });
}

/**
 * Refuses all sales before the prices are confirmed, and while a restore of the log has stopped the sending of
 * orders. Restored balances may be outdated.
 */
function requireSelling({ state }: Pick<Catalog, 'state'>): void {
  if (state.sendingHold?.held) throw new RuleBroken('SALES_HELD');
  if (!state.pricesConfirmed) throw new RuleBroken('PRICES_NOT_CONFIRMED');
}

function requireQuoted({ price }: Offer, quoted: Kobo | undefined): void {
  if (quoted !== undefined && quoted !== price)
    throw new RuleBroken('PRICE_CHANGED', { price: formatNaira(price) });
}

const answer = ({ message, reference }: { message: string; reference: string }): BuyAnswer => ({
  status: true,
  message,
  reference,
  transaction_status: 'Pending',
});
