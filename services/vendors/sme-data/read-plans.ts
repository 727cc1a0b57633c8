import type { PlanTypeCode } from '../../contracts/data.contract.js';
import { readName } from '../listed/read-name.js';
import type { ListedPlan } from '../vendor-adapter.js';
import { fieldsOf, idOf, koboFromVendor } from '../vendor-json.js';

/** Plan types in the spelling of the vendors. */
const TYPES: ReadonlyMap<string, PlanTypeCode> = new Map([
  ['SME', 1],
  ['CORPORATE GIFTING', 2],
  ['COOPERATE GIFTING', 2],
  ['GIFTING', 3],
  ['SME2', 4],
]);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Reads the plans of a network from a vendor's list. The list has an array per network, such as `MTN_PLAN`.
 * Returns undefined when no plan is found, because the answer may be incomplete.
 */
export function readPlans(answer: unknown, network: number): readonly ListedPlan[] | undefined {
  const lists = Object.values(fieldsOf(answer) ?? {}).filter((value) => Array.isArray(value));
  if (lists.length === 0) return undefined;
  const plans = lists.flat().flatMap((row): readonly ListedPlan[] => {
    const fields = fieldsOf(row);
    const code = idOf(fields?.['dataplan_id']);
    if (!fields || code === undefined || Number(fields['network']) !== network) return [];
    const type = textOf(fields['plan_type']);
    const plan = textOf(fields['plan']);
    const validity = textOf(fields['month_validate']);
    const planType = TYPES.get(type.toUpperCase());
    const cost = koboFromVendor(fields['plan_amount']);
    return [
      {
        code,
        name: `${type} ${plan} - ${validity}`,
        ...readName(`${plan} - ${validity}`),
        ...(planType !== undefined && { planType }),
        ...(cost !== undefined && { cost }),
      },
    ];
  });
  return plans.length > 0 ? plans : undefined;
}
