import type { PlantedFault } from '../wiring.js';
import { force, over, typesOf } from './appends.js';

export const SHOP_FAULTS: readonly PlantedFault[] = [
  {
    name: 'forget-the-quote',
    what: 'a request is charged what it costs by now, whatever price it was sent at',
    foundBy: 5,
    wiring: { agreed: () => undefined },
  },
  {
    name: 'old-price-list',
    what: 'a process sells by the price list that there was when it began',
    foundBy: 2,
    wiring: { catalogue: (stream) => over(stream, { look: () => Promise.resolve() }) },
  },
  {
    name: 'price-over-price',
    what: 'of two who change a price at one moment the second does not see what the first made of it',
    foundBy: 26,
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            typesOf(events).includes('DataPlanSet')
              ? force(store, stream, events)
              : store.append(stream, head, events),
        }),
    },
  },
  {
    name: 'take-effect-twice',
    what: 'each process stores for itself what was scheduled, whoever did so before',
    foundBy: 62,
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            events.some(({ data }) => Object.hasOwn(data, 'scheduleId'))
              ? force(store, stream, events)
              : store.append(stream, head, events),
        }),
    },
  },
  {
    name: 'ask-another-vendor',
    what: 'about an order that one vendor has another one is asked, who comes first by now',
    foundBy: 1,
    wiring: { vendor: (adapter, other) => over(adapter, { query: (attempt) => other(1).query(attempt) }) },
  },
];
