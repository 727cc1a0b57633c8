import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { vendorOrder } from '../../catalog/routing/vendor-order.decider.js';
import { pauseKey } from '../../catalog/routing/vendor-pause.state.js';
import type { VendorRow } from '../../catalog/vendor-rows.js';
import type { WhyCharged } from '../../contracts/admin/why.contract.js';
import { codeAt } from '../../contracts/fields/codes.js';
import type { Product, Service } from '../../contracts/services.js';
import { rowOf } from '../explore/event-row.js';
import type { CatalogThen } from './catalog-then.js';
import { setBy } from './rule-words.js';

export type Seller = Pick<VendorRow, 'code' | 'name' | 'adapter' | 'services'>;
export type VendorThen = WhyCharged['attempts'][number]['rule'];

/** Returns the vendors of a service at an earlier time, with the events in which administrators chose them. */
export function vendorThen(catalog: CatalogThen, service: Service, sellers: readonly Seller[]): VendorThen {
  const { state } = catalog;
  const chosen = state.activeVendors.get(service);
  const setter = catalog.setterOf({ table: 'activeVendors', key: service });
  const configured = sellers
    .filter(({ services }) => services.includes(service))
    .map(({ code }) => ({ code }));
  const missing = chosen && !configured.some(({ code }) => code === chosen) ? [{ code: chosen }] : [];
  const inTurn = vendorOrder(state, service, [...configured, ...missing]).map(({ code: vendor }) => {
    const pause = catalog.setterOf({ table: 'pauses', key: pauseKey(service, vendor) });
    return { vendor, paused: pause && state.pauses.has(pauseKey(service, vendor)) ? rowOf(pause) : null };
  });
  const active = chosen === 0 ? 0 : (inTurn.find(({ paused }) => paused === null)?.vendor ?? 0);
  return { active, set: setBy(setter, [], 'configuration'), inTurn };
}

export function whyChosen(
  vendor: number,
  { active, inTurn }: VendorThen,
  product: Product,
  sellers: readonly Seller[],
): string {
  if (vendor === active) return 'It was the active vendor.';
  if (inTurn.find((each) => each.vendor === vendor)?.paused)
    return 'It was paused, and this order may have probed whether it delivers again.';
  const seller = sellers.find(({ code }) => code === active);
  if ('codes' in product && seller !== undefined && codeAt(product.codes, seller) === undefined)
    return 'The active vendor does not sell this product, and this one was next in turn.';
  return 'It was not the active vendor, and nothing in the ledger says why.';
}

export function whySent(
  { attempt, vendor }: { readonly attempt: number; readonly vendor: number },
  {
    chosen,
    rule,
    failedBefore,
  }: { readonly chosen: number; readonly rule: VendorThen; readonly failedBefore: RecordedEvent | undefined },
): string {
  if (failedBefore?.data['nextVendor'] === vendor)
    return 'The vendor before declined without a charge, and this one was next in turn.';
  if (attempt !== 1 || vendor !== chosen) return 'Nothing in the ledger says why this vendor.';
  return rule.active === vendor
    ? 'It was given to this vendor when it was ordered, and that was still the active one.'
    : 'It was given to this vendor when it was ordered. The service has been switched since, which holds for later orders.';
}
