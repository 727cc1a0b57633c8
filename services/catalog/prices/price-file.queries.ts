import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import { Catalog } from '../catalog.js';
import { type FileVendors, readPrices, writePrices } from './price-file.js';
import { pricedPlans } from './priced-plans.state.js';
import { previewOf, type PricePreview } from './price-preview.js';

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
    return Promise.resolve({
      csv: writePrices(state, plansVendors(this.catalog)),
      plans: pricedPlans(state).length,
    });
  }
}

const plansVendors = (catalog: Catalog): FileVendors =>
  catalog.vendors().filter(({ services }) => services.includes('data') || services.includes('cable'));

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
    // Read new events of the catalog first, so that the preview includes changes that other
    // processes made.
    await this.stream.catchUp();
    const { state } = this.catalog;
    const read = readPrices(csv, state, plansVendors(this.catalog));
    return previewOf(read, state);
  }
}
