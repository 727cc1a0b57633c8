import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import type { Kobo } from '../../contracts/money.js';
import { HOUSE_USER_ID, walletStream } from '../../ledger/streams.js';
import { approvalLimit } from './allowance.js';
import { permitAlone } from './permit.js';
import type { AloneSettings } from '../money-desk.settings.js';

export interface HouseOrder {
  readonly purchaseId: string;
  readonly price: Kobo;
  /** Description of the order without personal data. Equal orders have equal descriptions. */
  readonly what: string;
  /** Product in words. */
  readonly label: string;
  readonly recipient: string;
}

const approvalIdOf = uuidsOf('3e5a7b1c-9d20-5c4f-8b6e-2a7f0c1d8e93');

/** Decides when a purchase from the company's own wallet needs an approval. Each approval is for one order. */
@Injectable()
export class HouseSpending {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'seal'>,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  /** @throws RuleBroken HOUSE_APPROVAL when a second administrator must agree */
  async permit(
    { purchaseId, price, what, label, recipient }: HouseOrder,
    context: EventContext,
  ): Promise<void> {
    const work = { type: 'house-spending', amount: String(price) } as const;
    await permitAlone(
      this.eventStore,
      {
        movements: [{ commandId: purchaseId, subject: walletStream(HOUSE_USER_ID), amount: price }],
        usedBy: purchaseId,
        approvalId: (number) => approvalIdOf(`${context.actor.id}/${what}/${price}/${number}`),
        request: () => {
          const sealed = this.vault.seal(HOUSE_USER_ID, { recipient });
          return { userId: HOUSE_USER_ID, reason: label, work, sealed };
        },
        refusal: 'HOUSE_APPROVAL',
        needs: ['finance'],
      },
      approvalLimit(this.config),
      context,
    );
  }
}
