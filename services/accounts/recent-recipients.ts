import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import type { Beneficiary } from '../contracts/accounts.shapes.js';
import { localPhone } from '../contracts/phones.js';
import { productOf, type Product } from '../contracts/products.js';
import type { Service } from '../contracts/services.js';
import { walletStream, type WalletEvent } from '../wallet/wallet.events.js';

/** So much of the wallet's newest past is looked through: about a hundred purchases. */
const EVENTS_LOOKED_AT = 300;
const RECIPIENTS_MAX = 10;

/** What the select of a form holds for this product, and the type of a meter. */
const CHOICE: { [Kind in Service]: (product: Extract<Product, { service: Kind }>) => string } = {
  airtime: ({ network }) => String(network),
  data: ({ network }) => String(network),
  cable: ({ provider }) => String(provider),
  electricity: ({ disco }) => String(disco),
  exams: ({ exam }) => String(exam),
  bet: ({ platform }) => platform,
  transfer: ({ bankCode }) => bankCode,
  sms: () => '',
  bvn: () => '',
};

/** Whom a customer bought for last, as the forms need it. */
@Injectable()
export class RecentRecipients {
  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'open' | 'bring'>,
  ) {}

  /** Newest first, each once. @param service absent for all */
  async of(userId: string, service?: Service): Promise<Beneficiary[]> {
    await this.vault.bring([userId]);
    const events = (await this.store.readStream(walletStream(userId), {
      ...{ direction: 'backwards', limit: EVENTS_LOOKED_AT },
    })) as unknown as WalletEvent[];
    const found = new Map<string, Beneficiary>();
    for (const event of events) {
      if (event.type !== 'PurchaseAccepted' || (service && event.data.service !== service)) continue;
      const recipient = this.remembered(userId, event);
      const key = recipient && `${recipient.service} ${recipient.provider} ${recipient.recipient}`;
      if (key && !found.has(key)) found.set(key, recipient);
      if (found.size === RECIPIENTS_MAX) break;
    }
    return [...found.values()];
  }

  private remembered(
    userId: string,
    { data }: Extract<WalletEvent, { type: 'PurchaseAccepted' }>,
  ): Beneficiary | undefined {
    const opened = this.vault.open(userId, data.sealed);
    const recipient = opened?.['recipient'];
    if (typeof recipient !== 'string' || recipient === '') return undefined;
    const product = productOf(data.product);
    const name = opened?.['customerName'] ?? opened?.['accountName'];
    return {
      ...{ id: '', service: data.service, name: typeof name === 'string' ? name : '' },
      recipient: recipient.startsWith('+234') ? localPhone(recipient) : recipient,
      provider: choiceOf(product),
      kind: product.service === 'electricity' ? product.meterType : '',
    };
  }
}

const choiceOf = (product: Product): string =>
  (CHOICE[product.service] as (product: Product) => string)(product);
