import { setImmediate as breathe } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { Posting } from '../wallet/postings.js';
import { TrialBalance } from './trial-balance.js';

const PAGE = 1_000;

/** What the log alone says: the sums of all postings, and how far it was read. */
export interface Replayed {
  readonly events: number;
  /** Position of the last event folded. */
  readonly position: number;
  readonly trial: TrialBalance;
  /** What the last event of each wallet claims its balances to be. */
  readonly claimed: ReadonlyMap<string, Balances>;
  readonly purchases: PurchaseTally;
}

export interface Balances {
  readonly available: string;
  readonly held: string;
}

/** How many purchases ended how. A purchase is in the column of its last event. */
export interface PurchaseTally {
  accepted: number;
  captured: number;
  released: number;
  reversed: number;
}

/** Folds every event up to now into balances. Reads nothing but the log. */
export async function replay(
  eventStore: EventStore,
  onProgress?: (position: number) => void,
): Promise<Replayed> {
  const trial = new TrialBalance();
  const claimed = new Map<string, Balances>();
  const purchases: PurchaseTally = { accepted: 0, captured: 0, released: 0, reversed: 0 };
  const end = await eventStore.lastPosition();
  let position = 0;
  let events = 0;
  while (position < end) {
    const page = await eventStore.readAll(position, PAGE);
    const last = page.at(-1);
    if (!last) break;
    for (const event of page) fold(event, trial, claimed, purchases);
    events += page.length;
    position = last.position;
    onProgress?.(position);
    await breathe();
  }
  return { events, position, trial, claimed, purchases };
}

interface MoneyData {
  readonly userId: string;
  readonly postings?: readonly Posting[];
  readonly availableAfter?: string;
  readonly heldAfter?: string;
}

function fold(event: RecordedEvent, trial: TrialBalance, claimed: Map<string, Balances>, purchases: PurchaseTally): void {
  const data = event.data as unknown as MoneyData;
  if (data.postings === undefined) return;
  trial.addAll(data.postings);
  if (data.availableAfter === undefined || data.heldAfter === undefined) return;
  claimed.set(data.userId, { available: data.availableAfter, held: data.heldAfter });
  switch (event.type) {
    case 'PurchaseAccepted':
      purchases.accepted++;
      break;
    case 'PurchaseCaptured':
      purchases.captured++;
      break;
    case 'PurchaseReleased':
      purchases.released++;
      break;
    case 'PurchaseReversed':
      purchases.captured--;
      purchases.reversed++;
      break;
    default:
      break;
  }
}
