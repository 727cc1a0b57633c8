import { Controller, Inject } from '@nestjs/common';
import { listCatalogue } from '../../catalog/price-list.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** What the selects of the forms offer. */
@Controller()
export class CatalogueController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'catalog'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('catalogue')
  async catalogue(@CallerOf() caller: Caller): Promise<CallAnswer<'catalogue'>> {
    const { tier } = await this.purchasing.userOf(caller);
    return { status: true, ...listCatalogue(this.deps.catalog, tier) };
  }
}
