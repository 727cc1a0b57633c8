import { ADDED, readByTomorrow, WALLET_OF_TOMORROW } from '../next-version.js';
import type { PlantedFault } from '../wiring.js';
import { over } from './appends.js';

export const VERSION_FAULTS: readonly PlantedFault[] = [
  {
    name: 'pass-over-unknown',
    what: 'an event of a type that this version does not know is passed over, and the wallet goes on',
    foundBy: 3,
    wiring: { today: readByTomorrow },
  },
  {
    name: 'unknown-stops-all',
    what: 'whoever follows the log stops at the first event of a type that this version does not know',
    foundBy: 141,
    wiring: {
      today: (store) =>
        over(store, {
          follow: (options) =>
            (async function* () {
              for await (const events of store.follow(options)) {
                const unknown = events.findIndex(({ type }) => type === WALLET_OF_TOMORROW);
                if (unknown < 0) yield events;
                else throw new Error('there is no such type');
              }
            })(),
        }),
    },
  },
  {
    name: 'refuse-added-fields',
    what: 'an event with a field that this version does not know counts as one that it cannot read',
    foundBy: 3,
    wiring: {
      today: (store) =>
        over(store, {
          readStream: async (stream, options) =>
            (await store.readStream(stream, options)).map((event) =>
              stream.startsWith('wallet-') && Object.hasOwn(event.data, ADDED)
                ? { ...event, type: 'NotOfToday' }
                : event,
            ),
        }),
    },
  },
];
