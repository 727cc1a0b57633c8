import { DISK_FULL } from '../../../infra/simulation/network.js';
import { views } from '../../../read-models/views.js';
import type { PlantedFault } from '../wiring.js';
import { over } from './appends.js';

const isFull = (error: unknown): boolean => error instanceof Error && error.cause === DISK_FULL;

export const MACHINE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'store-on-a-full-disk',
    what: 'an append that a full disk refuses counts as stored',
    foundBy: 75,
    verify: 'lost',
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            store.append(stream, head, events).catch((error: unknown) => {
              if (isFull(error)) return { head, position: undefined };
              throw error;
            }),
        }),
    },
  },
  {
    name: 'keep-checkpoints-apart',
    what: 'the checkpoint of a view is kept apart from its rows, and does not go back with them',
    foundBy: 221,
    compare: true,
    wiring: {
      readModels: (server) => {
        const copy = server.copy.bind(server);
        server.copy = () => {
          const putBack = copy();
          return () => {
            const newest = views.map(({ name }) => [name, server.served(name)?.at ?? 0] as const);
            putBack();
            for (const [name, at] of newest) {
              const served = server.served(name);
              if (served) served.at = at;
            }
          };
        };
      },
    },
  },
  {
    name: 'copy-too-little',
    what: 'a copy of the log lacks the newest events, although their requests were answered',
    foundBy: 361,
    verify: 'lost',
    wiring: { copied: (length) => length - 5 },
  },
  {
    name: 'age-by-wall-clock',
    what: 'the spans that release money are measured by the wall clock',
    foundBy: 1623,
    wiring: { monotonicSteps: true },
  },
  {
    name: 'send-after-restore',
    what: 'an earlier log beside newer stores is started without holding sending, and sends what was sent before',
    foundBy: 174,
    wiring: { holdAfterOlderLog: () => Promise.resolve() },
  },
];
