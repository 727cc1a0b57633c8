import { RuleBroken } from '../../contracts/errors.js';
import { formatNaira, type Kobo } from '../../contracts/money.js';
import type { Product } from '../../contracts/services.js';
import { isFromFuture, isYounger } from '../../contracts/stored-times.js';
import { costAt } from '../../products/product.js';
import { productLabel } from '../../products/products.js';
import type { AccountFault } from '../../vendors/vendor-adapter.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import type { AccountPause, CatalogState } from '../catalog.state.js';
import { productKey, refusedKey } from './refusal.state.js';

export interface Refusal {
  readonly vendor: number;
  /** `cost` means that the vendor delivered at a cost that differs from the catalogue. */
  readonly fault: AccountFault | 'cost';
  readonly code: string;
  readonly product: Product;
  readonly expectedCost: Kobo;
  /** Cost that the vendor charged for the delivery. Present with the fault `cost`. */
  readonly charged?: Kobo;
  readonly userId: string;
  /** Unix ms. */
  readonly sentAt: number;
}

type Refused = Pick<
  CatalogState,
  'accountPauses' | 'accountResumptions' | 'refusedProducts' | 'liftedRefusals' | 'dataPlans' | 'cablePlans'
>;

export interface RefusalEvidence {
  refusals(): readonly Refusal[];
  heldSince(vendor: number, sinceMs: number): Kobo | undefined;
}

const COST_PERCENT_MAX = 5n;
export const COST_CODE = 'COST';

/** True when the charged cost is more than 5 % above or below the expected cost. */
export function isCostOff(charged: Kobo, expected: Kobo): boolean {
  const off = charged > expected ? charged - expected : expected - charged;
  return off * 100n > expected * COST_PERCENT_MAX;
}

/** Maximum age (ms) of an order whose cost is judged. The catalogue may change twice in a longer time. */
const COST_FRESH_MS = 3_600_000;
const CUSTOMERS_MIN = 3;
const LEAST_MAX: Kobo = 10_000_00n;
const DOUBLED_MAX = 20;
const SOON_MS = 3_600_000;

export const judgeRefusals = (
  state: Refused,
  evidence: RefusalEvidence,
  nowMs: number,
): readonly CatalogEventDraft[] => {
  const refusals = evidence.refusals();
  return [
    ...accountsRefused(state, refusals, nowMs),
    ...productsRefused(state, refusals, nowMs),
    ...accountsFilled(state, evidence),
  ];
};

const isSentAfter = ({ sentAt }: Refusal, sinceMs: number | undefined, nowMs: number): boolean =>
  sinceMs === undefined || isFromFuture(sinceMs, nowMs) || sentAt > sinceMs;

function accountsRefused(
  { accountPauses, accountResumptions }: Refused,
  refusals: readonly Refusal[],
  nowMs: number,
): readonly CatalogEventDraft[] {
  const paused = new Map<number, CatalogEventDraft>();
  for (const refusal of refusals) {
    const { vendor, fault, code, expectedCost } = refusal;
    if (fault !== 'access' && fault !== 'balance') continue;
    const resumption = accountResumptions.get(vendor);
    if (paused.has(vendor) || !isSentAfter(refusal, resumption?.at, nowMs)) continue;
    const pause = accountPauses.get(vendor);
    if (pause && (pause.fault === 'access' || fault === 'balance')) continue;
    const soon = resumption !== undefined && isYounger(resumption.at, nowMs, SOON_MS);
    const times = (soon ? resumption.times : 0) + 1;
    paused.set(vendor, {
      type: 'VendorAccountPaused',
      data:
        fault === 'access'
          ? { vendor, fault, code, times, reason: `It refuses our account (${code})` }
          : { vendor, fault, code, times, ...emptyOf(code, expectedCost, times) },
    });
  }
  return [...paused.values()];
}

function emptyOf(
  code: string,
  cost: Kobo,
  times: number,
): { readonly reason: string; readonly least: string } {
  const needed = cost < LEAST_MAX ? cost : LEAST_MAX;
  const least = needed * 2n ** BigInt(Math.min(times - 1, DOUBLED_MAX));
  const reason = `It says that our balance is too low (${code}). It is asked again once it holds ${formatNaira(least)}`;
  return { reason, least: String(least) };
}

