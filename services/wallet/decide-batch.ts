import type { EventStore } from '../../infra/event-store/event-store.js';
import { eventIdFor } from './event-ids.js';
import type { Outcome, Waiting } from './wallet.batch.js';
import type { WalletCommand } from './wallet.commands.js';
import { decide, earlierAnswer } from './wallet.decider.js';
import type { Known, WalletEventDraft } from './wallet.decider.js';
import type { WalletEvent } from './wallet.events.js';
import type { CommandMeta } from './wallet.execution.js';
import { lookUp } from './wallet.lookups.js';
import { evolve } from './wallet.state.js';
import type { Wallet } from './wallet.state.js';

const NOTHING: Outcome = { events: [] };

/** Decides one command after the other, each on the wallet that the one before leaves. Changes the wallet. */
export async function decideBatch(
  batch: readonly Waiting[],
  wallet: Wallet,
  eventStore: EventStore,
): Promise<{ readonly events: WalletEvent[]; readonly outcomes: Outcome[] }> {
  const looked = batch.map(({ command }) => lookUp(command, wallet, eventStore));
  const events: WalletEvent[] = [];
  const outcomes: Outcome[] = [];
  for (const [index, { command, meta }] of batch.entries()) {
    if (command.type === 'Look' || !meta) {
      outcomes.push(NOTHING);
      continue;
    }
    const known = { ...(await looked[index]), now: meta.now };
    try {
      const outcome = decideOne(command, wallet, known, meta);
      for (const event of outcome.events) {
        evolve(wallet, event);
        events.push(event);
      }
      outcomes.push(outcome);
    } catch (refusal) {
      outcomes.push({ refusal });
    }
  }
  return { events, outcomes };
}

function decideOne(
  command: WalletCommand,
  wallet: Wallet,
  known: Known,
  meta: CommandMeta,
): Extract<Outcome, { events: unknown }> {
  if (command.type === 'AcceptPurchase') {
    const replayed = earlierAnswer(command, wallet, known);
    if (replayed) return { events: [], replayed };
  }
  return {
    events: decide(command, wallet, known).map((draft) => eventOf(draft, command, wallet.userId, meta)),
  };
}

const eventOf = (
  { type, data }: WalletEventDraft,
  command: WalletCommand,
  userId: string,
  meta: CommandMeta,
): WalletEvent =>
  ({
    id: eventIdFor(command, type, userId, meta.causationId),
    type,
    version: 1,
    at: meta.now.toISOString(),
    actor: meta.actor,
    correlationId: meta.correlationId,
    causationId: meta.causationId,
    data,
  }) as WalletEvent;
