import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import { commissionName, storedTerms } from '../../../catalog/prices/amount-terms.decider.js';
import type { StoredAmountTerms } from '../../../catalog/catalog.events.js';
import { SERVICE_NAMES } from '../../../contracts/services.js';
import {
  GetPriceConfirmation,
  ListAmountTerms,
  ListPricedPlans,
} from '../../../catalog/prices/priced-plans.queries.js';
import { PreviewPriceFile, WritePriceFile } from '../../../catalog/prices/price-file.queries.js';
import { CompareVendorList } from '../../../catalog/vendor-list/compare-vendor-list.query.js';
import { remarkOf } from '../../../catalog/vendor-list/describe-list.js';
import { lineOfPlanAt, writePlansAt } from '../../../catalog/prices/price-file.js';
import { detailChanges } from '../../../catalog/prices/plan-changes.js';
import { changeByFile, type PreviewedChange } from '../../../catalog/prices/price-preview.js';
import { labelOf, planCodeOf } from '../../../catalog/prices/offered-plans.state.js';
import { ListScheduledPrices, type ShownSchedule } from '../../../catalog/prices/scheduled-prices.query.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { lagosDisplay, lagosIsoAt } from '../../../contracts/fields/lagos-day.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { Users } from '../../../customers/users.js';
import { SetPrices } from '../../../money-desk/alone/set-prices.handler.js';
import { PRICE_WAITS, priceAnswer, priceChange, pricesInNaira } from './one-price.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

type PreviewRow = CallAnswer<'previewPrices'>['rows'][number];

const FAULTS_SHOWN_MAX = 100;

