import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import smeDataPlans from './sme-data-plans.json' with { type: 'json' };
import vtpassVariations from './vtpass-variations.json' with { type: 'json' };

export type HostPlan = (typeof smeDataPlans)['MTN_PLAN'][number];

export interface Variation {
  readonly variation_code: string;
  readonly name: string;
  readonly variation_amount: string;
  readonly fixedPrice: string;
}

export interface PlanLists {
  readonly smeData: Readonly<Record<string, readonly HostPlan[]>>;
  readonly vtpass: Readonly<Record<string, readonly Variation[]>>;
}

export const PLAN_LISTS: PlanLists = { smeData: smeDataPlans, vtpass: vtpassVariations };

const FILES = { smeData: 'sme-data-plans.json', vtpass: 'vtpass-variations.json' } as const;

/** @throws Error that names a file without JSON */
export function readPlanLists(dir: string | undefined): PlanLists {
  if (dir === undefined) return PLAN_LISTS;
  const listOf = <Name extends keyof PlanLists>(name: Name): PlanLists[Name] => {
    const file = join(dir, FILES[name]);
    if (!existsSync(file)) return PLAN_LISTS[name];
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as PlanLists[Name];
    } catch (error) {
      throw new Error(`SANDBOX_LISTS ${file}: ${(error as Error).message}`, { cause: error });
    }
  };
  return { smeData: listOf('smeData'), vtpass: listOf('vtpass') };
}