function productsRefused(
  state: Refused,
  refusals: readonly Refusal[],
  nowMs: number,
): readonly CatalogEventDraft[] {
  const { refusedProducts, liftedRefusals } = state;
  const stopped = new Map<string, CatalogEventDraft>();
  const customers = new Map<string, Set<string>>();
  const charges = new Map<string, Kobo[]>();
  for (const refusal of refusals) {
    const { vendor, fault, code, product, userId, charged } = refusal;
    if (fault !== 'plan' && fault !== 'order' && fault !== 'cost') continue;
    const cost = fault === 'cost' ? costToday(refusal, state, nowMs) : undefined;
    if (fault === 'cost' && cost === undefined) continue;
    const key = refusedKey(vendor, productKey(product));
    if (stopped.has(key) || refusedProducts.has(key)) continue;
    if (!isSentAfter(refusal, liftedRefusals.get(key), nowMs)) continue;
    const refused = customers.get(key) ?? new Set();
    customers.set(key, refused.add(userId));
    if (fault === 'order' && refused.size < CUSTOMERS_MIN) continue;
    if (charged !== undefined) {
      // Wait for a second delivery at a similar cost, because a vendor may state a wrong cost once.
      const earlier = charges.get(key) ?? [];
      charges.set(key, [...earlier, charged]);
      if (!earlier.some((other) => !isCostOff(other, charged))) continue;
    }
    const { service } = product;
    const name = productLabel(product);
    stopped.set(key, {
      type: 'VendorRefusedProduct',
      data: {
        vendor,
        service,
        product: productKey(product),
        name,
        code,
        reason: reasonOf(refusal, name, cost),
      },
    });
  }
  return [...stopped.values()];
}

const reasonOf = ({ code, charged }: Refusal, name: string, cost: Kobo | undefined): string =>
  charged === undefined || cost === undefined
    ? `It refuses ${name} (${code})`
    : `It charged ${formatNaira(charged)} for ${name}, and the catalogue says ${formatNaira(cost)}`;

/**
 * Returns the present cost in the catalogue when the charged cost differs from it (`isCostOff`). An
 * administrator may have corrected the cost after the order.
 */
function costToday(
  { vendor, product, charged, sentAt }: Refusal,
  { dataPlans, cablePlans }: Refused,
  nowMs: number,
): Kobo | undefined {
  if (charged === undefined || !('plan' in product) || !isYounger(sentAt, nowMs, COST_FRESH_MS))
    return undefined;
  const plans = product.service === 'data' ? dataPlans : cablePlans;
  const plan = plans.get(product.plan);
  const cost = plan && costAt(plan, vendor);
  return cost !== undefined && isCostOff(charged, cost) ? cost : undefined;
}

const accountsFilled = (
  { accountPauses }: Refused,
  { heldSince }: RefusalEvidence,
): readonly CatalogEventDraft[] =>
  [...accountPauses.values()].flatMap((pause): readonly CatalogEventDraft[] => {
    const { vendor, least, since } = pause;
    const held = least === undefined ? undefined : heldSince(vendor, since);
    if (held === undefined || least === undefined || held < least) return [];
    return [accountResumed(pause, `Holds ${formatNaira(held)} for us again`)];
  });

const accountResumed = ({ vendor, id: pauseId }: AccountPause, reason: string): CatalogEventDraft => ({
  type: 'VendorAccountResumed',
  data: { vendor, pauseId, reason },
});

/**
 * Ends the pause of our account at a vendor. `seen` is the pause that the administrator's screen
 * showed. The command fails with `STALE_EDIT` when another pause is stored meanwhile.
 */
export interface ResumeVendorAccount {
  readonly type: 'ResumeVendorAccount';
  readonly vendor: number;
  readonly reason: string;
  readonly seen?: string;
}

/**
 * Ends the refusal of a product by a vendor. `seen` is the refusal that the administrator's screen
 * showed. The command fails with `STALE_EDIT` when another refusal is stored meanwhile.
 */
export interface LiftRefusal {
  readonly type: 'LiftRefusal';
  readonly vendor: number;
  /** See `productKey`. */
  readonly product: string;
  readonly reason: string;
  readonly seen?: string;
}

/**
 * Returns the event that ends the pause of an account. Returns no events when the account is not
 * paused.
 * @throws RuleBroken STALE_EDIT
 */
export function resumeVendorAccount(
  { vendor, reason, seen }: ResumeVendorAccount,
  { accountPauses }: Pick<CatalogState, 'accountPauses'>,
): readonly CatalogEventDraft[] {
  const pause = accountPauses.get(vendor);
  if (!pause) return [];
  requireSeen(pause, seen);
  return [accountResumed(pause, reason)];
}

/**
 * Returns the event that ends a refusal. Returns no events when the vendor does not refuse the
 * product.
 * @throws RuleBroken STALE_EDIT
 */
export function liftRefusal(
  { vendor, product, reason, seen }: LiftRefusal,
  { refusedProducts }: Pick<CatalogState, 'refusedProducts'>,
): readonly CatalogEventDraft[] {
  const refused = refusedProducts.get(refusedKey(vendor, product));
  if (!refused) return [];
  requireSeen(refused, seen);
  const { id: refusalId, service, name } = refused;
  return [{ type: 'VendorRefusalLifted', data: { vendor, service, product, name, refusalId, reason } }];
}

function requireSeen(
  stored: { readonly id: string; readonly reason: string },
  seen: string | undefined,
): void {
  if (seen !== undefined && seen !== stored.id)
    throw new RuleBroken('STALE_EDIT', { what: 'The reason', now: stored.reason });
}
