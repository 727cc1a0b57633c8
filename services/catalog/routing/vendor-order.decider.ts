import type { Service } from '../../contracts/services.js';
import type { CatalogState } from '../catalog.state.js';

/** Code and name of a vendor that sells the service. */
export interface Seller {
  readonly code: number;
  readonly name: string;
}

/**
 * Who is asked for a service, the first one first: whoever the service was switched to, then the list that administrators made,
 * then those that are on no list by their priority. `sellers` are all who sell it, by priority; nobody else is ever asked,
 * whoever a list may name. Also while the service is off: what was accepted before is still delivered.
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
