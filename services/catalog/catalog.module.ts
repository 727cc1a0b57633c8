import { Inject, Module, Optional, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { monotonicMs } from '../../infra/host/clock.js';
import { LOGGER } from '../../infra/process/logger.js';
import { InstallationPrices } from './installation-prices.js';
import { Catalog } from './catalog.js';
import { FundingTerms } from './funding-terms/funding-terms.js';
import { ChangeCatalogHandler, OwnCatalogStream } from './change-catalog.handler.js';
import { keepCatalog } from './keep-catalog.js';
import { keepProbing } from './routing/keep-probing.js';
import { ListActiveVendorsHandler } from './routing/list-active-vendors.query.js';
import { PreviewPriceFileHandler, WritePriceFileHandler } from './prices/price-file.queries.js';
import {
  GetPriceConfirmationHandler,
  ListAmountTermsHandler,
  GetPricedPlanHandler,
  ListPricedPlansHandler,
} from './prices/priced-plans.queries.js';
import { ListPlansHandler } from './prices/list-plans.query.js';
import { ListScheduledPricesHandler } from './prices/scheduled-prices.query.js';
import { CompareVendorListHandler } from './vendor-list/compare-vendor-list.query.js';
import { CheckVendorsHandler } from './vendor-check/check-vendors.handler.js';
import { ListCablePlansHandler, ListCatalogHandler, ListDataPlansHandler } from './price-list.queries.js';

const TELL_EVERY_MS = 10_000;

/**
 * Module of the catalog. The process that imports it must provide `CONFIG` and `EVENT_STORE`, and
 * may provide `LOGGER`.
 */
@Module({
  imports: [CqrsModule],
  providers: [
    Catalog,
    ChangeCatalogHandler,
    CheckVendorsHandler,
    CompareVendorListHandler,
    FundingTerms,
    GetPriceConfirmationHandler,
    ListAmountTermsHandler,
    GetPricedPlanHandler,
    InstallationPrices,
    ListCablePlansHandler,
    ListActiveVendorsHandler,
    ListCatalogHandler,
    ListDataPlansHandler,
    ListPlansHandler,
    ListPricedPlansHandler,
    ListScheduledPricesHandler,
    OwnCatalogStream,
    PreviewPriceFileHandler,
    WritePriceFileHandler,
  ],
  exports: [Catalog, FundingTerms, InstallationPrices, OwnCatalogStream],
})
export class CatalogModule implements OnModuleInit, OnApplicationShutdown {
  private readonly closing = new AbortController();
  private toldAt = -Infinity;

  constructor(
    private readonly stream: OwnCatalogStream,
    private readonly catalog: Catalog,
    @Optional() @Inject(LOGGER) private readonly logger?: Pick<Logger, 'warn'>,
  ) {}

  /** Loads the catalog before the server answers its first request. */
  async onModuleInit(): Promise<void> {
    const { catalog, stream } = this;
    const kept = { stream, signal: this.closing.signal, onFault: (error: unknown) => this.tell(error) };
    await keepCatalog({ ...kept, moments: stream });
    keepProbing({ ...kept, catalog });
  }

  /**
   * Logs at most one fault per `TELL_EVERY_MS`. Without this limit, the same fault would be logged
   * at every read while the store is unavailable.
   */
  private tell(error: unknown): void {
    if (monotonicMs() - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = monotonicMs();
    this.logger?.warn(
      { part: 'catalogue', err: error },
      'a look at the catalogue failed; the next one will do',
    );
  }

  onApplicationShutdown(): void {
    this.closing.abort();
  }
}
