import { hash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { Pins } from '../../accounts/pins.js';
import { Catalog } from '../../catalog/catalog.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { localPhone, normalisePhone } from '../../contracts/phones.js';
import type { NetworkCode, Tier } from '../../contracts/services.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { derivedId } from '../derived-id.js';
import { purchaseReference } from '../purchase-reference.js';

/** What buying needs to know of the customer. */
export interface Buyer {
  readonly userId: string;
  readonly tier: Tier;
  readonly emailVerified: boolean;
  readonly pinMac?: string;
}

export interface BuyAnswer {
  readonly status: true;
  readonly message: string;
  readonly reference: string;
  readonly transaction_status: 'Pending';
}

export interface AirtimeOrder {
  readonly user: Buyer;
  readonly network: NetworkCode;
  /** As typed, in any form of a Nigerian number. */
  readonly phone: string;
  /** Face value. */
  readonly amount: Kobo;
  readonly pin: string;
  /** The customer was asked and wants the same again. */
  readonly confirmDuplicate: boolean;
  /** Names this purchase among all of the customer's: sent again, it is the same purchase. */
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly actor: Actor;
}

/** Takes the price of airtime into hold and promises to deliver it. The same key again gets the same answer. */
export class BuyAirtime extends Command<BuyAnswer> {
  constructor(
    readonly order: AirtimeOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

const MESSAGE = 'Your request is being processed. We will notify you.';

@CommandHandler(BuyAirtime)
export class BuyAirtimeHandler implements ICommandHandler<BuyAirtime> {
  constructor(
    private readonly wallets: WalletStreams,
    private readonly pins: Pins,
    private readonly catalog: Catalog,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
  ) {}

  /** @throws RuleBroken by the rules of PINs, catalogue and wallet */
  async execute({ order, now }: BuyAirtime): Promise<BuyAnswer> {
    const { user, network, amount } = order;
    if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    // Before anything is answered, a repeated request too: who does not know the PIN learns nothing.
    const checking = this.pins.check(user, order.pin, now.getTime());
    if (checking) await checking;
    const phone = normalisePhone(order.phone);
    if (phone === undefined) throw new RuleBroken('INVALID_PHONE');
    const { price, discount, vendor, expectedCost } = this.catalog.quoteAirtime({
      network,
      amount,
      tier: user.tier,
    });

    const purchaseId = derivedId(user.userId, order.idempotencyKey);
    const reference = purchaseReference(purchaseId);
    // Keyed for the person: a plain digest of so few possible numbers would give the number away.
    const duplicateKey = this.vault.personMac(user.userId, `airtime/${phone}/${amount}`);
    const { replayed } = await this.wallets.execute(
      user.userId,
      {
        type: 'AcceptPurchase',
        purchaseId,
        reference,
        service: 'airtime',
        product: { network },
        tier: user.tier,
        amount,
        price,
        discount,
        vendor,
        expectedCost,
        requestDigest: hash('sha256', `${duplicateKey}/${network}`, 'hex'),
        duplicateKey,
        firstAnswer: { message: MESSAGE, reference },
        sealed: this.vault.seal(user.userId, { recipient: phone }),
        confirmDuplicate: order.confirmDuplicate,
        recipient: localPhone(phone),
      },
      { actor: order.actor, correlationId: order.correlationId, causationId: order.correlationId, now },
    );
    const first = replayed ?? { message: MESSAGE, reference };
    return {
      status: true,
      message: first.message,
      reference: first.reference,
      transaction_status: 'Pending',
    };
  }
}
