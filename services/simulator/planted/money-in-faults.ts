import type { EventStore } from '../../../infra/event-store/event-store.js';
import { FIRST_PAGE } from '../../wallet/newest-in-wallet.js';
import type { PlantedFault } from '../wiring.js';
import { afresh, over } from './appends.js';

const withoutStreams = (store: EventStore, prefix: string): EventStore =>
  over(store, {
    readStream: (stream, options) =>
      stream.startsWith(prefix) ? Promise.resolve([]) : store.readStream(stream, options),
  });

/** Each fault credits money twice. */
export const MONEY_IN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'credit-at-both',
    what: 'the bank session of a transfer is not read, so each provider credits the same transfer',
    foundBy: 3,
    wiring: {
      provider: (provider) =>
        over(provider, {
          transaction: async (reference) => {
            const answer = await provider.transaction(reference);
            return answer && { ...answer, session: undefined };
          },
        }),
    },
  },
  {
    name: 'credit-by-hand-too',
    what: 'a credit by hand is not compared with the bank sessions of payments at providers',
    foundBy: 3,
    wiring: {
      store: (store, { role }) => (role === 'api' ? withoutStreams(store, 'bank-session-') : store),
    },
  },
  {
    name: 'compare-no-amounts',
    what: 'credits by hand and payments are compared by bank session alone, not by amount',
    foundBy: 3,
    wiring: {
      store: (store) =>
        over(store, {
          readStream: (stream, options) =>
            stream.startsWith('wallet-') && options?.direction === 'backwards' && options.limit === FIRST_PAGE
              ? Promise.resolve([])
              : store.readStream(stream, options),
        }),
    },
  },
  {
    name: 'forget-the-cut-over',
    what: 'a payment from before the cut-over is credited, although the imported balance contains it',
    foundBy: 9,
    wiring: { store: (store) => withoutStreams(store, 'cut-over-') },
  },
  {
    name: 'import-twice',
    what: 'an import that is repeated credits the opening balance again',
    foundBy: 3,
    verify: 'funded-twice',
    wiring: {
      store: (store) =>
        over(store, {
          async append(stream, head, events) {
            const appended = await store.append(stream, head, events);
            const imported = events.find(({ data }) =>
              String(data['transactionReference']).startsWith('import-'),
            );
            return imported ? store.append(stream, appended.head, afresh([imported], 'cccc')) : appended;
          },
        }),
    },
  },
];
