import type { EventStore } from '../../../infra/event-store/event-store.js';
import { CATALOG_STREAM, catalogEvent } from '../../catalog/catalog.events.js';
import { evolve } from '../../catalog/catalog.evolve.js';
import type { CatalogState } from '../../catalog/catalog.state.js';
import { SEED } from '../../catalog/seed/seed.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

export async function readCatalog(store: Pick<EventStore, 'readStream'>): Promise<CatalogState> {
  let state = SEED;
  for (const event of await store.readStream(CATALOG_STREAM)) {
    const known = catalogEvent(event);
    if (known) state = evolve(state, known);
  }
  return state;
}

export function checkCatalog(
  state: Pick<
    CatalogState,
    'cablePlans' | 'dataPlans' | 'exams' | 'priceVersion' | 'pricesConfirmed' | 'sendingHold'
  >,
): readonly DoctorLine[] {
  const { dataPlans, cablePlans, exams, pricesConfirmed, priceVersion, sendingHold } = state;
  const onSale = [...dataPlans.values(), ...cablePlans.values()].filter(({ on }) => on).length;
  const isEmpty = dataPlans.size + cablePlans.size + exams.size === 0;
  const next = isEmpty
    ? 'there are none: `ledger catalog import FILE --apply`'
    : `look at them, then \`ledger catalog confirm-prices ${priceVersion}\``;
  return [
    pricesConfirmed
      ? right('prices', `are confirmed; ${onSale} plans are on sale`)
      : wrong('prices', `nothing is sold: ${next}`),
    ...(onSale === 0 && !isEmpty
      ? [note('prices', 'no plan is on sale: `ledger catalog import FILE --apply`')]
      : []),
    ...(sendingHold?.held
      ? [
          wrong(
            'sending',
            `is held (${sendingHold.reason}): compare the statements of the vendors, then \`ledger release-sending\``,
          ),
        ]
      : []),
  ];
}
