import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { approvalLimit } from '../../money-desk/alone/allowance.js';
import { permitAlone } from '../../money-desk/alone/permit.js';
import type { AloneSettings } from '../../money-desk/money-desk.settings.js';
import { PurchaseStreams } from '../purchase.streams.js';
import type { Purchase } from '../purchase.state.js';

export interface ReviewDecision {
  readonly purchaseIds: readonly string[];
  readonly decision: 'delivered' | 'refund';
  readonly reason: string;
}

const movementIdOf = uuidsOf('0f6b1e94-7c3d-5b28-a1d5-84c2e9f07b63');
const approvalIdOf = uuidsOf('9a2d5c70-1be4-5f86-8d39-c05e7f14a2b8');
const AT_ONCE = 16;

/** Several purchases that are decided together need one approval. */
@Injectable()
export class PermitReviews {
  constructor(
    @Inject(PurchaseStreams) private readonly streams: Pick<PurchaseStreams, 'reload'>,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  /**
   * @returns ids of the purchases that were counted or approved. Only these may be decided: another purchase
   * may enter review at any moment.
   * @throws RuleBroken REVIEW_APPROVAL when a second administrator must agree. The request to them is already
   * stored.
   */
  async permit(
    { purchaseIds, decision, reason }: ReviewDecision,
    context: EventContext,
  ): Promise<ReadonlySet<string>> {
    const open = await this.openOf(purchaseIds);
    if (open.length === 0) return new Set();
    // The approval is for all ids that were sent, because some purchases may end before the decision is sent again.
    const ids = Array.from(new Set(purchaseIds)).toSorted().join();
    const usedBy = movementIdOf(`${context.actor.id}/${decision}/${ids}`);
    const amount = open.reduce((sum, { price }) => sum + BigInt(price), 0n);
    const [first] = open as [Purchase];
    const one = open.length === 1;
    const work = {
      type: 'review',
      decision,
      amount: String(amount),
      purchases: open.map(({ reference }) => reference),
    } as const;
    const approval = await permitAlone(
      this.eventStore,
      {
        // Count each purchase alone, because other purchases may end before the decision is sent again.
        movements: open.map(({ purchaseId, price }) => ({
          commandId: movementIdOf(purchaseId),
          subject: `purchase-${purchaseId}`,
          amount: BigInt(price),
        })),
        usedBy,
        approvalId: (number) => approvalIdOf(`${usedBy}/${number}`),
        request: () => ({ userId: one ? first.userId : HOUSE_USER_ID, reason, work }),
        refusal: 'REVIEW_APPROVAL',
        needs: ['finance'],
      },
      approvalLimit(this.config),
      context,
    );
    const approved = approval?.work.type === 'review' ? approval.work.purchases : undefined;
    const permitted = open.filter(({ reference }) => approved?.includes(reference) ?? true);
    return new Set(permitted.map(({ purchaseId }) => purchaseId));
  }

  private async openOf(purchaseIds: readonly string[]): Promise<readonly Purchase[]> {
    const open: Purchase[] = [];
    const distinct = Array.from(new Set(purchaseIds));
    for (let from = 0; from < distinct.length; from += AT_ONCE) {
      const some = distinct.slice(from, from + AT_ONCE).map((id) => this.streams.reload(id));
      for (const purchase of await Promise.all(some))
        if (purchase?.phase === 'open' && purchase.review === 'required') open.push(purchase);
    }
    return open;
  }
}
