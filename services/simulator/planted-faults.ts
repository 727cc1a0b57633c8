import {
  AppendOutcomeUnknown,
  type EventStore,
  NO_STREAM,
  type NewEvent,
  RevisionConflict,
  StoreUnavailable,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { sleep } from '../../infra/host/timers.js';
import { over } from './over.js';
import type { Wiring } from './wiring.js';

/** A fault that the simulator has to find. */
export interface PlantedFault {
  readonly name: string;
  readonly what: string;
  readonly wiring: Wiring;
}

type Appends = Pick<EventStore, 'append' | 'head' | 'readStream'>;
const isWallet = (stream: string): boolean => stream.startsWith('wallet-');
const isPurchase = (stream: string): boolean => stream.startsWith('purchase-');
const types = (events: readonly NewEvent[]): readonly string[] => events.map(({ type }) => type);
const afresh = (events: readonly NewEvent[], mark: string): NewEvent[] =>
  events.map((event) => ({ ...event, id: `${event.id.slice(0, -4)}${mark}` }));

/** Appends at the end of the stream, wherever that is. */
async function force(store: Appends, stream: string, events: readonly NewEvent[]) {
  for (;;)
    try {
      return await store.append(stream, await store.head(stream), events);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
}

/** Faults of wallets that several processes keep in memory. */
const WALLETS: readonly PlantedFault[] = [
  {
    name: 'C1',
    what: 'a settlement of a hold that this process has not heard of counts as done',
    wiring: {
      settle: (settle, store) => async (userId, command, context) => {
        const accepted = await store.readStream(`wallet-${userId}`, { direction: 'backwards', limit: 1 });
        const last = accepted[0];
        // What was stored by somebody else this moment has not been heard yet.
        if (last?.type === 'PurchaseAccepted' && last.data['purchaseId'] !== command.purchaseId)
          return undefined;
        return settle(userId, command, context);
      },
    },
  },
  {
    name: 'C1b',
    what: 'an append whose answer is lost is taken for one that was not stored',
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            store.append(stream, head, events).catch((error: unknown) => {
              throw error instanceof AppendOutcomeUnknown ? new StoreUnavailable('no answer') : error;
            }),
        }),
    },
  },
  {
    name: 'C1c',
    what: 'a refusal is decided on the wallet in memory, however old that is',
    wiring: { store: (store) => over(store, { hasOtherWriters: false }) },
  },
  {
    name: 'C2',
    what: 'a reversal counts as done where the process has forgotten the capture',
    wiring: {
      settle: (settle) => (userId, command, context) =>
        command.type === 'ReversePurchase' ? Promise.resolve() : settle(userId, command, context),
    },
  },
  {
    name: 'C3',
    what: 'a purchase that cannot be looked up counts as never accepted',
    wiring: {
      store: (store, { role }) =>
        role === 'worker'
          ? store
          : over(store, {
              head: (stream) => (isPurchase(stream) ? Promise.resolve(NO_STREAM) : store.head(stream)),
            }),
    },
  },
  {
    name: 'drop-revision-check',
    what: 'an append to a wallet is stored whatever was stored before it',
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            isWallet(stream) ? force(store, stream, events) : store.append(stream, head, events),
        }),
    },
  },
  {
    name: 'settle-twice',
    what: 'a settlement is stored twice',
    wiring: {
      store: (store) =>
        over(store, {
          async append(stream, head, events) {
            const appended = await store.append(stream, head, events);
            if (!types(events).includes('PurchaseReleased')) return appended;
            return store.append(stream, appended.head, afresh(events.slice(0, 1), 'ffff'));
          },
        }),
    },
  },
  {
    name: 'show-from-memory',
    what: 'a balance is shown as this process has it in memory',
    wiring: { shown: (wallets, userId) => wallets.load(userId) },
  },
  {
    name: 'answer-too-soon',
    what: 'a request is answered before what follows from it is stored',
    wiring: {
      store: (store, { role }) =>
        role === 'worker'
          ? store
          : over(store, {
              append: (stream, head, events) => {
                if (!isWallet(stream)) return store.append(stream, head, events);
                void store.append(stream, head, events).catch(() => undefined);
                const guessed: StreamHead = { revision: head.revision + events.length, hash: head.hash };
                return Promise.resolve({ head: guessed, position: undefined });
              },
            }),
    },
  },
  {
    name: 'one-kobo',
    what: 'the postings of a capture are a kobo short',
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) => store.append(stream, head, events.map(aKoboShort)),
        }),
    },
  },
];

function aKoboShort(event: NewEvent): NewEvent {
  if (event.type !== 'PurchaseCaptured') return event;
  const [first, ...rest] = event.data['postings'] as unknown as { account: string; amount: string }[];
  const short = { account: first!.account, amount: String(BigInt(first!.amount) - 1n) };
  return { ...event, data: { ...event.data, postings: [short, ...rest] } };
}

/** Faults of sending and asking. */
const SENDING: readonly PlantedFault[] = [
  {
    name: 'C4',
    what: 'a worker sends however late the answer to its claim comes',
    wiring: {
      config: (config, { index }) => (index === 0 ? { ...config, VENDOR_SEND_WITHIN: 600_000 } : config),
      vendor: (adapter) =>
        over(adapter, {
          dispatch: (attempt) => adapter.dispatch({ ...attempt, window: { leftMs: () => 1 } }),
        }),
    },
  },
  {
    name: 'C5',
    what: 'a call that waited for a connection is begun however late it is by then',
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
    wiring: {
      store: (store, { role }) =>
        role === 'api'
          ? store
          : over(store, {
              append: (stream, head, events) =>
                store.append(stream, head, events).catch((error: unknown) => {
                  if (!(error instanceof RevisionConflict) || !types(events).includes('AttemptStarted'))
                    throw error;
                  return { head: error.actual, position: undefined };
                }),
            }),
    },
  },
  {
    name: 'silence-is-failure',
    what: 'a vendor that does not answer counts as one that declined',
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
    wiring: { config: (config) => ({ ...config, VENDOR_NOT_FOUND_AFTER: 0, VENDOR_NOT_FOUND_SPACING: 0 }) },
  },
  {
    name: 'decide-over',
    what: 'the decision of a second administrator is stored over that of the first',
    wiring: {
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            types(events).includes('ReviewResolved')
              ? force(store, stream, events)
              : store.append(stream, head, events),
        }),
    },
  },
  {
    name: 'forget-webhooks',
    what: 'what a vendor tells unasked is acknowledged and forgotten',
    wiring: { webhooksTaken: false },
  },
];

/** Faults of following the log, of the store and of what is kept beside it. */
const FOLLOWING: readonly PlantedFault[] = [
  {
    name: 'R1',
    what: 'of two appends with the same ids both are stored',
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
    wiring: { sweepEveryMs: 86_400_000 },
  },
  {
    name: 'forget-the-key',
    what: 'a request that is sent again counts as another one',
    wiring: { keyOf: (key, tries) => (tries === 1 ? key : `${key}-${tries}`) },
  },
  {
    name: 'credit-twice',
    what: 'a payment is known by another reference each time that it is asked about',
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

export const PLANTED: readonly PlantedFault[] = [...WALLETS, ...SENDING, ...FOLLOWING];
