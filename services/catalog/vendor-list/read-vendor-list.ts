import { createVendors, type VendorCallOptions } from '../../vendors/vendors.js';
import type { Catalog } from '../catalog.js';
import type { VendorRow } from '../vendor-rows.js';
import { compareList, LISTED_GROUPS, type ListComparison } from './compare-list.js';

export const planSellers = (catalog: Pick<Catalog, 'vendors'>): readonly VendorRow[] =>
  catalog
    .vendors()
    .filter(({ services }) => services.includes('data') || services.includes('cable'))
    .toSorted((one, other) => one.code - other.code);

/** Reads the lists of a vendor, and compares them with the catalogue. Moves no money. */
export async function readVendorList(
  catalog: Pick<Catalog, 'state' | 'vendors'>,
  row: VendorRow,
  options: VendorCallOptions,
): Promise<ListComparison> {
  const vendor = createVendors([row], options).get(row.code)!;
  try {
    const groups = LISTED_GROUPS.filter(({ service }) => row.services.includes(service));
    const read = await Promise.all(
      groups.map(async (group) => ({ group, listed: await vendor.listedPlans?.(group) })),
    );
    const others = planSellers(catalog).filter(({ code }) => code !== row.code);
    return compareList(catalog.state, row, read, others);
  } finally {
    await vendor.close();
  }
}
