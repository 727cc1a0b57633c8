import { koboFromNaira, type Kobo } from '../contracts/money.js';
import type { AmountRange } from '../products/product.js';

/** The fee changes only at the amounts in `edges`. */
export interface FeeSchedule {
  (amount: Kobo): Kobo;
  readonly edges: readonly Kobo[];
}

/**
 * Parses a fee schedule such as `5000:10,49999.99:25,*:50`. In this example, the fee is ₦10 up to ₦5,000, ₦25
 * below ₦50,000, and ₦50 from ₦50,000.
 * @throws Error on a malformed schedule
 */
export function feeSchedule(text: string): FeeSchedule {
  const steps = text.split(',').map((step) => {
    const [upTo = '', feeText = ''] = step.split(':');
    const limit = upTo === '*' ? undefined : koboFromNaira(upTo);
    const fee = koboFromNaira(feeText);
    if (fee === undefined || (limit === undefined && upTo !== '*'))
      throw new Error(`not a schedule of fees: ${text}`);
    return { limit, fee };
  });
  const feeOf = (amount: Kobo): Kobo => {
    const step = steps.find(({ limit }) => limit === undefined || amount <= limit);
    if (!step) throw new Error('a schedule of fees ends in *');
    return step.fee;
  };
  const edges = steps.flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
  return Object.assign(feeOf, { edges });
}

/**
 * Returns the smallest amount for which the fee in `fees` is lower than the cost in `costs`.
 * Returns `undefined` when there is no such amount.
 */
export function firstLoss(fees: FeeSchedule, costs: FeeSchedule, range: AmountRange): Kobo | undefined {
  const { minimum, maximum } = range;
  const edges = [...fees.edges, ...costs.edges].flatMap((edge) => [edge, edge + 1n]);
  const losses = [minimum, ...edges, maximum].filter(
    (amount) => amount >= minimum && amount <= maximum && fees(amount) < costs(amount),
  );
  return losses.toSorted((one, other) => (one < other ? -1 : 1))[0];
}
