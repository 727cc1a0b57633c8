import { formatNaira } from '../../contracts/money.js';
import { writePlansAt } from '../prices/price-file.js';
import { labelOf, planCodeOf } from '../prices/offered-plans.state.js';
import { chosenOf, type ListDifference } from './compare-list.js';
import type { ComparedVendor } from './compare-vendor-list.query.js';

export interface VendorListReport {
  readonly lines: readonly string[];
  /** Price file that applies the chosen differences. Absent when none was chosen. */
  readonly csv?: string;
}

/** @throws Error when no difference has a key of `choose` */
export function describeList(
  compared: ComparedVendor,
  choose: readonly string[] | 'all' | undefined,
): VendorListReport {
  const { code, name, differences, unlisted } = compared;
  const byHand = differences.filter(({ after }) => !after).length;
  const lines = [
    `${code} ${name}`,
    ...differences.map(lineOf),
    ...unlisted.map((group) => `it gave no list of ${group}`),
    `${differences.length} differences, ${byHand} of them a person must enter.`,
  ];
  if (choose === undefined) return { lines };
  const unknown =
    choose === 'all'
      ? undefined
      : choose.find((key) => !differences.some((each) => each.key === key && each.after));
  if (unknown !== undefined) throw new Error(`${unknown}: no difference of this name can be applied`);
  const plans = chosenOf(compared, choose);
  return plans.length === 0 ? { lines } : { lines, csv: writePlansAt(code, plans) };
}

const KEY_WIDTH = 20;

function lineOf(difference: ListDifference): string {
  const { kind, key, name } = difference;
  return `  ${kind.padEnd(8)} ${key.padEnd(KEY_WIDTH)} ${name}: ${remarkOf(difference)}`;
}

/** Describes a difference in words. */
export function remarkOf({ kind, code, was, now, after }: ListDifference): string {
  switch (kind) {
    case 'gone':
      return `the list lacks ${code}`;
    case 'recoded':
      return `its code is ${code} now`;
    case 'dearer':
    case 'cheaper':
      return `costs ${formatNaira(now!)}, the catalogue says ${formatNaira(was!)}`;
    case 'uncoded':
      return code === '' ? 'no code there, and nothing in the list fits' : `no code there; ${code} fits`;
    case 'new': {
      const cost = now === undefined ? '' : ` costs ${formatNaira(now)};`;
      return after
        ? `not offered;${cost} becomes ${planCodeOf(after)} ${labelOf(after)}, switched off`
        : `not offered;${cost} enter it by hand`;
    }
  }
}
