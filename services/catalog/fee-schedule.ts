import { koboFromNaira, type Kobo } from '../contracts/money.js';
import type { AmountRange } from '../products/product.js';

/** What is taken of an amount, and the last amount of each step but the one that has no end. */
export interface FeeSchedule {
  (amount: Kobo): Kobo;
  readonly edges: readonly Kobo[];
}

/** Reads `5000:10,49999.99:25,*:50`: up to ₦5,000 ₦10, below ₦50,000 ₦25, from there ₦50. @throws when it is none */
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
 * The first amount within the range of which we would take less than it costs us; undefined when there is none. Both change
 * at their edges only, so that looking at those and one kobo beyond is looking at all.
 */
export function firstLoss(fees: FeeSchedule, costs: FeeSchedule, range: AmountRange): Kobo | undefined {
  const { minimum, maximum } = range;
  const edges = [...fees.edges, ...costs.edges].flatMap((edge) => [edge, edge + 1n]);
  const losses = [minimum, ...edges, maximum].filter(
    (amount) => amount >= minimum && amount <= maximum && fees(amount) < costs(amount),
  );
  return losses.toSorted((one, other) => (one < other ? -1 : 1))[0];
}
