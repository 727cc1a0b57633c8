import { AppendOutcomeUnknown, StoreUnavailable } from '../../../infra/event-store/event-store.js';
import { afresh, force, over } from './appends.js';
import type { PlantedFault } from '../wiring.js';

export const FOLLOWING_FAULTS: readonly PlantedFault[] = [
  {
    name: 'R1',
    what: 'of two appends with the same ids both are stored',
    foundBy: 37,
    verify: 'told-twice',
    wiring: {
      store: (store) =>
        over(store, {
          async append(stream, head, events) {
            try {
              return await store.append(stream, head, events);
            } catch (error) {
              if (!(error instanceof AppendOutcomeUnknown)) throw error;
              return force(store, stream, afresh(events, 'eeee'));
            }
          },
        }),
    },
  },
  {
    name: 'R2',
    what: 'a follower that is slow is left out when events come fast',
    foundBy: 52,
    verify: 'stalled',
    wiring: {
      follow: (follow, { role }) =>
        role === 'api'
          ? follow
          : (options) =>
              (async function* () {
                let handledAt = 0;
                for await (const batch of follow(options)) {
                  handledAt += 1;
                  if (handledAt % 7 !== 0) yield batch;
                }
              })(),
    },
  },
  {
    name: 'R5',
    what: 'whoever follows the log hears nothing any more after an outage',
    foundBy: 12,
    verify: 'hold-unopened',
    wiring: {
      follow: (follow) => (options) =>
        (async function* () {
          try {
            yield* follow(options);
          } catch (error) {
            if (!(error instanceof StoreUnavailable)) throw error;
            await new Promise<never>(() => undefined);
          }
        })(),
    },
  },
  {
    name: 'skip-checkpoint',
    what: 'a checkpoint is saved further on than what was done',
    foundBy: 124,
    verify: 'hold-unopened',
    wiring: {
      checkpoints: (checkpoints) => ({
        load: (name) => checkpoints.load(name),
        save: (name, { position, state }) => checkpoints.save(name, { position: position + 2, state }),
      }),
    },
  },
  {
    name: 'lose-jobs',
    what: 'jobs that are lost are not brought back',
    foundBy: 2,
    verify: 'stalled',
    wiring: { sweepEveryMs: 86_400_000 },
  },
  {
    name: 'forget-the-key',
    what: 'a request that is sent again counts as another one',
    foundBy: 12,
    verify: 'lost',
    wiring: { keyOf: (key, tries) => (tries === 1 ? key : `${key}-${tries}`) },
  },
  {
    name: 'credit-twice',
    what: 'a payment is known by another reference each time that it is asked about',
    foundBy: 2,
    verify: 'funded-twice',
    wiring: {
      store: (store) =>
        over(store, {
          async append(stream, head, events) {
            const appended = await store.append(stream, head, events);
            const funded = events.find(
              ({ type, data }) => type === 'WalletFunded' && data['provider'] !== 'opening',
            );
            return funded ? store.append(stream, appended.head, afresh([funded], 'dddd')) : appended;
          },
        }),
    },
  },
];
