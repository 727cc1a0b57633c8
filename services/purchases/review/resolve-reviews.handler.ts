import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { type ReviewEnding, reviewEnding } from './review-steps.js';

export interface Resolution {
  readonly purchaseId: string;
  /** `before` means that an equal decision was stored earlier. */
  readonly result: 'done' | 'before' | 'refused';
  /** TRANSACTION_NOT_FOUND, REVIEW_NOT_OPEN or PURCHASE_SETTLED. */
  readonly refusal?: RuleBroken;
  /** Set when the purchase had ended before this decision. */
  readonly ending?: ReviewEnding;
}

/** Decides each purchase separately: a refusal affects only its own row. */
export class ResolveReviews extends Command<readonly Resolution[]> {
  constructor(
    readonly purchaseIds: readonly string[],
    readonly decision: 'delivered' | 'refund',
    readonly reason: string,
    readonly actor: Actor,
    readonly now: Date = new Date(nowMs()),
  ) {
    super();
  }
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'TRANSACTION_NOT_FOUND',
  'REVIEW_NOT_OPEN',
  'PURCHASE_SETTLED',
]);
/** Purchases decided concurrently. */
const AT_ONCE = 16;

/** Answers in the order of `purchaseIds`. */
@CommandHandler(ResolveReviews)
export class ResolveReviewsHandler implements ICommandHandler<ResolveReviews> {
  constructor(private readonly streams: PurchaseStreams) {}

  async execute({
    purchaseIds,
    decision,
    reason,
    actor,
    now,
  }: ResolveReviews): Promise<readonly Resolution[]> {
    const resolutions: Resolution[] = [];
    for (let from = 0; from < purchaseIds.length; from += AT_ONCE) {
      const some = purchaseIds.slice(from, from + AT_ONCE);
      const command = { type: 'ResolveReview', decision, reason } as const;
      resolutions.push(
        ...(await Promise.all(some.map((purchaseId) => this.resolve(purchaseId, command, { actor, now })))),
      );
    }
    return resolutions;
  }

  private async resolve(
    purchaseId: string,
    command: Parameters<PurchaseStreams['handle']>[1],
    context: { readonly actor: Actor; readonly now: Date },
  ): Promise<Resolution> {
    try {
      const { events } = await this.streams.handle(purchaseId, command, context);
      return events.length > 0
        ? { purchaseId, result: 'done' }
        : { purchaseId, result: 'before', ...(await this.endingOf(purchaseId)) };
    } catch (error) {
      if (!(error instanceof RuleBroken && REFUSALS.has(error.code))) throw error;
      return { purchaseId, result: 'refused', refusal: error, ...(await this.endingOf(purchaseId)) };
    }
  }

  /** Reads the ending from the log, because the cache may lag behind another process. */
  private async endingOf(purchaseId: string): Promise<{ readonly ending?: ReviewEnding }> {
    const ending = reviewEnding(await this.streams.events(purchaseId));
    return ending ? { ending } : {};
  }
}
