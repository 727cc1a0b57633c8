import type { StoredDataPlan } from '../catalog.events.js';
import { nairaOf } from './set-prices.decider.js';
import type { OfferedPlan } from './offered-plans.state.js';

export interface DetailChange {
  readonly field: string;
  readonly was: string;
  readonly now: string;
}

export function detailChanges(was: OfferedPlan | undefined, now: OfferedPlan): readonly DetailChange[] {
  const [before, after] = [was && detailsOf(was), detailsOf(now)];
  return [...new Set([...(before?.keys() ?? []), ...after.keys()])]
    .map((field) => ({ field, was: before?.get(field) ?? '', now: after.get(field) ?? '' }))
    .filter((change) => change.was !== change.now);
}

function detailsOf({ service, plan }: OfferedPlan): ReadonlyMap<string, string> {
  const codes = service === 'exams' ? [] : Object.entries(plan.codes);
  const days: [string, string][] = service === 'data' ? [['Days', (plan as StoredDataPlan).validity]] : [];
  return new Map([
    ...days,
    ['Sold', plan.on ? 'yes' : 'no'],
    ['Place', plan.place === undefined ? '' : String(plan.place)],
    ...Object.entries(plan.costs ?? {}).map(([of, cost]): [string, string] => [costField(of), nairaOf(cost)]),
    ...codes.map(([of, code]): [string, string] => [codeField(of), code || 'not sold there']),
  ]);
}

export const costField = (account: string): string => `Cost at vendor ${account}`;

/**
 * Label for the code of a plan at a vendor account (`Code at vendor 4`) or at all accounts of an adapter
 * (`Code at vtpass`).
 */
export const codeField = (of: string): string =>
  /^\d+$/.test(of) ? `Code at vendor ${of}` : `Code at ${of}`;
