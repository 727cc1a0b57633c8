import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import { RuleBroken } from '../../contracts/errors.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { Catalog } from '../catalog.js';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import type { ListComparison } from './compare-list.js';
import { planSellers, readVendorList } from './read-vendor-list.js';

export interface ComparedVendor extends ListComparison {
  readonly code: number;
  readonly name: string;
}

/** Compares the list of one vendor with the catalogue. Changes nothing. */
export class CompareVendorList extends Query<ComparedVendor> {
  constructor(readonly vendor: number) {
    super();
  }
}

const PATIENCE_MS = 8_000;

/** @throws RuleBroken VENDOR_NOT_SELLING */
@QueryHandler(CompareVendorList)
export class CompareVendorListHandler implements IQueryHandler<CompareVendorList> {
  private readonly underWay = new Map<number, Promise<ListComparison>>();

  constructor(
    private readonly catalog: Catalog,
    private readonly stream: OwnCatalogStream,
    @Inject(CONFIG) private readonly settings: Pick<VendorSettings, 'VENDOR_QUERY_TIMEOUT'>,
  ) {}

  async execute({ vendor }: CompareVendorList): Promise<ComparedVendor> {
    const row = planSellers(this.catalog).find(({ code }) => code === vendor);
    if (!row)
      throw new RuleBroken('VENDOR_NOT_SELLING', {
        vendor: this.catalog.vendorName(vendor),
        service: SERVICE_NAMES.data,
      });
    await this.stream.catchUp();
    let reading = this.underWay.get(vendor);
    if (!reading) {
      const timeoutMs = Math.min(this.settings.VENDOR_QUERY_TIMEOUT, PATIENCE_MS);
      const options = { postTimeoutMs: timeoutMs, queryTimeoutMs: timeoutMs };
      reading = readVendorList(this.catalog, row, options).finally(() => this.underWay.delete(vendor));
      this.underWay.set(vendor, reading);
    }
    return { code: row.code, name: row.name, ...(await reading) };
  }
}
