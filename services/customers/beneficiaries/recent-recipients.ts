import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import type { Beneficiary } from '../../contracts/customers.contract.js';
import { localPhone } from '../../contracts/fields/phones.js';
import { MONEY_SERVICES, productOf, type Service } from '../../contracts/services.js';
import { descriptorOf } from '../../products/products.js';
import { walletEvent, type WalletEvent } from '../../wallet/wallet.events.js';
import { walletStream } from '../../ledger/streams.js';

const EVENTS_LOOKED_AT = 300;
const RECIPIENTS_MAX = 10;
const PAGE = 500;
/** About 3,000 purchases. */
const PAGES_MAX = 20;

type Accepted = Extract<WalletEvent, { type: 'PurchaseAccepted' }>;

@Injectable()
export class RecentRecipients {
  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'open' | 'loadKeys'>,
  ) {}

  /**
   * Lists the recipients of a customer's latest purchases, newest first. Each recipient is listed
   * once.
   */
  async of(userId: string, service?: Service): Promise<Beneficiary[]> {
    await this.vault.loadKeys([userId]);
    const events = await this.store.readStream(walletStream(userId), {
      direction: 'backwards',
      limit: EVENTS_LOOKED_AT,
    });
    const found = new Map<string, Beneficiary>();
    for (const event of events.map(walletEvent)) {
      if (event?.type !== 'PurchaseAccepted' || (service && event.data.service !== service)) continue;
      const recipient = this.remembered(userId, event);
      const key = recipient && `${recipient.service} ${recipient.provider} ${recipient.recipient}`;
      if (key && !found.has(key)) found.set(key, recipient);
      if (found.size === RECIPIENTS_MAX) break;
    }
    return [...found.values()];
  }

  /**
   * True when the customer bought for this recipient before the time `before` (Unix ms).
   * @param recipient in the form of `ProductOrder.recipient`
   */
  async isKnown(userId: string, service: Service, recipient: string, before: number): Promise<boolean> {
    await this.vault.loadKeys([userId]);
    let from: number | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const events = await this.store.readStream(walletStream(userId), {
        direction: 'backwards',
        limit: PAGE,
        ...(from !== undefined && { from }),
      });
      for (const event of events.map(walletEvent)) {
        if (event?.type !== 'PurchaseAccepted' || event.data.service !== service) continue;
        if (Date.parse(event.at) < before && this.comparable(userId, event.data) === recipient) return true;
      }
      const { revision = 0 } = events.at(-1) ?? {};
      if (revision === 0) return false;
      from = revision - 1;
    }
    return false;
  }

  private comparable(userId: string, { sealed, product: sold }: Accepted['data']): string | undefined {
    const { recipient, recipients } = this.vault.open(userId, sealed) ?? {};
    if (Array.isArray(recipients)) return recipients.join(',');
    const product = productOf(sold);
    const choice = MONEY_SERVICES.includes(product.service);
    return choice ? `${descriptorOf(product)?.choice(product)}/${String(recipient)}` : String(recipient);
  }

  private remembered(userId: string, { data }: Accepted): Beneficiary | undefined {
    const opened = this.vault.open(userId, data.sealed);
    const recipient = opened?.['recipient'];
    if (typeof recipient !== 'string' || recipient === '') return undefined;
    const product = productOf(data.product);
    const descriptor = descriptorOf(product);
    const name = opened?.['customerName'] ?? opened?.['accountName'];
    return {
      id: '',
      service: data.service,
      name: typeof name === 'string' ? name : '',
      recipient: recipient.startsWith('+234') ? localPhone(recipient) : recipient,
      provider: descriptor?.choice(product) ?? '',
      kind: descriptor?.kind?.(product) ?? '',
    };
  }
}
