import { formatNaira } from '../../contracts/money.js';
import { labelOf, type OfferedPlan, planCodeOf } from './offered-plans.state.js';
import { detailChanges } from './plan-changes.js';
import { planPrices } from './priced-plans.state.js';
import type { PreviewedChange, PricePreview } from './price-preview.js';

export function describePreview({ faults, changes, wanted, gone }: PricePreview): readonly string[] {
  if (faults.length > 0)
    return faults.map(({ line, column, message }) => `line ${line}${column && `, ${column}`}: ${message}`);
  return [
    ...changes.flatMap(changeLines),
    ...gone.map((offered) => `missing  ${nameOf(offered)}`),
    `${changes.length} plans differ, ${wanted.length - changes.length} are as in the file, ${gone.length} on sale are missing in it.`,
  ];
}

const nameOf = (offered: OfferedPlan): string =>
  `${offered.service} ${planCodeOf(offered)} ${labelOf(offered)}`;

function changeLines(change: PreviewedChange): readonly string[] {
  const { was, now, margins, mustBeAllowed } = change;
  const [before, after] = [was && planPrices(was.plan), planPrices(now.plan)];
  const prices = (['price', 'affiliatePrice', 'cost'] as const).flatMap((field) =>
    before?.[field] === after[field] ? [] : [`${WORDS[field]} ${arrow(before?.[field], after[field])}`],
  );
  const details = detailChanges(was, now).map(
    (detail) => `${detail.field} ${detail.was || '-'} -> ${detail.now || '-'}`,
  );
  const notes = [...(change.jumps ? ['JUMPS'] : []), ...(mustBeAllowed ? ['BELOW COST'] : [])];
  return [
    [was ? 'changed ' : 'new     ', nameOf(now), ...notes].join(' '),
    `         ${[...prices, ...details].join(', ')}`,
    `         margin regular ${formatNaira(margins.regular.now)}, affiliate ${formatNaira(margins.affiliate.now)}`,
  ];
}

const WORDS = { price: 'price', affiliatePrice: 'affiliates', cost: 'cost' } as const;

const arrow = (was: bigint | undefined, now: bigint): string =>
  was === undefined ? formatNaira(now) : `${formatNaira(was)} -> ${formatNaira(now)}`;
