import type { Product } from '../../contracts/services.js';
import type { AccountPause, CatalogFact, CatalogState } from '../catalog.state.js';

type Refused = Pick<
  CatalogState,
  'accountPauses' | 'accountResumptions' | 'refusedProducts' | 'liftedRefusals'
>;
type Fact<Type extends CatalogFact['type']> = Extract<CatalogFact, { type: Type }>;

const NAMING: readonly string[] = ['network', 'disco', 'meterType', 'exam', 'platform'];

export function productKey(product: Product): string {
  if ('plan' in product) return `${product.service}/${product.plan}`;
  const named = Object.entries(product).filter(([field]) => NAMING.includes(field));
  return [product.service, ...named.map(([, value]) => String(value))].join('/');
}

export const refusedKey = (vendor: number, product: string): string => `${vendor}/${product}`;

export function accountPaused(
  { accountPauses }: Refused,
  { id, at, data }: Fact<'VendorAccountPaused'>,
): Pick<Refused, 'accountPauses'> {
  const { vendor, fault, code, reason, times, least } = data;
  const pause: AccountPause = {
    id,
    vendor,
    fault,
    code,
    reason,
    times,
    since: Date.parse(at),
    ...(least !== undefined && { least: BigInt(least) }),
  };
  return { accountPauses: new Map(accountPauses).set(vendor, pause) };
}

export function accountResumed(
  { accountPauses, accountResumptions }: Refused,
  { at, actor, data: { vendor } }: Fact<'VendorAccountResumed'>,
): Pick<Refused, 'accountPauses' | 'accountResumptions'> {
  const times = actor.kind === 'system' ? (accountPauses.get(vendor)?.times ?? 0) : 0;
  const left = new Map(accountPauses);
  left.delete(vendor);
  return {
    accountPauses: left,
    accountResumptions: new Map(accountResumptions).set(vendor, { at: Date.parse(at), times }),
  };
}

export function productRefused(
  { refusedProducts }: Refused,
  { id, at, data }: Fact<'VendorRefusedProduct'>,
): Pick<Refused, 'refusedProducts'> {
  const refused = { ...data, id, since: Date.parse(at) };
  return { refusedProducts: new Map(refusedProducts).set(refusedKey(data.vendor, data.product), refused) };
}

export function refusalLifted(
  { refusedProducts, liftedRefusals }: Refused,
  { at, data: { vendor, product } }: Fact<'VendorRefusalLifted'>,
): Pick<Refused, 'refusedProducts' | 'liftedRefusals'> {
  const key = refusedKey(vendor, product);
  const left = new Map(refusedProducts);
  left.delete(key);
  return { refusedProducts: left, liftedRefusals: new Map(liftedRefusals).set(key, Date.parse(at)) };
}
