import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/event-store/event-store.js';
import { PurchaseStreams } from './purchase.streams.js';

/** A person decides about a purchase that the vendor left open. Deciding the same again changes nothing. */
export class ResolveReview extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly decision: 'delivered' | 'refund',
    readonly reason: string,
    readonly actor: Actor,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

/** @throws RuleBroken TRANSACTION_NOT_FOUND, REVIEW_NOT_OPEN, PURCHASE_SETTLED */
@CommandHandler(ResolveReview)
export class ResolveReviewHandler implements ICommandHandler<ResolveReview> {
  constructor(private readonly streams: PurchaseStreams) {}

  async execute({ purchaseId, decision, reason, actor, now }: ResolveReview): Promise<void> {
    await this.streams.execute(purchaseId, { type: 'ResolveReview', decision, reason }, { actor, now });
  }
}
