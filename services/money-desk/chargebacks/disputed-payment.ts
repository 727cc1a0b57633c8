import { hash } from 'node:crypto';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import type { EventStore, Stored, StreamHead } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { type Disputable, evolve, lettersOf } from '../../funding/dispute.decider.js';
import type { Kobo } from '../../contracts/money.js';
import type { Users } from '../../customers/users.js';
import { disputeEvent, type FundingEvent, type PaymentName } from '../../funding/funding.events.js';
import { fundingStream, readFunding } from '../../funding/funding.stream.js';
import type { FundingFact } from '../../funding/funding.events.js';
import { newestInWallet } from '../../wallet/newest-in-wallet.js';
import type { FundingChargedBack } from '../../wallet/wallet.events.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';

export interface DisputeName {
  readonly provider: string;
  readonly dispute: string;
}

export const disputeStream = ({ provider, dispute }: DisputeName): string =>
  `dispute-${provider}-${hash('sha256', lettersOf(dispute), 'hex').slice(0, 40)}`;

const uuidOf = uuidsOf('6b1f0c52-4f0e-5d8b-9a37-c1d2e84f7a90');

export const disputeIdOf = ({ provider, dispute }: DisputeName, what: 'taken' | 'won' | 'frozen'): string =>
  uuidOf(`${provider}|${lettersOf(dispute)}|${what}`);

export type Store = Pick<EventStore, 'append' | 'readStream'>;

export interface ChargebackDeps {
  readonly eventStore: Store;
  readonly wallets: Pick<WalletStreams, 'handle' | 'newest'>;
  readonly users?: Pick<Users, 'reload'> | undefined;
}

export interface Disputed {
  readonly payment: Disputable;
  /** Kobo credited. */
  readonly credited: Kobo;
}

type Loaded = StreamHead & {
  readonly payment: Disputable | undefined;
  readonly events: readonly Stored<FundingEvent>[];
};

/**
 * @throws RuleBroken LEDGER_UNAVAILABLE when the payment's stream has an event that this version cannot read
 */
export async function load(store: Pick<Store, 'readStream'>, name: PaymentName): Promise<Loaded> {
  const { events, head } = await readFunding(store, name.provider, name.transactionReference);
  let payment: Disputable | undefined;
  const known: Stored<FundingEvent>[] = [];
  for (const event of events) {
    if (!event) throw new RuleBroken('LEDGER_UNAVAILABLE');
    known.push(event);
    payment = evolve(payment, event);
  }
  return { revision: head.revision, hash: head.hash, payment, events: known };
}

/** @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND when no wallet got the payment */
export async function disputedOf(store: Pick<Store, 'readStream'>, name: PaymentName): Promise<Disputed> {
  const { payment } = await load(store, name);
  if (!payment) throw new RuleBroken('CHARGEBACK_PAYMENT_NOT_FOUND');
  const credited = await newestInWallet(store, payment.userId, ({ type, data }) =>
    type === 'WalletFunded' &&
    data.provider === name.provider &&
    data.transactionReference === name.transactionReference
      ? BigInt(data.credited)
      : undefined,
  );
  if (credited === undefined) throw new RuleBroken('CHARGEBACK_PAYMENT_NOT_FOUND');
  return { payment, credited };
}

/**
 * Event by which a dispute took money from the wallet.
 * @throws RuleBroken CHARGEBACK_NOT_FOUND while no money was taken
 */
export async function chargedBack(
  store: Pick<Store, 'readStream'>,
  userId: string,
  name: DisputeName,
): Promise<FundingChargedBack> {
  const id = disputeIdOf(name, 'taken');
  const found = await newestInWallet(store, userId, ({ type, data }) =>
    type === 'FundingChargedBack' && data.commandId === id ? data : undefined,
  );
  if (!found) throw new RuleBroken('CHARGEBACK_NOT_FOUND');
  return found;
}

export async function namedBy(store: Pick<Store, 'readStream'>, name: DisputeName) {
  const [first] = await store.readStream(disputeStream(name), { limit: 1 });
  return first && disputeEvent(first)?.data;
}

export const change = (
  store: Store,
  name: PaymentName,
  decide: (payment: Disputable | undefined) => readonly FundingFact[],
  context: EventContext,
) =>
  decideAndAppend(store, {
    stream: fundingStream(name.provider, name.transactionReference),
    load: () => load(store, name),
    decide: ({ payment }) =>
      decide(payment).map(({ type, data }) => fact<string, object>(type, data, context)),
  });
