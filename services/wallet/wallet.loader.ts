import { NO_STREAM } from '../../infra/event-store/event-store.js';
import type { EventStore, StreamHead } from '../../infra/event-store/event-store.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { walletStream } from './wallet.events.js';
import { fromSnapshot, snapshotKey, toSnapshot } from './wallet.snapshot.js';
import { emptyWallet, evolve, sizeOf } from './wallet.state.js';
import type { Wallet, WalletFact } from './wallet.state.js';

const PAGE = 1_000;
/** A wallet that has this few events is folded faster than a snapshot is worth. */
const SNAPSHOT_AFTER_MIN = 1_000;

/** A wallet in memory and where its stream was when it was folded. */
export interface LoadedWallet {
  readonly wallet: Wallet;
  head: StreamHead;
  /** Events folded since the last snapshot. */
  unsaved: number;
}

/** Reads wallets from snapshot and stream, and writes snapshots now and then. */
export class WalletLoader {
  private readonly saving = new Set<Promise<void>>();

  constructor(
    private readonly eventStore: EventStore,
    private readonly snapshots: SnapshotStore,
  ) {}

  async load(userId: string): Promise<LoadedWallet> {
    const stream = walletStream(userId);
    const kept = await fromSnapshot(userId, await this.snapshotOf(userId), this.eventStore);
    const loaded: LoadedWallet = {
      wallet: kept?.wallet ?? emptyWallet(userId),
      head: kept?.head ?? NO_STREAM,
      unsaved: 0,
    };
    for (;;) {
      const page = await this.eventStore.readStream(stream, { from: loaded.head.revision + 1, limit: PAGE });
      for (const event of page) evolve(loaded.wallet, event as unknown as WalletFact);
      const last = page.at(-1);
      if (last) loaded.head = { revision: last.revision, hash: last.hash };
      loaded.unsaved += page.length;
      if (page.length < PAGE) return loaded;
    }
  }

  /** A snapshot that cannot be had costs time, never a purchase: the stream tells the same. */
  private async snapshotOf(userId: string): Promise<unknown> {
    try {
      return await this.snapshots.load(snapshotKey(userId));
    } catch {
      return undefined;
    }
  }

  /**
   * Saves in the background when it pays: the cost of a snapshot grows with what the wallet remembers, so the number of
   * events between two of them does too. A failure is of no consequence: the next load reads more events.
   */
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
