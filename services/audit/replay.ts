import { setImmediate as breathe } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { TransactionStatus } from '../contracts/services.js';
import type { Posting } from '../ledger/postings.js';
import { TrialBalance } from './trial-balance.js';

const PAGE = 1_000;

/** What the log alone says. */
export interface Replayed {
  readonly events: number;
  /** Position of the last event folded. */
  readonly position: number;
  /** Sums of all postings. */
  readonly trial: TrialBalance;
  /** Every wallet by its user, with balances from the postings. */
  readonly wallets: ReadonlyMap<string, Balances>;
  /** Every purchase and what its customer should see. */
  readonly statuses: ReadonlyMap<string, TransactionStatus>;
}

export interface Balances {
  readonly available: bigint;
  readonly held: bigint;
}

/** Folds every event up to now into balances and statuses. Reads nothing but the log. */
export async function replay(
  eventStore: EventStore,
  onProgress?: (position: number) => void,
): Promise<Replayed> {
  return replayTo(eventStore, await eventStore.lastPosition(), onProgress);
}

/** The same up to and including a position: what a view at that checkpoint should show. */
export async function replayTo(
  eventStore: Pick<EventStore, 'readAll'>,
  end: number,
  onProgress?: (position: number) => void,
): Promise<Replayed> {
  const fold = new Fold();
  let position = 0;
  let events = 0;
  while (position < end) {
    const page = await eventStore.readAll(position, Math.min(PAGE, end - position));
    const last = page.at(-1);
    if (!last) break;
    for (const event of page) fold.add(event);
    events += page.length;
    position = last.position;
    onProgress?.(position);
    await breathe();
  }
  return { events, position, trial: fold.trial, wallets: fold.balances(), statuses: fold.statuses };
}

/** One look at the type and at most two map writes an event: folding must cost less than reading. */
class Fold {
  readonly trial = new TrialBalance();
  readonly statuses = new Map<string, TransactionStatus>();
  private readonly users = new Set<string>();

  add({ type, data }: RecordedEvent): void {
    const postings = data['postings'] as readonly Posting[] | undefined;
    if (postings !== undefined) this.trial.addAll(postings);
    switch (type) {
      case 'WalletOpened':
        this.users.add(data['userId'] as string);
        break;
      case 'PurchaseAccepted':
        this.statuses.set(data['purchaseId'] as string, 'Pending');
        break;
      case 'PurchaseCaptured':
        this.statuses.set(data['purchaseId'] as string, 'Successful');
        break;
      case 'PurchaseReleased':
        this.statuses.set(data['purchaseId'] as string, 'Refunded');
        break;
      case 'PurchaseReversed':
        this.statuses.set(data['purchaseId'] as string, 'Reversed');
        break;
      default:
        break;
    }
  }

  balances(): Map<string, Balances> {
    const wallets = new Map<string, Balances>();
    for (const userId of this.users) {
      const available = -this.trial.of(`user_available:${userId}`);
      const held = -this.trial.of(`user_held:${userId}`);
      wallets.set(userId, { available, held });
    }
    return wallets;
  }
}
