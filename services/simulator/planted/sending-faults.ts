import { RevisionConflict } from '../../../infra/event-store/event-store.js';
import { sleep } from '../../../infra/host/timers.js';
import { force, over, typesOf } from './appends.js';
import type { PlantedFault } from '../wiring.js';

export const SENDING_FAULTS: readonly PlantedFault[] = [
  {
    name: 'C4',
    what: 'a worker sends however late the answer to its claim comes',
    foundBy: 1273,
    wiring: {
      config: (config, { index }) => (index === 0 ? { ...config, VENDOR_SEND_WITHIN: 110_000 } : config),
      vendor: (adapter) =>
        over(adapter, {
          dispatch: (attempt) => adapter.dispatch({ ...attempt, window: { leftMs: () => 1 } }),
        }),
    },
  },
  {
    name: 'C5',
    what: 'a call that waited for a connection is begun however late it is by then',
    foundBy: 3,
    wiring: {
      vendor: (adapter) =>
        over(adapter, {
          async dispatch(attempt) {
            await sleep(45_000);
            return adapter.dispatch({ ...attempt, window: { leftMs: () => 1 } });
          },
        }),
    },
  },
  {
    name: 'send-without-claim',
    what: 'whoever loses the race for a claim sends all the same',
    foundBy: 7,
    wiring: {
      store: (store, { role }) =>
        role === 'api'
          ? store
          : over(store, {
              append: (stream, head, events) =>
                store.append(stream, head, events).catch((error: unknown) => {
                  if (!(error instanceof RevisionConflict) || !typesOf(events).includes('AttemptStarted'))
                    throw error;
                  return { head: error.actual, position: undefined };
                }),
            }),
    },
  },
  {
    name: 'silence-is-failure',
    what: 'a vendor that does not answer counts as one that declined',
    foundBy: 1,
    wiring: {
      vendor: (adapter) =>
        over(adapter, {
          async dispatch(attempt) {
            const outcome = await adapter.dispatch(attempt);
            return outcome.outcome === 'unknown'
              ? { outcome: 'failed', charged: false, code: 'timeout', blame: 'biller' }
              : outcome;
          },
        }),
    },
  },
  {
    name: 'give-up-early',
    what: 'a single look that finds nothing gives the money back',
    foundBy: 3,
    wiring: { config: (config) => ({ ...config, VENDOR_NOT_FOUND_AFTER: 0, VENDOR_NOT_FOUND_SPACING: 0 }) },
  },
  {
    name: 'decide-over',
    what: 'the decision of a second administrator is stored over that of the first',
    foundBy: 6,
    verify: 'told-twice',
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            typesOf(events).includes('ReviewResolved')
              ? force(store, stream, events)
              : store.append(stream, head, events),
        }),
    },
  },
  {
    name: 'forget-webhooks',
    what: 'what a vendor tells unasked is acknowledged and forgotten',
    foundBy: 8,
    wiring: { webhooksTaken: false },
  },
];
