import { RevisionConflict } from '../../../infra/event-store/event-store.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { eventIdFor } from '../event-ids.js';
import { storeRefusal } from '../unreadable-wallet.js';
import { settledBy, SettledSearch } from './settled-search.js';
import type { Outcome, Waiting } from './wallet.batch.js';
import type { WalletCommand } from '../wallet.commands.js';
import { decide, earlierAnswer } from '../wallet.decider.js';
import type { Known, WalletEventDraft } from '../wallet.decider.js';
import type { WalletEvent } from '../wallet.events.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { LoadedWallet } from './wallet.loader.js';
import { lookUpAll } from './wallet.lookups.js';
import { evolve } from '../wallet.state.js';
import type { Settled } from '../wallet.state.js';

const NOTHING: Outcome = { events: [] };

export interface Decided {
  readonly events: readonly WalletEvent[];
  readonly outcomes: readonly Outcome[];
  /** True when a command was refused. A refusal is valid only if the wallet in memory was up to date. */
  readonly refused: boolean;
}

/**
 * Decides the commands in order. Applies their events to `loaded.wallet`.
 * @throws RevisionConflict when `loaded` lacks stored events
 */
export async function decideBatch(
  batch: readonly Waiting[],
  loaded: LoadedWallet,
  eventStore: EventStore,
): Promise<Decided> {
  const { wallet } = loaded;
  const lookingUp = lookUpAll(batch, wallet, eventStore);
  const looked = lookingUp && (await lookingUp);
  const forgotten = new Forgotten(batch, loaded, eventStore);
  const events: WalletEvent[] = [];
  const outcomes: Outcome[] = [];
  let refused = false;
  for (const [index, { command, context }] of batch.entries()) {
    if (command.type === 'Look' || !context) {
      outcomes.push(NOTHING);
      continue;
    }
    const found = looked?.[index];
    if (found?.status === 'rejected') {
      outcomes.push({ refusal: storeRefusal(found.reason) });
      continue;
    }
    let outcome: Outcome;
    try {
      // Look up `settled` here and not once per batch, because an earlier command of the batch may have removed
      // the purchase from memory.
      const settled = forgotten.concerns(command) ? await forgotten.settled(command, events) : undefined;
      const now = notBefore(wallet.lastAt, context.now);
      outcome = decideOne(
        command,
        wallet,
        { ...found?.value, settled, now },
        now === context.now ? context : { ...context, now },
      );
    } catch (error) {
      if (error instanceof RevisionConflict) throw error;
      refused ||= error instanceof RuleBroken;
      outcomes.push({ refusal: storeRefusal(error) });
      continue;
    }
    for (const event of outcome.events) {
      evolve(wallet, event);
      events.push(event);
    }
    outcomes.push(outcome);
  }
  return { events, outcomes, refused };
}

/**
 * Maximum milliseconds by which the last event may be ahead of the clock. A later time comes from a wrong
 * clock, and is ignored.
 */
const AHEAD_MAX_MS = 60_000;

/** Never earlier than the last event, so that events sorted by time show the balances in the right order. */
function notBefore(lastAt: string, now: Date): Date {
  const lastMs = lastAt === '' ? 0 : Date.parse(lastAt);
  const ahead = lastMs - now.getTime();
  return ahead > 0 && ahead <= AHEAD_MAX_MS ? new Date(lastMs) : now;
}

type Settlement = Extract<WalletCommand, { type: 'CapturePurchase' | 'ReleasePurchase' | 'ReversePurchase' }>;

const isSettlement = (command: Waiting['command']): command is Settlement =>
  command.type === 'CapturePurchase' ||
  command.type === 'ReleasePurchase' ||
  command.type === 'ReversePurchase';

class Forgotten {
  private search: SettledSearch | undefined;

  constructor(
    private readonly batch: readonly Waiting[],
    private readonly loaded: LoadedWallet,
    private readonly eventStore: EventStore,
  ) {}

  concerns(command: WalletCommand): command is Settlement {
    if (!isSettlement(command)) return false;
    const { open, settled } = this.loaded.wallet;
    return !open.has(command.purchaseId) && !settled.has(command.purchaseId);
  }

  /**
   * Searches for a settlement, first in the events that this batch decided, then in the stream.
   * @throws RevisionConflict, StoreUnavailable
   */
  async settled({ purchaseId }: Settlement, decided: readonly WalletEvent[]): Promise<Settled | undefined> {
    const here = decided.findLast((event) => settledBy(event, purchaseId));
    if (here) return settledBy(here, purchaseId);
    this.search ??= new SettledSearch(this.loaded, this.purchases(), this.eventStore);
    return this.search.find(purchaseId);
  }

  private purchases(): Set<string> {
    const settlements = this.batch.map(({ command }) => command).filter(isSettlement);
    return new Set(settlements.map(({ purchaseId }) => purchaseId));
  }
}

function decideOne(
  command: WalletCommand,
  wallet: LoadedWallet['wallet'],
  known: Known,
  context: EventContext,
): Extract<Outcome, { events: unknown }> {
  if (command.type === 'AcceptPurchase') {
    const replayed = earlierAnswer(command, wallet, known);
    if (replayed) return { events: [], replayed };
  }
  return {
    events: decide(command, wallet, known).map((draft) => eventOf(draft, command, wallet.userId, context)),
  };
}

const eventOf = (
  { type, data }: WalletEventDraft,
  command: WalletCommand,
  userId: string,
  { actor, now, correlationId, causationId = correlationId }: EventContext,
): WalletEvent =>
  ({
    id: eventIdFor(command, type, userId, causationId),
    type,
    version: 1,
    at: now.toISOString(),
    actor,
    correlationId,
    causationId,
    data,
  }) as WalletEvent;
