import {
  AppendOutcomeUnknown,
  type NewEvent,
  NO_STREAM,
  StoreUnavailable,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { afresh, force, over, typesOf } from './appends.js';
import type { PlantedFault } from '../wiring.js';

const isWallet = (stream: string): boolean => stream.startsWith('wallet-');
const isPurchase = (stream: string): boolean => stream.startsWith('purchase-');

export const WALLET_FAULTS: readonly PlantedFault[] = [
  {
    name: 'C1',
    what: 'a settlement of a hold that this process has not heard of counts as done',
    foundBy: 3,
    verify: 'unsettled',
    wiring: {
      settle: (settle, store) => async (userId, command, context) => {
        const accepted = await store.readStream(`wallet-${userId}`, { direction: 'backwards', limit: 1 });
        const last = accepted[0];
        if (last?.type === 'PurchaseAccepted' && last.data['purchaseId'] !== command.purchaseId)
          return undefined;
        return settle(userId, command, context);
      },
    },
  },
  {
    name: 'C1b',
    what: 'an append whose answer is lost is taken for one that was not stored',
    foundBy: 112,
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
    foundBy: 6,
    wiring: { store: (store) => over(store, { hasOtherWriters: false }) },
  },
  {
    name: 'C2',
    what: 'a reversal counts as done where the process has forgotten the capture',
    foundBy: 6,
    verify: 'reversal-unpaid',
    wiring: {
      settle: (settle) => (userId, command, context) =>
        command.type === 'ReversePurchase' ? Promise.resolve() : settle(userId, command, context),
    },
  },
  {
    name: 'C3',
    what: 'a purchase that cannot be looked up counts as never accepted',
    foundBy: 3,
    verify: 'told-twice',
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
    foundBy: 111,
    verify: 'below-zero',
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
    foundBy: 1,
    verify: 'told-twice',
    wiring: {
      store: (store) =>
        over(store, {
          async append(stream, head, events) {
            const appended = await store.append(stream, head, events);
            if (!typesOf(events).includes('PurchaseReleased')) return appended;
            return store.append(stream, appended.head, afresh(events.slice(0, 1), 'ffff'));
          },
        }),
    },
  },
  {
    name: 'show-from-memory',
    what: 'a balance is shown as this process has it in memory',
    foundBy: 84,
    wiring: { shown: (wallets, userId) => wallets.load(userId) },
  },
  {
    name: 'answer-too-soon',
    what: 'a request is answered before what follows from it is stored',
    foundBy: 1,
    verify: 'lost',
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
    foundBy: 1,
    verify: 'unbalanced',
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
