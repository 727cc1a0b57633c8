import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import { ListPricedPlans } from '../../../catalog/prices/priced-plans.queries.js';
import {
  PreviewPriceFile,
  type PricePreview,
  WritePriceFile,
} from '../../../catalog/prices/price-file.queries.js';
import { ListScheduledPrices, type ShownSchedule } from '../../../catalog/prices/scheduled-prices.query.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { lagosDisplay, lagosIsoAt } from '../../../contracts/fields/lagos-day.js';
import { Users } from '../../../customers/users.js';
import { priceAnswer, priceChange, pricesInNaira } from './one-price.js';
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

  @Serves('priceFile')
  async file(): Promise<CallAnswer<'priceFile'>> {
    return { status: true, ...(await this.queries.execute(new WritePriceFile())) };
  }

  @Serves('previewPrices')
  async preview(@Body() { csv }: CallInput<'previewPrices'>): Promise<CallAnswer<'previewPrices'>> {
    const { version, changes, wanted, faults } = await this.queries.execute(new PreviewPriceFile(csv));
    return {
      status: true,
      version,
      rows: changes.map(rowOf),
      unchanged: wanted.length - changes.length,
      faults: faults.slice(0, FAULTS_SHOWN_MAX).map((fault) => ({ ...fault })),
      faults_total: faults.length,
    };
  }

  @Serves('applyPrices')
  async apply(
    @AdministratorContext() context: EventContext,
    @Body() { csv, version, at, allow_below_cost: belowCost = false }: CallInput<'applyPrices'>,
  ): Promise<CallAnswer<'applyPrices'>> {
    const { wanted, faults } = await this.queries.execute(new PreviewPriceFile(csv));
    const [fault] = faults;
    if (fault)
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'csv',
        reason: `Line ${fault.line}${fault.column && `, ${fault.column}`}: ${fault.message}`,
      });
    const now = context.now.getTime();
    const asked = { wanted: wanted.map(({ line: _line, ...row }) => row), seen: version, belowCost };
    const change =
      at === undefined
        ? ({ type: 'PricePlans', ...asked } as const)
        : ({ type: 'SchedulePrices', ...asked, at, now } as const);
    const changed = await this.commands.execute(new ChangeCatalog(change, context));
    this.written.note(context.actor.id);
    return { status: true, message: wordsOf(changed, at), changed };
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
    await this.commands.execute(
      new ChangeCatalog(priceChange({ service, code }, body, context.now), context),
    );
    this.written.note(context.actor.id);
    return priceAnswer(body);
  }

  private async shown({ change, before, then, changedSince, reason, refused }: ShownSchedule) {
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
      at: lagosIsoAt(change.at),
      scheduled_at: lagosIsoAt(change.since),
      by: (await this.users.byId(change.by))?.firstName ?? 'An administrator',
      changed_since: changedSince,
      reason,
      refused,
    };
  }
}

function wordsOf(changed: number, at: number | undefined): string {
  if (changed === 0)
    return at === undefined
      ? 'All prices are as in the file. Nothing had to be changed.'
      : 'All of it is scheduled already, or so anyway. Nothing had to be changed.';
  if (at !== undefined)
    return `${changed} ${changed === 1 ? 'plan gets its' : 'plans get their'} new prices at ${lagosDisplay(new Date(at).toISOString())}.`;
  return `${changed} ${changed === 1 ? 'plan has' : 'plans have'} new prices.`;
}

function rowOf({ wanted, plan, prices, mustBeAllowed }: PricePreview['changes'][number]): PreviewRow {
  const [was, now] = [plan.prices, prices].map(pricesInNaira) as [Naira, Naira];
  const both = (field: keyof Naira) => ({ was: was[field], now: now[field] });
  return {
    line: wanted.line,
    service: plan.service,
    code: plan.code,
    plan: plan.label,
    price: both('price'),
    affiliate_price: both('affiliatePrice'),
    cost: both('cost'),
    margin: both('margin'),
    below_cost: mustBeAllowed,
  };
}

type Naira = ReturnType<typeof pricesInNaira>;
