import { hash } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import type { CustomerSettings } from '../../customers/customer.settings.js';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { requireSpending } from '../../customers/user.decider.js';
import { Catalog } from '../../catalog/catalog.js';
import { Passkeys, type ProofVerdict } from '../../customers/passkeys/passkeys.js';
import { type PasskeyProof, PIN_WANTED } from '../../contracts/fields/http-fields.js';
import { Pins } from '../../customers/pin/pins.js';
import type { Offer, ProductOrder } from '../../products/product.js';
import { RuleBroken } from '../../contracts/errors.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { formatNaira, type Kobo, koboFromNaira } from '../../contracts/money.js';
import type { Tier } from '../../contracts/services.js';
import type { AcceptPurchase } from '../../wallet/wallet.commands.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { derivedId, purchaseReference } from './references.js';

/** What buying needs to know of the customer. */
export interface Buyer {
  readonly userId: string;
  readonly tier: Tier;
  readonly emailVerified: boolean;
  readonly pinMac?: string;
  readonly pinLockedUntil?: number;
  readonly frozen?: true;
}

export interface BuyAnswer {
  readonly status: true;
  readonly message: string;
  readonly reference: string;
  readonly transaction_status: 'Pending';
}

/** What a device of the customer signed in place of the PIN. */
export interface Approval {
  readonly proof: PasskeyProof;
  /** Of all that was ordered. */
  readonly orderDigest: string;
}

/** Who orders and how; the same for every product. */
export interface PurchaseRequest {
  readonly user: Buyer;
  /** undefined only where a product may be bought without, when the day's limit applies, and of the house. */
  readonly pin: string | undefined;
  /** In place of the PIN. */
  readonly approval?: Approval | undefined;
  /** The customer was asked and wants the same again. */
  readonly confirmDuplicate: boolean;
  /** The price that was shown and agreed to; by default whatever it is now. */
  readonly quotedPrice?: Kobo | undefined;
  /** Names this purchase among all of the customer's: sent again, it is the same purchase. */
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly actor: Actor;
  /** Whether spending was stopped since the customer was looked up: asked right before the wallet is. */
  readonly isFrozen?: (() => boolean) | undefined;
}

const MESSAGE = 'Your request is being processed. We will notify you.';

/** Takes the price of any product into hold and promises to deliver it. The same key again gets the same answer. */
@Injectable()
export class AcceptOrder {
  private readonly pinlessLimit: Kobo;

  constructor(
    private readonly wallets: WalletStreams,
    @Inject(Pins) private readonly pins: Pick<Pins, 'check' | 'requireUnlocked'>,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(CONFIG) config: Pick<CustomerSettings, 'PINLESS_DAILY_LIMIT'>,
    @Optional() @Inject(Catalog) private readonly catalog?: Pick<Catalog, 'probes'>,
    @Optional() @Inject(Passkeys) private readonly passkeys?: Pick<Passkeys, 'check'>,
  ) {
    this.pinlessLimit = koboFromNaira(config.PINLESS_DAILY_LIMIT) ?? 0n;
  }

  /** @throws RuleBroken by the rules of PINs, catalogue and wallet */
  async accept(order: PurchaseRequest, wanted: ProductOrder, now: Date): Promise<BuyAnswer> {
    const { user, pin } = order;
    if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    const pinless = pin === undefined && order.approval === undefined && !isHouse(user);
    const { userId } = user;
    const purchaseId = derivedId(userId, order.idempotencyKey);
    const checking = this.checkSigned(order, purchaseId, wanted, now);
    const signed = checking && (await checking);
    const reference = purchaseReference(purchaseId);
    // Keyed for the person: a plain digest of so few possible numbers would give the number away.
    const duplicateKey = this.vault.personMac(userId, `${wanted.service}/${wanted.recipient}/${wanted.what}`);
    const requestDigest = this.digestOf(userId, duplicateKey, wanted);
    if (signed === 'spent') {
      const refusal = new RuleBroken('PASSKEY_EXPIRED');
      return answer(await this.earlierAnswer(userId, purchaseId, requestDigest, refusal));
    }
    let offer: Offer;
    try {
      // Nothing is waited for between here and the queue of the wallet.
      requireSpending({ frozen: order.isFrozen?.() ?? user.frozen });
      offer = this.catalog ? this.catalog.probes.askedBy(userId, wanted.offer) : wanted.offer();
      // What was signed is what is paid, whatever else was shown.
      requireQuoted(offer, order.approval?.proof.price ?? order.quotedPrice);
    } catch (refusal) {
      // What was accepted before stays accepted, whatever became of price list and vendors since.
      return answer(await this.earlierAnswer(userId, purchaseId, requestDigest, refusal));
    }
    const { price, expectedCost, vendor, amount, discount, product, fee } = offer;
    const giveBack = this.catalog?.probes.take(product.service, vendor, userId);
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
   * Before anything is answered, a repeated request too: who neither knows the PIN nor has the customer's device learns nothing.
   * The house has none.
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

  /** A possible duplicate is refused with the reference of the purchase it may repeat, so that the customer can look at it. */
  private async withEarlierPurchase(
    refusal: unknown,
    userId: string,
    duplicateKey: string,
  ): Promise<unknown> {
    if (!(refusal instanceof RuleBroken) || refusal.code !== 'POSSIBLE_DUPLICATE') return refusal;
    // A store that cannot be read right now changes nothing about the refusal.
    const earlier = await this.wallets.earlierDuplicate(userId, duplicateKey).catch(() => undefined);
    if (earlier === undefined) return refusal;
    return new RuleBroken(refusal.code, { ...refusal.details, earlier_reference: earlier });
  }

  private digestOf(userId: string, duplicateKey: string, { also, alsoPersonal }: ProductOrder): string {
    const rest = alsoPersonal === undefined ? also : `${also}/${this.vault.personMac(userId, alsoPersonal)}`;
    return hash('sha256', `${duplicateKey}/${rest}`, 'hex');
  }

  /** @throws the refusal, when nothing was accepted under this key before, or something else was */
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

/** Whoever buys for the house has shown more than a PIN: a session of the administrators' side, and a permission. */
const isHouse = ({ userId }: Buyer): boolean => userId === HOUSE_USER_ID;

function mayBeOmitted({ pinMac }: Buyer, { pinOptional }: ProductOrder): void {
  if (pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
  if (!pinOptional)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'transaction_pin', reason: PIN_WANTED });
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
