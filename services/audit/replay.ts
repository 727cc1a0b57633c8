import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { breathe } from '../../infra/host/timers.js';
import type { TransactionStatus } from '../contracts/services.js';
import type { Posting } from '../ledger/postings.js';
import { TrialBalance } from './trial-balance.js';

const PAGE = 1_000;

export interface Replayed {
  readonly events: number;
  readonly position: number;
  readonly trial: TrialBalance;
  readonly wallets: ReadonlyMap<string, Balances>;
  readonly statuses: ReadonlyMap<string, TransactionStatus>;
}

export interface Balances {
  readonly available: bigint;
  readonly held: bigint;
}

export async function replay(
  eventStore: EventStore,
  onProgress?: (position: number) => void,
): Promise<Replayed> {
  return replayTo(eventStore, await eventStore.lastPosition(), onProgress);
}

export async function replayTo(
  eventStore: Pick<EventStore, 'readAll'>,
  end: number,
  onProgress?: (position: number) => void,
): Promise<Replayed> {
  const replay = new Replay();
  await replay.readTo(eventStore, end, onProgress);
  return replay.replayed();
}

export class Replay {
  private readonly fold: Fold;
  private position = 0;
  readonly wantsPostings: boolean;

  constructor(only?: 'balances' | 'statuses', isWanted: (purchaseId: string) => boolean = () => true) {
    this.fold = new Fold(only !== 'statuses', only !== 'balances', isWanted);
    this.wantsPostings = only !== 'statuses';
  }

  wants(type: string): boolean {
    return this.fold.wants(type);
  }

  take(events: readonly RecordedEvent[], end = Infinity): void {
    for (const event of events) {
      if (event.position <= this.position || event.position > end) continue;
      this.fold.add(event);
      this.position = event.position;
    }
  }

  async readTo(
    eventStore: Pick<EventStore, 'readAll'>,
    end: number,
    onProgress?: (position: number) => void,
  ): Promise<void> {
    while (this.position < end) {
      const page = await eventStore.readAll(this.position, Math.min(PAGE, end - this.position));
      if (page.length === 0) break;
      this.take(page);
      onProgress?.(this.position);
      await breathe();
    }
  }

  replayed(): Replayed {
    const { fold, position } = this;
    const { events, trial, statuses } = fold;
    return { events, position, trial, wallets: fold.balances(), statuses };
  }
}

const WALLET_OPENED = 'WalletOpened';

const STATUS_AFTER: ReadonlyMap<string, TransactionStatus> = new Map([
  ['PurchaseAccepted', 'Pending'],
  ['PurchaseCaptured', 'Successful'],
  ['PurchaseReleased', 'Refunded'],
  ['PurchaseReversed', 'Reversed'],
]);

class Fold {
  events = 0;
  readonly trial = new TrialBalance();
  readonly statuses = new Map<string, TransactionStatus>();
  private readonly users = new Set<string>();

  constructor(
    private readonly withBalances: boolean,
    private readonly withStatuses: boolean,
    private readonly isWanted: (purchaseId: string) => boolean,
  ) {}

  wants(type: string): boolean {
    return (this.withStatuses && STATUS_AFTER.has(type)) || (this.withBalances && type === WALLET_OPENED);
  }

  add({ type, data }: RecordedEvent): void {
    this.events += 1;
    if (this.withBalances) {
      const postings = data['postings'] as readonly Posting[] | undefined;
      if (postings !== undefined) this.trial.addAll(postings);
      if (type === WALLET_OPENED) this.users.add(data['userId'] as string);
    }
    if (!this.withStatuses) return;
    const status = STATUS_AFTER.get(type);
    const purchaseId = data['purchaseId'] as string;
    if (status !== undefined && this.isWanted(purchaseId)) this.statuses.set(purchaseId, status);
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
