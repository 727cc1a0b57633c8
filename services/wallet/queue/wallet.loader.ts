import { isPromise } from 'node:util/types';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import type { EventStore, RecordedEvent, StreamHead } from '../../../infra/event-store/event-store.js';
import { LedgerDamaged } from '../../../infra/event-store/lmdb/ledger-damaged.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import { inTime } from '../../../infra/host/timers.js';
import { UnreadableWallet } from '../unreadable-wallet.js';
import { walletStream } from '../../ledger/streams.js';
import { walletEvent } from '../wallet.events.js';
import { fromSnapshot, snapshotKey, toSnapshot } from './wallet.snapshot.js';
import { emptyWallet, evolve, sizeOf } from '../wallet.state.js';
import type { Wallet } from '../wallet.state.js';
import { SNAPSHOT_AFTER_MIN } from '../wallet.limits.js';

const PAGE = 1_000;
/** Milliseconds to wait for a snapshot before loading the wallet without one. */
const SNAPSHOT_WITHIN_MS = 5_000;

/** Wallet in memory. `head` is the revision and hash of the last event that `wallet` includes. */
export interface LoadedWallet {
  readonly wallet: Wallet;
  head: StreamHead;
  unsaved: number;
}

export class WalletLoader {
  private readonly saving = new Set<Promise<void>>();

  constructor(
    private readonly eventStore: EventStore,
    private readonly snapshots: SnapshotStore,
    private readonly settledMax?: number,
    private readonly snapshotWithinMs = SNAPSHOT_WITHIN_MS,
  ) {}

  /** @throws UnreadableWallet, StoreUnavailable */
  async load(userId: string): Promise<LoadedWallet> {
    const kept = await fromSnapshot(userId, await this.snapshotOf(userId), this.eventStore, this.settledMax);
    const loaded: LoadedWallet = {
      wallet: kept?.wallet ?? emptyWallet(userId, this.settledMax),
      head: kept?.head ?? NO_STREAM,
      unsaved: 0,
    };
    if (!(await this.catchUp(loaded))) throw new Error(`the events of wallet ${userId} are no chain`);
    return loaded;
  }

  /**
   * Applies the events after `loaded.head`. Returns false when the events do not follow
   * `loaded.head`. After an error, `loaded` must not be used any more.
   * @throws UnreadableWallet, StoreUnavailable
   */
  async catchUp(loaded: LoadedWallet): Promise<boolean> {
    const stream = walletStream(loaded.wallet.userId);
    for (;;) {
      const from = loaded.head.revision + 1;
      const page = await this.eventStore.readStream(stream, { from, limit: PAGE }).catch((error: unknown) => {
        // Without a position, the damage is not proven, and the next read may succeed.
        if (!(error instanceof LedgerDamaged) || error.position === undefined) throw error;
        throw new UnreadableWallet(loaded.wallet.userId, { revision: from, type: 'damaged event' }, error);
      });
      for (const event of page) if (!fold(loaded, event)) return false;
      if (page.length < PAGE) return true;
    }
  }

  private async snapshotOf(userId: string): Promise<unknown> {
    try {
      const loading = this.snapshots.load(snapshotKey(userId));
      if (!isPromise(loading)) return loading;
      return await inTime(loading, this.snapshotWithinMs, () => new Error('no snapshot in time'));
    } catch {
      return undefined;
    }
  }

  /** Saves a snapshot in the background, and ignores a failure. */
  saveWhenDue(loaded: LoadedWallet): void {
    if (loaded.unsaved <= Math.max(SNAPSHOT_AFTER_MIN, 2 * sizeOf(loaded.wallet))) return;
    loaded.unsaved = 0;
    const saving = this.snapshots
      .save(snapshotKey(loaded.wallet.userId), toSnapshot(loaded.wallet, loaded.head))
      .catch(() => undefined)
      .finally(() => this.saving.delete(saving));
    this.saving.add(saving);
  }

  async close(): Promise<void> {
    await Promise.all(this.saving);
  }
}

/**
 * Applies the next event of the stream. Returns false when `previousHash` of the event differs from
 * the hash in `head`.
 * @throws UnreadableWallet
 */
export function fold(loaded: LoadedWallet, event: RecordedEvent): boolean {
  if (event.previousHash !== loaded.head.hash) return false;
  try {
    const known = walletEvent(event);
    // Refuse an unknown event. Skipping it would make all later balances wrong.
    if (!known) throw new Error(`wallet ${loaded.wallet.userId}: unknown event type ${event.type}`);
    evolve(loaded.wallet, known);
  } catch (error) {
    throw new UnreadableWallet(loaded.wallet.userId, event, error);
  }
  loaded.head = { revision: event.revision, hash: event.hash };
  loaded.unsaved += 1;
  return true;
}
