import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { nowMs } from '../../../../infra/host/clock.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import {
  type ExternalTransaction,
  ListExternalTransactions,
  ResolvePurchaseId,
} from '../../../../read-models/external-transactions/external-transactions.query.js';
import type { ListPage } from '../../../../read-models/list-page.js';
import { FindColleagues } from '../../../../read-models/users/users.query.js';
import { FindProblems } from '../../../../read-models/problem-reports/problem-reports.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { Catalog } from '../../../catalog/catalog.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import type { Decision, ExternalRow, ExternalStep } from '../../../contracts/admin/external.contract.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { maskedEmail } from '../../../contracts/admin/mask.js';
import { nameOf } from '../../../customers/user.state.js';
import { Users } from '../../../customers/users.js';
import { AskVendorAgain } from '../../../purchases/attempt/check-status.handler.js';
import { PurchaseStreams } from '../../../purchases/purchase.streams.js';
import { type Resolution, ResolveMany } from '../../../purchases/review/resolve-review.handler.js';
import { reviewSteps } from '../../../purchases/review/review-steps.js';
import { CustomersShown, maySeePeople } from '../../customers-shown.js';
import { AdministratorContext, AdministratorOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { decisionAnswer, howItEnded } from './external-answers.js';

const NO_REASON = 'no reason given';

/** Purchases whose vendor left open what became of them: what a person has to decide, and what was decided. */
@Controller()
export class ExternalController {
  constructor(
    private readonly liveHub: LiveHub,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly catalog: Catalog,
    private readonly streams: PurchaseStreams,
    @Inject(Users) private readonly users: Pick<Users, 'byIds'>,
    private readonly people: CustomersShown,
  ) {}

  @Serves('failedExternal')
  async failed(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'failedExternal'>,
  ): Promise<CallAnswer<'failedExternal'>> {
    const { rows, ...page } = await this.page(true, administrator, list);
    return { ...page, failed_history: rows.map(({ row }) => row) };
  }

  @Serves('completedExternal')
  async completed(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'completedExternal'>,
  ): Promise<CallAnswer<'completedExternal'>> {
    const { rows, ...page } = await this.page(false, administrator, list);
    const deciders = await this.namesOf(rows.map(({ of }) => of.decidedBy));
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
  async steps(@Body() { id }: CallInput<'externalSteps'>): Promise<CallAnswer<'externalSteps'>> {
    const steps = reviewSteps(await this.streams.events(id));
    if (steps.length === 0) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    const names = await this.namesOf(steps.map(({ by }) => by));
    return {
      status: true,
      steps: steps.map(({ step, at, vendor, said, vendorReference, by }): ExternalStep => ({
        step,
        at: lagosIso(at),
        vendor: this.vendorName(vendor),
        ...(said !== undefined && { said }),
        ...(vendorReference !== undefined && { vendor_reference: vendorReference }),
        ...(by !== undefined && { by: names(by) }),
      })),
    };
  }

  @Serves('markSuccessful')
  markSuccessful(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'markSuccessful'>,
  ): Promise<CallAnswer<'markSuccessful'>> {
    return this.decide(id, 'successful', reason, context);
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
    const names = await this.namesOf(resolutions.map(({ ending }) => ending?.by));
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

  /** @throws RuleBroken TRANSACTION_NOT_FOUND, REVIEW_NOT_OPEN, PURCHASE_SETTLED saying who had decided what */
  private async decide(
    idOrReference: string,
    decision: Decision,
    reason: string | null | undefined,
    context: EventContext,
  ): Promise<CallAnswer<'refundExternal'>> {
    const id = await this.queries.execute(new ResolvePurchaseId(idOrReference));
    const [resolution] = await this.resolve([id], decision, reason, context);
    if (!resolution) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    const names = await this.namesOf([resolution.ending?.by]);
    const { code, ending } = resolution;
    if (code !== undefined) throw new RuleBroken(code, ending ? { how: howItEnded(ending, names) } : {});
    return { status: true, ...decisionAnswer(resolution, decision, names) };
  }

  /** Lists that the administrator asks for afterwards no longer hold what was decided. */
  private async resolve(
    ids: readonly string[],
    decision: Decision,
    reason: string | null | undefined,
    { actor, now }: EventContext,
  ): Promise<readonly Resolution[]> {
    const stored = decision === 'refund' ? 'refund' : 'delivered';
    const command = new ResolveMany(ids, stored, reason ?? NO_REASON, actor, now);
    const resolutions = await this.commands.execute(command);
    this.written.note(actor.id);
    return resolutions;
  }

  /** The position is read before the list, so that news can only be seen twice, never missed. */
  private async page(
    open: boolean,
    administrator: Administrator,
    list: CallInput<'failedExternal'>,
  ): Promise<Omit<CallAnswer<'failedExternal'>, 'failed_history'> & { rows: readonly ShownRow[] }> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const dated = list.query_type === 2;
    const search = list.search?.trim() || undefined;
    const found = await this.queries.execute(
      new ListExternalTransactions(open, {
        from: dated ? list.custom_start_date : undefined,
        to: dated ? list.custom_end_date : undefined,
        search,
        orIn: await this.meantBy(search, administrator),
        page: list.page,
        pageSize: list.page_size,
      }),
    );
    const rows = await this.shown(found, administrator);
    const { total, totalCapped, truncated } = found;
    return { status: true, rows, total, total_capped: totalCapped, truncated, position };
  }

  /** What a text means that no column holds: a vendor or an administrator by the name, an owner by email, name or end of the key. */
  private async meantBy(search: string | undefined, administrator: Administrator) {
    if (search === undefined) return {};
    const [{ userId, orIn }, deciders] = await Promise.all([
      this.people.searched(search, maySeePeople(administrator), ['email', 'name', 'api_token']),
      this.queries.execute(new FindColleagues(search)),
    ]);
    return {
      ...(userId === undefined ? orIn : { user_id: [userId] }),
      decided_by: deciders,
      vendor: this.people.vendorsNamed(search),
    };
  }

  private async shown(
    { rows }: ListPage<ExternalTransaction>,
    administrator: Administrator,
  ): Promise<readonly ShownRow[]> {
    const unmasked = maySeePeople(administrator);
    const owners = await this.users.byIds(rows.map(({ userId }) => userId));
    const ids = rows.map(({ purchaseId }) => purchaseId);
    const problems = await this.queries.execute(new FindProblems(ids, unmasked));
    const now = nowMs();
    return rows.map((of) => {
      const owner = owners.get(of.userId);
      const email = owner?.email ?? '';
      const lastFour = owner?.apiTokenLastFour;
      const problem = problems.get(of.purchaseId);
      const row: ExternalRow = {
        id: of.purchaseId,
        transaction_reference: of.reference,
        transaction_api: this.vendorName(of.vendor),
        transaction_type: of.label,
        transaction_site_owner: lastFour === undefined ? of.userId.slice(0, 8) : `nl_...${lastFour}`,
        amount: of.price,
        user_email: unmasked || email === '' ? email : maskedEmail(email),
        service: of.service,
        transaction_Date: of.openedAt,
        age_seconds: Math.max(0, Math.floor((now - Date.parse(of.requiredAt)) / 1_000)),
        why: of.why,
        ...(problem && { problem }),
      };
      return { row, of };
    });
  }

  private vendorName(code: number): string {
    return code === 0 ? '' : this.catalog.vendorName(code);
  }

  /** Names of administrators; whoever is no person, or is erased, is called by the id. */
  private async namesOf(ids: readonly (string | null | undefined)[]): Promise<(id: string) => string> {
    const people = await this.users.byIds(ids.filter((id) => typeof id === 'string'));
    return (id) => {
      const person = people.get(id);
      return person ? nameOf(person) : id;
    };
  }
}

interface ShownRow {
  readonly row: ExternalRow;
  readonly of: ExternalTransaction;
}
