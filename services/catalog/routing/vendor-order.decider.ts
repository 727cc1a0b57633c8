import type { Service } from '../../contracts/services.js';
import type { CatalogState } from '../catalog.state.js';

export interface Seller {
  readonly code: number;
  readonly name: string;
}

/**
 * Returns the vendors of a service in the order in which a purchase tries them. The chosen vendor
 * comes first, then the vendors in the administrators' list, and then the remaining `sellers` by
 * priority.
 */
export function vendorOrder<Sells extends Pick<Seller, 'code'>>(
  { activeVendors, vendorOrders }: Pick<CatalogState, 'activeVendors' | 'vendorOrders'>,
  service: Service,
  sellers: readonly Sells[],
): readonly Sells[] {
  const left = new Map(sellers.map((seller) => [seller.code, seller]));
  const inTurn: Sells[] = [];
  for (const code of [
    activeVendors.get(service) ?? 0,
    ...(vendorOrders.get(service) ?? []),
    ...left.keys(),
  ]) {
    const seller = left.get(code);
    if (seller && left.delete(code)) inTurn.push(seller);
  }
  return inTurn;
}
