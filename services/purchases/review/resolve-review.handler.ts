import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { type ReviewEnding, reviewEnding } from './review-steps.js';

export class ResolveReview extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly decision: 'delivered' | 'refund',
    readonly reason: string,
    readonly actor: Actor,
    readonly now: Date = new Date(nowMs()),
  ) {
    super();
  }
}

/** @throws RuleBroken TRANSACTION_NOT_FOUND, REVIEW_NOT_OPEN, PURCHASE_SETTLED */
@CommandHandler(ResolveReview)
export class ResolveReviewHandler implements ICommandHandler<ResolveReview> {
  constructor(private readonly streams: PurchaseStreams) {}

  async execute({ purchaseId, decision, reason, actor, now }: ResolveReview): Promise<void> {
    await this.streams.handle(purchaseId, { type: 'ResolveReview', decision, reason }, { actor, now });
  }
}

export interface Resolution {
  readonly purchaseId: string;
  /** `before`: the same decision was already stored. */
  readonly result: 'done' | 'before' | 'refused';
  /** Reason of the refusal. */
  readonly code?: Extract<ErrorCode, 'TRANSACTION_NOT_FOUND' | 'REVIEW_NOT_OPEN' | 'PURCHASE_SETTLED'>;
  /** Present when the purchase had already ended. */
  readonly ending?: ReviewEnding;
}

/** Decides each purchase separately: a refusal affects only its own row. */
export class ResolveMany extends Command<readonly Resolution[]> {
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

/** Purchases decided concurrently. */
const AT_ONCE = 16;

/** Answers in the order of `purchaseIds`. */
@CommandHandler(ResolveMany)
export class ResolveManyHandler implements ICommandHandler<ResolveMany> {
  constructor(private readonly streams: PurchaseStreams) {}

  async execute({ purchaseIds, decision, reason, actor, now }: ResolveMany): Promise<readonly Resolution[]> {
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
      if (!(error instanceof RuleBroken) || !isRefusal(error.code)) throw error;
      return { purchaseId, result: 'refused', code: error.code, ...(await this.endingOf(purchaseId)) };
    }
  }

  /** Read from the log, as the cache may lag behind another process. */
  private async endingOf(purchaseId: string): Promise<{ readonly ending?: ReviewEnding }> {
    const ending = reviewEnding(await this.streams.events(purchaseId));
    return ending ? { ending } : {};
  }
}

const isRefusal = (code: ErrorCode): code is NonNullable<Resolution['code']> =>
  code === 'TRANSACTION_NOT_FOUND' || code === 'REVIEW_NOT_OPEN' || code === 'PURCHASE_SETTLED';
