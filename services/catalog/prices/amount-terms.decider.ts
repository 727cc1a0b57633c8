import type { AmountService } from '../../contracts/admin/prices.contract.js';
import { koboFromNaira } from '../../contracts/money.js';
import { DISCOS } from '../../contracts/electricity.contract.js';
import { NETWORKS } from '../../contracts/fields/codes.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { AmountTerms } from '../../products/product.js';
import type { CatalogEventDraft, StoredAmountTerms } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { nairaOf, requireMoney, requireValid, same, staleEdit } from './set-prices.decider.js';

/** Omitted terms keep their value. */
export interface SetAmountTerms {
  readonly type: 'SetAmountTerms';
  readonly service: AmountService;
  readonly terms: Partial<StoredAmountTerms>;
  readonly seen?: StoredAmountTerms;
}

const MAXIMUM_MAX = koboFromNaira('1000000')!;
const COMMISSION_MAX_BP = 2_000;

/** @throws RuleBroken STALE_EDIT, VALIDATION_FAILED */
export function setAmountTerms(
  { service, terms, seen }: SetAmountTerms,
  { amountTerms }: CatalogState,
): readonly CatalogEventDraft[] {
  const was = storedTerms(amountTerms.get(service)!);
  const wanted = { ...was, ...terms, commissions: { ...was.commissions, ...terms.commissions } };
  if (same(wanted, was)) return [];
  for (const field of ['minimum', 'maximum'] as const) requireMoney(wanted[field], field);
  const [minimum, maximum] = [BigInt(wanted.minimum), BigInt(wanted.maximum)];
  requireValid(minimum <= maximum, 'minimum', 'must not be above the maximum');
  requireValid(maximum <= MAXIMUM_MAX, 'maximum', 'must not be above a million naira');
  for (const [code, basisPoints] of Object.entries(wanted.commissions)) {
    requireValid(Object.hasOwn(was.commissions, code), 'commissions', `must not name ${code}`);
    const isReasonable =
      Number.isInteger(basisPoints) && basisPoints >= 0 && basisPoints <= COMMISSION_MAX_BP;
    requireValid(isReasonable, 'commissions', 'must be from 0 to 20 percent');
  }
  if (seen && !same(seen, was))
    throw staleEdit(`The range of ${SERVICE_NAMES[service]}, or a commission,`, rangeText(was));
  return [{ type: 'AmountTermsSet', data: { service, terms: wanted, was } }];
}

export const storedTerms = ({ minimum, maximum, commissions }: AmountTerms): StoredAmountTerms => ({
  minimum: String(minimum),
  maximum: String(maximum),
  commissions,
});

export const amountTermsOf = ({ minimum, maximum, commissions }: StoredAmountTerms): AmountTerms => ({
  minimum: BigInt(minimum),
  maximum: BigInt(maximum),
  commissions,
});

export const commissionName = (service: AmountService, code: string): string =>
  ownEntry<string>(service === 'airtime' ? NETWORKS : DISCOS, code) ?? code;

export const rangeText = ({ minimum, maximum }: Record<'minimum' | 'maximum', bigint | string>): string =>
  `${nairaOf(String(minimum))} to ${nairaOf(String(maximum))}`;

export const raisedCommissions = (
  service: AmountService,
  was: StoredAmountTerms,
  terms: StoredAmountTerms,
): readonly string[] =>
  Object.entries(terms.commissions).flatMap(([code, now]) => {
    const before = ownEntry(was.commissions, code) ?? 0;
    return now > before ? [`${commissionName(service, code)} ${before / 100} % to ${now / 100} %`] : [];
  });
