import { isDeepStrictEqual } from 'node:util';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import type { Actor, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import type { Artefacts } from '../../contracts/artefacts.js';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import { sealedFor } from '../outcome/record-outcome.js';
import type { EnteredArtefacts, ResolveReview } from '../purchase.commands.js';
import { purchaseEvent } from '../purchase.events.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { type ReviewEnding, reviewEnding } from './review-steps.js';

export interface Resolution {
  readonly purchaseId: string;
  readonly result: 'done' | 'before' | 'refused';
  /** Reason of a refused decision: TRANSACTION_NOT_FOUND, REVIEW_NOT_OPEN or PURCHASE_SETTLED. */
  readonly refusal?: RuleBroken;
  readonly ending?: ReviewEnding;
}

/**
 * Decides several reviews, each by itself. When one decision is refused, the other decisions still
 * apply.
 */
export class ResolveReviews extends Command<readonly Resolution[]> {
  constructor(
    readonly purchaseIds: readonly string[],
    readonly decision: 'delivered' | 'refund',
    readonly reason: string,
    readonly actor: Actor,
    readonly now: Date = new Date(nowMs()),
    /** Tokens or pins that the reviewer entered for a delivered purchase. */
    readonly entered?: Pick<Artefacts, 'tokens' | 'pins'>,
    /** Ids of the purchases that may be decided, from `PermitReviews`. Undefined permits all. */
    readonly permitted?: ReadonlySet<string>,
  ) {
    super();
  }
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'TRANSACTION_NOT_FOUND',
  'REVIEW_NOT_OPEN',
  'PURCHASE_SETTLED',
]);
const AT_ONCE = 16;

/** @throws RuleBroken VALIDATION_FAILED when `entered` does not fit the product */
@CommandHandler(ResolveReviews)
export class ResolveReviewsHandler implements ICommandHandler<ResolveReviews> {
  constructor(
    private readonly streams: PurchaseStreams,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'loadKeys' | 'open' | 'seal'>,
  ) {}

  async execute({
    purchaseIds,
    decision,
    reason,
    actor,
    now,
    entered,
    permitted,
  }: ResolveReviews): Promise<readonly Resolution[]> {
    const resolutions: Resolution[] = [];
    for (let from = 0; from < purchaseIds.length; from += AT_ONCE) {
      const some = purchaseIds.slice(from, from + AT_ONCE);
      resolutions.push(
        ...(await Promise.all(
          some.map((purchaseId) => {
            const uncounted = permitted?.has(purchaseId) === false ? ({ uncounted: true } as const) : {};
            const command = { type: 'ResolveReview', decision, reason, ...uncounted } as const;
            return this.resolve(purchaseId, command, { actor, now }, entered);
          }),
        )),
      );
    }
    return resolutions;
  }

  private async resolve(
    purchaseId: string,
    command: ResolveReview,
    context: { readonly actor: Actor; readonly now: Date },
    entered: ResolveReviews['entered'],
  ): Promise<Resolution> {
    try {
      const sealed = entered && { entered: await this.sealed(purchaseId, entered) };
      const { events } = await this.streams.handle(purchaseId, { ...command, ...sealed }, context);
      if (events.length > 0) return { purchaseId, result: 'done' };
      // Read the result of the purchase from the log. The cached purchase may lack events that
      // another process stored.
      const stored = await this.streams.events(purchaseId);
      if (entered && !(await this.hasStored(entered, stored))) throw new RuleBroken('PURCHASE_SETTLED');
      return { purchaseId, result: 'before', ...endingOf(stored) };
    } catch (error) {
      if (!(error instanceof RuleBroken && REFUSALS.has(error.code))) throw error;
      const stored = await this.streams.events(purchaseId);
      return { purchaseId, result: 'refused', refusal: error, ...endingOf(stored) };
    }
  }

  private async sealed(
    purchaseId: string,
    entered: Pick<Artefacts, 'tokens' | 'pins'>,
  ): Promise<EnteredArtefacts> {
    const { tokens, pins = [] } = entered;
    const purchase = await this.streams.load(purchaseId);
    const sealed = purchase && (await sealedFor(this.vault, purchase.userId, { ...entered }));
    return {
      kind: tokens ? 'tokens' : 'pins',
      count: (tokens ?? pins).length,
      ...(sealed !== undefined && { sealed }),
    };
  }

  private async hasStored(
    entered: Pick<Artefacts, 'tokens' | 'pins'>,
    stored: readonly RecordedEvent[],
  ): Promise<boolean> {
    const decision = stored.map(purchaseEvent).find((event) => event?.type === 'ReviewResolved')?.data;
    if (decision?.sealed === undefined) return false;
    const loading = this.vault.loadKeys([decision.userId]);
    if (loading) await loading;
    const opened = this.vault.open(decision.userId, decision.sealed);
    return opened === undefined || isDeepStrictEqual(opened, entered);
  }
}

function endingOf(stored: readonly RecordedEvent[]): { readonly ending?: ReviewEnding } {
  const ending = reviewEnding(stored);
  return ending ? { ending } : {};
}
