import { type ErrorDetails, messageOf, RuleBroken } from '../contracts/errors.js';
import { PLAN_TYPES } from '../contracts/data.contract.js';
import { NETWORKS } from '../contracts/fields/codes.js';
import { SERVICE_NAMES } from '../contracts/services.js';
import type { CatalogChange } from './catalog.decider.js';
import type { Catalog } from './catalog.js';
import { labelOf, type OfferedPlan } from './prices/offered-plans.state.js';
import { nairaOf, pricesOf } from './prices/set-prices.decider.js';

/** Percentage by which a price may change without a confirmation. */
export const JUMP_PERCENT = 20n;

export function isJump(was: bigint, now: bigint): boolean {
  const moved = now - was;
  return (moved < 0n ? -moved : moved) * 100n > was * JUMP_PERCENT;
}

/**
 * Names what a change would stop selling. Undefined for a change that stops no whole service, network or plan
 * type.
 */
function switchedOff(change: CatalogChange, catalog: Catalog): string | undefined {
  switch (change.type) {
    case 'ChooseVendor':
      return change.vendor === 0 ? SERVICE_NAMES[change.service] : undefined;
    case 'PauseVendor': {
      const { service, vendor } = change;
      const asked = catalog.vendorsInTurn(service).filter(({ code }) => !catalog.isPaused(service, code));
      const isLast = catalog.sells(service) && asked.every(({ code }) => code === vendor);
      return isLast ? SERVICE_NAMES[service] : undefined;
    }
    case 'SwitchNetwork':
      return change.on ? undefined : `Airtime and data of ${NETWORKS[change.network]}`;
    case 'SwitchPlanType':
      return change.on ? undefined : `${PLAN_TYPES[change.planType]} of ${NETWORKS[change.network]}`;
    default:
      return undefined;
  }
}

/** @throws RuleBroken(CONFIRM_OFF | CONFIRM_PRICE) for a change that an administrator must confirm */
export function requireConfirmed(change: CatalogChange, catalog: Catalog): void {
  const what = switchedOff(change, catalog);
  if (what !== undefined) throw new RuleBroken('CONFIRM_OFF', { what });
  if (change.type !== 'SetAffiliateFee') return;
  const was = String(catalog.state.affiliateFee ?? change.configured);
  requireNoJump([{ what: 'The charge of the upgrade', was, now: change.fee }]);
}

const STOPS_NAMED = 3;

/** @throws RuleBroken(CONFIRM_OFF) that names the stopped plans, and what `requireNoJump` names */
export function requireNoStop(
  changes: readonly { readonly was: OfferedPlan | undefined; readonly now: OfferedPlan }[],
  steps: readonly PriceStep[],
): void {
  const stopped = changes
    .filter(({ was, now }) => was?.plan.on && !now.plan.on)
    .map(({ now }) => labelOf(now));
  if (stopped.length === 0) return;
  const others = stopped.length - STOPS_NAMED;
  const more = others > 0 ? [`${others} ${others === 1 ? 'other' : 'others'}`] : [];
  const named = [...stopped.slice(0, STOPS_NAMED), ...more];
  const what = named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  const first = firstJump(steps);
  throw new RuleBroken('CONFIRM_OFF', {
    what: `The ${named.length === 1 ? 'plan' : 'plans'} ${what}`,
    jump: first ? ` ${messageOf('CONFIRM_PRICE', first)}` : '',
  });
}

interface PriceStep {
  readonly what: string;
  /** Kobo digits. */
  readonly was: string;
  readonly now: string;
}

/** Prices before and after a change. The affiliate price is left out where affiliates pay the same price. */
export function priceSteps(was: OfferedPlan, now: OfferedPlan): readonly PriceStep[] {
  const [before, after] = [pricesOf(was.plan), pricesOf(now.plan)];
  const name = labelOf(now);
  const price = { what: `The price of ${name}`, was: before.price, now: after.price };
  const what = `The affiliate price of ${name}`;
  const affiliates = { what, was: before.affiliatePrice, now: after.affiliatePrice };
  return affiliates.was === price.was && affiliates.now === price.now ? [price] : [price, affiliates];
}

/** @throws RuleBroken(CONFIRM_PRICE) that names the first of the prices that change too much */
export function requireNoJump(steps: readonly PriceStep[]): void {
  const first = firstJump(steps);
  if (first) throw new RuleBroken('CONFIRM_PRICE', first);
}

function firstJump(steps: readonly PriceStep[]): ErrorDetails | undefined {
  const jumps = steps.filter(({ was, now }) => isJump(BigInt(was), BigInt(now)));
  const [first] = jumps;
  if (!first) return undefined;
  const more = jumps.length - 1;
  const others =
    more === 0 ? '' : more === 1 ? ' One more price does, too.' : ` ${more} more prices do, too.`;
  return {
    what: first.what,
    percent: String(JUMP_PERCENT),
    was: nairaOf(first.was),
    now: nairaOf(first.now),
    others,
  };
}
