import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ReportServiceHealth } from '../../../read-models/history/service-health.query.js';
import { nowMs } from '../../../infra/host/clock.js';
import { ListCatalog } from '../../catalog/price-list.queries.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { Serves } from '../guards/route-rules.js';
import { CallerOf, type Caller } from '../guards/caller.js';
import { Purchasing } from '../purchasing.js';

@Controller()
export class CatalogController {
  constructor(
    private readonly queries: QueryBus,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('catalogue')
  async catalogue(@CallerOf() caller: Caller): Promise<CallAnswer<'catalogue'>> {
    const { tier } = await this.purchasing.userOf(caller);
    return { status: true, ...(await this.queries.execute(new ListCatalog(tier))) };
  }

  @Serves('serviceHealth')
  async serviceHealth(): Promise<CallAnswer<'serviceHealth'>> {
    return { status: true, services: [...(await this.queries.execute(new ReportServiceHealth(nowMs())))] };
  }
}
