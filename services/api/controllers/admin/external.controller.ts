import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { ResolvePurchaseId } from '../../../../read-models/external-transactions/external-transactions.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import {
  type Decision,
  ENTERED_TOKENS_MAX,
  type ExternalStep,
} from '../../../contracts/admin/external.contract.js';
import { productOf, type Product } from '../../../contracts/services.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { handedOver } from '../../../products/products.js';
import { AskVendorAgain } from '../../../purchases/attempt/check-status.handler.js';
import { PurchaseStreams } from '../../../purchases/purchase.streams.js';
import { PermitReviews } from '../../../purchases/review/permit-reviews.js';
import { type Resolution, ResolveReviews } from '../../../purchases/review/resolve-reviews.handler.js';
import { purchaseEvent } from '../../../purchases/purchase.events.js';
import { reviewSteps } from '../../../purchases/review/review-steps.js';
import { AdministratorContext, AdministratorOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { decisionAnswer, howItEnded } from '../../shown/external-answers.js';
import { ExternalShown } from '../../shown/external-shown.js';

@Controller()
export class ExternalController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly streams: PurchaseStreams,
    private readonly shown: ExternalShown,
    private readonly reviews: PermitReviews,
  ) {}

  @Serves('failedExternal')
  async failed(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'failedExternal'>,
  ): Promise<CallAnswer<'failedExternal'>> {
    const { rows, ...page } = await this.shown.page(true, administrator, list);
    return { ...page, failed_history: rows.map(({ row }) => row) };
  }

  @Serves('completedExternal')
  async completed(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'completedExternal'>,
  ): Promise<CallAnswer<'completedExternal'>> {
    const { rows, ...page } = await this.shown.page(false, administrator, list);
    const deciders = await this.shown.namesOf(rows.map(({ of }) => of.decidedBy));
    return {
      ...page,
      completed_history: rows.map(({ row, of }) => ({
        ...row,
        decision: of.standing === 'refunded' ? 'refund' : 'successful',
        decided_by: of.decidedBy === null ? '' : deciders(of.decidedBy),
        decided_at: of.decidedAt ?? '',
        reason: of.reason ?? '',
        ...(of.after !== null && { after: of.after }),
      })),
    };
  }

  @Serves('externalSteps')
  async steps(
    @AdministratorOf() administrator: Administrator,
    @Body() { id }: CallInput<'externalSteps'>,
  ): Promise<CallAnswer<'externalSteps'>> {
    const events = await this.streams.events(id);
    const steps = reviewSteps(events);
    if (steps.length === 0) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    const names = await this.shown.namesOf(steps.map(({ by }) => by));
    const unreadIn = await this.shown.unreadOf(events, administrator);
    const product = events.map(purchaseEvent).find((event) => event?.type === 'PurchaseOpened')?.data.product;
    return {
      status: true,
      ...(product && handsOver(productOf(product))),
      steps: steps.map(({ step, at, vendor, said, vendorReference, by, sealed, entered }): ExternalStep => ({
        step,
        at: lagosIso(at),
        vendor: this.shown.vendorName(vendor),
        ...(said !== undefined && { said }),
        ...(vendorReference !== undefined && { vendor_reference: vendorReference }),
        ...(by !== undefined && { by: names(by) }),
        ...unreadIn(sealed),
        ...(entered && { entered }),
      })),
    };
  }

  @Serves('markSuccessful')
  markSuccessful(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason, tokens, pins }: CallInput<'markSuccessful'>,
  ): Promise<CallAnswer<'markSuccessful'>> {
    return this.decide(id, 'successful', reason, context, enteredIn(tokens, pins));
  }

  @Serves('refundExternal')
  refund(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'refundExternal'>,
  ): Promise<CallAnswer<'refundExternal'>> {
    return this.decide(id, 'refund', reason, context);
  }

  @Serves('resolveMany')
  async resolveMany(
    @AdministratorContext() context: EventContext,
    @Body() { ids, decision, reason }: CallInput<'resolveMany'>,
  ): Promise<CallAnswer<'resolveMany'>> {
    const resolutions = await this.resolve(ids, decision, reason, context);
    const names = await this.shown.namesOf(resolutions.map(({ ending }) => ending?.by));
    const results = resolutions.map((resolution) => ({
      id: resolution.purchaseId,
      ...decisionAnswer(resolution, decision, names),
    }));
    const done = results.filter(({ result }) => result === 'done').length;
    return { status: true, message: `${done} of ${ids.length} decided.`, results };
  }

  @Serves('askVendorAgain')
  async askVendorAgain(
    @AdministratorContext() context: EventContext,
    @Body() { ids }: CallInput<'askVendorAgain'>,
  ): Promise<CallAnswer<'askVendorAgain'>> {
    const answers = await this.commands.execute(new AskVendorAgain(ids, context.actor));
    const results = answers.map(({ purchaseId, asked, retryAfterMs }) => ({
      id: purchaseId,
      result: asked ? ('asked' as const) : retryAfterMs > 0 ? ('wait' as const) : ('ended' as const),
      retry_after: Math.ceil(retryAfterMs / 1_000),
    }));
    const asked = results.filter(({ result }) => result === 'asked').length;
    return { status: true, message: `${asked} of ${ids.length} asked.`, results };
  }

  /**
   * Stores an administrator's decision about a purchase in review.
   * @throws RuleBroken VALIDATION_FAILED, TRANSACTION_NOT_FOUND, REVIEW_NOT_OPEN
   * @throws RuleBroken PURCHASE_SETTLED with the earlier decision
   */
  private async decide(
    idOrReference: string,
    decision: Decision,
    reason: string,
    context: EventContext,
    entered?: ResolveReviews['entered'],
  ): Promise<CallAnswer<'refundExternal'>> {
    const id = await this.queries.execute(new ResolvePurchaseId(idOrReference));
    const [resolution] = await this.resolve([id], decision, reason, context, entered);
    if (!resolution) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    const names = await this.shown.namesOf([resolution.ending?.by]);
    const { refusal, ending } = resolution;
    if (refusal) throw new RuleBroken(refusal.code, ending ? { how: howItEnded(ending, names) } : {});
    return { status: true, ...decisionAnswer(resolution, decision, names) };
  }

  private async resolve(
    ids: readonly string[],
    decision: Decision,
    reason: string,
    context: EventContext,
    entered?: ResolveReviews['entered'],
  ): Promise<readonly Resolution[]> {
    const stored = decision === 'refund' ? 'refund' : 'delivered';
    const { actor, now } = context;
    const permitted = await this.reviews.permit({ purchaseIds: ids, decision: stored, reason }, context);
    const command = new ResolveReviews(ids, stored, reason, actor, now, entered, permitted);
    const resolutions = await this.commands.execute(command);
    this.written.note(actor.id);
    return resolutions;
  }
}

function handsOver(product: Product): Pick<CallAnswer<'externalSteps'>, 'hands_over' | 'pieces'> {
  const kind = handedOver(product);
  if (kind === undefined) return {};
  return { hands_over: kind, pieces: product.service === 'exams' ? product.quantity : ENTERED_TOKENS_MAX };
}

function enteredIn(
  tokens: CallInput<'markSuccessful'>['tokens'],
  pins: CallInput<'markSuccessful'>['pins'],
): ResolveReviews['entered'] {
  if (tokens) return { tokens };
  if (!pins) return undefined;
  return { pins: pins.map(({ pin, serial }) => (serial === undefined ? { pin } : { pin, serial })) };
}
