import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import type { StoredPrices } from '../../../catalog/catalog.events.js';
import {
  PreviewPriceFile,
  type PricePreview,
  WritePriceFile,
} from '../../../catalog/prices/price-file.queries.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

type PreviewRow = CallAnswer<'previewPrices'>['rows'][number];

const FAULTS_SHOWN_MAX = 100;

/** Prices of all plans as a file, and what a file changes of them. */
@Controller()
export class PricesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
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
    @Body() { csv, version, allow_below_cost: belowCost = false }: CallInput<'applyPrices'>,
  ): Promise<CallAnswer<'applyPrices'>> {
    const { wanted, faults } = await this.queries.execute(new PreviewPriceFile(csv));
    const [fault] = faults;
    if (fault)
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'csv',
        reason: `Line ${fault.line}${fault.column && `, ${fault.column}`}: ${fault.message}`,
      });
    const change = { type: 'PricePlans', wanted, seen: version, belowCost } as const;
    const changed = await this.commands.execute(new ChangeCatalog(change, context));
    this.written.note(context.actor.id);
    return { status: true, message: wordsOf(changed), changed };
  }
}

function wordsOf(changed: number): string {
  if (changed === 0) return 'All prices are as in the file. Nothing had to be changed.';
  return `${changed} ${changed === 1 ? 'plan has' : 'plans have'} new prices.`;
}

function rowOf({ wanted, plan, prices, mustBeAllowed }: PricePreview['changes'][number]): PreviewRow {
  const [was, now] = [plan.prices, prices].map(inNaira) as [Naira, Naira];
  const both = (field: keyof Naira) => ({ was: was[field], now: now[field] });
  return {
    ...{ line: wanted.line, service: plan.service, code: plan.code, plan: plan.label },
    price: both('price'),
    affiliate_price: both('affiliatePrice'),
    cost: both('cost'),
    margin: both('margin'),
    below_cost: mustBeAllowed,
  };
}

type Naira = ReturnType<typeof inNaira>;

function inNaira({ price, affiliatePrice = price, cost }: StoredPrices) {
  const [list, affiliates, charged] = [price, affiliatePrice, cost].map(BigInt) as [bigint, bigint, bigint];
  return {
    price: nairaFromKobo(list),
    affiliatePrice: nairaFromKobo(affiliates),
    cost: nairaFromKobo(charged),
    margin: nairaFromKobo((list < affiliates ? list : affiliates) - charged),
  };
}
