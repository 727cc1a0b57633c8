import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import { Catalog } from '../catalog.js';
import { belowCost } from './set-prices.decider.js';
import { differences, type PriceDifference } from './price-many.decider.js';
import { type FileFault, readPrices, type ReadPrices, writePrices } from './price-file.js';
import { pricedPlans } from './priced-plans.state.js';

export interface PriceFile {
  readonly csv: string;
  readonly plans: number;
}

export class WritePriceFile extends Query<PriceFile> {}

@QueryHandler(WritePriceFile)
export class WritePriceFileHandler implements IQueryHandler<WritePriceFile> {
  constructor(private readonly catalog: Catalog) {}

  execute(): Promise<PriceFile> {
    const { state } = this.catalog;
    return Promise.resolve({ csv: writePrices(state), plans: pricedPlans(state).length });
  }
}

export interface PricePreview extends ReadPrices {
  readonly version: number;
  /** `mustBeAllowed` is true for a price below cost when the service has no permission for such prices. */
  readonly changes: readonly (PriceDifference<ReadPrices['wanted'][number]> & {
    readonly mustBeAllowed: boolean;
  })[];
  readonly faults: readonly FileFault[];
}

export class PreviewPriceFile extends Query<PricePreview> {
  constructor(readonly csv: string) {
    super();
  }
}

@QueryHandler(PreviewPriceFile)
export class PreviewPriceFileHandler implements IQueryHandler<PreviewPriceFile> {
  constructor(
    private readonly catalog: Catalog,
    private readonly stream: OwnCatalogStream,
  ) {}

  async execute({ csv }: PreviewPriceFile): Promise<PricePreview> {
    // Without this, changes by another process make the preview stale.
    await this.stream.catchUp();
    const { state } = this.catalog;
    const read = readPrices(csv, state);
    const changes = differences(read.wanted, state).map((change) => ({
      ...change,
      mustBeAllowed: belowCost(change.prices) !== undefined && !state.belowCost.has(change.plan.service),
    }));
    return { ...read, version: state.priceVersion, changes };
  }
}