@Controller()
export class PricesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly users: Users,
  ) {}

  @Serves('priceConfirmation')
  async confirmation(): Promise<CallAnswer<'priceConfirmation'>> {
    return { status: true, ...(await this.queries.execute(new GetPriceConfirmation())) };
  }

  @Serves('confirmPrices')
  async confirm(
    @AdministratorContext() context: EventContext,
    @Body() { version: seen }: CallInput<'confirmPrices'>,
  ): Promise<CallAnswer<'confirmPrices'>> {
    await this.commands.execute(new ChangeCatalog({ type: 'ConfirmPrices', seen }, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The prices are confirmed. Sales begin.' };
  }

  @Serves('priceFile')
  async file(): Promise<CallAnswer<'priceFile'>> {
    return { status: true, ...(await this.queries.execute(new WritePriceFile())) };
  }

  @Serves('previewPrices')
  async preview(@Body() { csv }: CallInput<'previewPrices'>): Promise<CallAnswer<'previewPrices'>> {
    const preview = await this.queries.execute(new PreviewPriceFile(csv));
    const { version, changes, wanted, faults, gone } = preview;
    return {
      status: true,
      version,
      rows: changes.map(rowOf),
      unchanged: wanted.length - changes.length,
      gone: gone.map((offered) => ({
        service: offered.service,
        code: planCodeOf(offered),
        plan: labelOf(offered),
      })),
      faults: faults.slice(0, FAULTS_SHOWN_MAX).map((fault) => ({ ...fault })),
      faults_total: faults.length,
    };
  }

  @Serves('applyPrices')
  async apply(
    @AdministratorContext() context: EventContext,
    @Body()
    {
      csv,
      version,
      at,
      allow_below_cost: belowCost = false,
      stop_missing: stopMissing,
      confirm,
    }: CallInput<'applyPrices'>,
  ): Promise<CallAnswer<'applyPrices'>> {
    const preview = await this.queries.execute(new PreviewPriceFile(csv));
    const asked = {
      belowCost,
      stopMissing: stopMissing === true,
      seen: version,
      ...(at !== undefined && { at }),
    };
    const change = changeByFile(preview, asked, context.now);
    const changed = await this.commands.execute(new SetPrices(change, context, confirm === true));
    this.written.note(context.actor.id);
    if (changed === 'waiting') return { status: true, message: PRICE_WAITS, changed: 0 };
    return { status: true, message: wordsOf(changed, at), changed };
  }

  @Serves('compareVendorList')
  async compare(
    @Body() { vendor }: CallInput<'compareVendorList'>,
  ): Promise<CallAnswer<'compareVendorList'>> {
    const { code, name, differences, unlisted } = await this.queries.execute(new CompareVendorList(vendor));
    return {
      status: true,
      name,
      head: writePlansAt(code, []).trimEnd(),
      differences: differences.map((difference) => ({
        kind: difference.kind,
        key: difference.key,
        name: difference.name,
        text: remarkOf(difference),
        line: difference.after ? lineOfPlanAt(code, difference.after) : '',
      })),
      unlisted: [...unlisted],
    };
  }

  @Serves('scheduledPrices')
  async scheduled(): Promise<CallAnswer<'scheduledPrices'>> {
    const changes = await this.queries.execute(new ListScheduledPrices());
    return { status: true, changes: await Promise.all(changes.map((change) => this.shown(change))) };
  }

  @Serves('cancelScheduledPrice')
  async cancel(
    @AdministratorContext() context: EventContext,
    @Body() { changeId: id }: CallInput<'cancelScheduledPrice'>,
  ): Promise<CallAnswer<'cancelScheduledPrice'>> {
    await this.commands.execute(new ChangeCatalog({ type: 'CancelPriceChange', id }, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The change is cancelled. The price stays as it is.' };
  }

  @Serves('otherPrices')
  async others(): Promise<CallAnswer<'otherPrices'>> {
    const priced = await this.queries.execute(new ListPricedPlans());
    const plans = priced.flatMap(({ service, code, label, prices }) => {
      if (service === 'data') return [];
      const { price, affiliatePrice, cost } = pricesInNaira(prices);
      const { belowCost = false } = prices;
      const asked = { price, affiliate_price: affiliatePrice, cost, below_cost: belowCost };
      return [{ service, code, plan: label, ...asked }];
    });
    return { status: true, plans };
  }

  @Serves('setOtherPrice')
  async setOther(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'setOtherPrice'>,
  ): Promise<CallAnswer<'setOtherPrice'>> {
    const { category: service, plan_code: code } = body;
    const changed = await this.commands.execute(
      new SetPrices(priceChange({ service, code }, body, context.now), context, body.confirm === true),
    );
    this.written.note(context.actor.id);
    return priceAnswer(body, changed);
  }

  @Serves('amountTerms')
  async amountTerms(): Promise<CallAnswer<'amountTerms'>> {
    const terms = await this.queries.execute(new ListAmountTerms());
    return {
      status: true,
      services: [...terms].map(([service, { minimum, maximum, commissions }]) => ({
        service,
        name: SERVICE_NAMES[service],
        minimum: nairaFromKobo(minimum),
        maximum: nairaFromKobo(maximum),
        commissions: Object.entries(commissions).map(([code, basisPoints]) => ({
          code: Number(code),
          name: commissionName(service, code),
          percent: basisPoints / 100,
        })),
      })),
    };
  }

  @Serves('setAmountTerms')
  async setAmountTerms(
    @AdministratorContext() context: EventContext,
    @Body() { service, loaded_terms: seen, ...wanted }: CallInput<'setAmountTerms'>,
  ): Promise<CallAnswer<'setAmountTerms'>> {
    const terms = { service, terms: storedTermsOf(wanted), seen: storedTermsOf(seen) };
    const changed = await this.commands.execute(
      new SetPrices({ type: 'SetAmountTerms', ...terms }, context, true),
    );
    this.written.note(context.actor.id);
    return {
      status: true,
      message: changed === 'waiting' ? PRICE_WAITS : 'The new terms apply from now on.',
    };
  }

  private async shown({ change, before, then, details, changedSince, reason, refused }: ShownSchedule) {
    const [was, now] = [before, then].map(pricesInNaira) as [Naira, Naira];
    const both = (field: 'price' | 'affiliatePrice' | 'cost') =>
      Object.hasOwn(change.prices, field) ? { was: was[field], now: now[field] } : undefined;
    const [price, affiliates, cost] = [both('price'), both('affiliatePrice'), both('cost')];
    return {
      id: change.id,
      service: change.service,
      code: change.code,
      plan: change.name,
      ...(price && { price }),
      ...(affiliates && { affiliate_price: affiliates }),
      ...(cost && { cost }),
      details: details.map((detail) => ({ ...detail })),
      at: lagosIsoAt(change.at),
      scheduled_at: lagosIsoAt(change.since),
      by: (await this.users.byId(change.by))?.firstName ?? 'An administrator',
      changed_since: changedSince,
      reason,
      refused,
    };
  }
}

const storedTermsOf = ({
  commissions,
  ...range
}: CallInput<'setAmountTerms'>['loaded_terms']): StoredAmountTerms =>
  storedTerms({
    ...range,
    commissions: Object.fromEntries(
      commissions.map(({ code, percent }) => [code, Math.round(percent * 100)]),
    ),
  });

function wordsOf(changed: number, at: number | undefined): string {
  if (changed === 0)
    return at === undefined
      ? 'All prices are as in the file. Nothing had to be changed.'
      : 'All of it is scheduled already, or so anyway. Nothing had to be changed.';
  if (at !== undefined)
    return `${changed} ${changed === 1 ? 'plan changes' : 'plans change'} at ${lagosDisplay(new Date(at).toISOString())}.`;
  return `${changed} ${changed === 1 ? 'plan is' : 'plans are'} changed.`;
}

function rowOf({
  wanted,
  was: before,
  now: after,
  margins,
  jumps,
  mustBeAllowed,
}: PreviewedChange): PreviewRow {
  const [was, now] = [before ? pricesInNaira(before.plan) : NOTHING, pricesInNaira(after.plan)];
  const both = (field: keyof Naira) => ({ was: was[field], now: now[field] });
  return {
    line: wanted.line,
    service: wanted.service,
    code: wanted.code,
    plan: labelOf(after),
    is_new: !before,
    details: detailChanges(before, after).map((detail) => ({ ...detail })),
    price: both('price'),
    affiliate_price: both('affiliatePrice'),
    cost: both('cost'),
    margin: both('margin'),
    tier_margins: {
      regular: inNaira(margins.regular),
      affiliate: inNaira(margins.affiliate),
    },
    jumps,
    below_cost: mustBeAllowed,
  };
}

const inNaira = ({ was, now }: PreviewedChange['margins']['regular']) => ({
  was: nairaFromKobo(was),
  now: nairaFromKobo(now),
});

type Naira = ReturnType<typeof pricesInNaira>;
const NOTHING: Naira = { price: 0, affiliatePrice: 0, cost: 0, margin: 0 };
