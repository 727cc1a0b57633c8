import { Inject, Injectable, Optional } from '@nestjs/common';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { TURNS } from '../../infra/lease/turns.js';
import type { Turns } from '../../infra/lease/turns.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { RuleBroken } from '../contracts/errors.js';
import { earlierDuplicate } from './queue/earlier-duplicate.js';
import type { UnreadableWallet } from './unreadable-wallet.js';
import type { WalletCommand } from './wallet.commands.js';
import { WalletLoader } from './queue/wallet.loader.js';
import { WalletQueue } from './queue/wallet.queue.js';
import { walletOwner, walletStream } from '../ledger/streams.js';
import type { PurchaseAccepted } from './wallet.events.js';
import type { Executed } from './queue/wallet.batch.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { acceptedBefore } from './queue/wallet.lookups.js';
import { ENTRIES_MAX, WALLETS_MAX } from './wallet.limits.js';
import { sizeOf } from './wallet.state.js';
import type { Hold, Wallet } from './wallet.state.js';

export interface WalletCacheSizes {
  readonly walletsMax?: number;
  readonly entriesMax?: number;
  readonly settledMax?: number;
}

/** The commands on one wallet run one after another. */
@Injectable()
export class WalletStreams {
  /** Queues of commands by user id. The queue that has been unused for the longest time is first. */
  private readonly queues = new Map<string, WalletQueue>();
  private entries = 0;
  private readonly loader: WalletLoader;
  private readonly walletsMax: number;
  private readonly entriesMax: number;
  private readonly unreadable = new Map<string, UnreadableWallet>();
  private closed = false;
  /** Called once for each wallet that cannot be read, so that an operator is alerted. */
  onUnreadable: (why: UnreadableWallet) => void = () => undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(SNAPSHOTS) snapshots: SnapshotStore,
    @Optional() { walletsMax = WALLETS_MAX, entriesMax = ENTRIES_MAX, settledMax }: WalletCacheSizes = {},
    @Optional() @Inject(TURNS) private readonly turns?: Turns,
  ) {
    this.loader = new WalletLoader(eventStore, snapshots, settledMax);
    this.walletsMax = walletsMax;
    this.entriesMax = entriesMax;
    turns?.onTaken((stream) => {
      const queue = this.queues.get(walletOwner(stream) ?? '');
      if (queue) queue.contended = true;
    });
  }

  /**
   * The promise resolves when the events of the command are stored.
   * @throws RuleBroken when a rule forbids the command, or with the code OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE,
   * WALLET_UNAVAILABLE or SHUTTING_DOWN
   */
  handle(userId: string, command: WalletCommand, context: EventContext): Promise<Executed> {
    if (this.closed) return Promise.reject(new RuleBroken('SHUTTING_DOWN'));
    return this.queueOf(userId).execute(command, context);
  }

  /**
   * Returns the wallet after all earlier commands. Never change the maps of this wallet. Read them before the
   * next `await`, because later commands change them.
   */
  load(userId: string): Promise<Wallet> {
    // Copy the balances, because the next command changes `wallet` at once and stores its events later.
    return this.queueOf(userId).look((wallet) => ({ ...wallet }));
  }

  async earlierPurchase(
    userId: string,
    purchaseId: string,
  ): Promise<Pick<PurchaseAccepted, 'requestDigest' | 'firstAnswer'> | undefined> {
    const held = (): Promise<Hold | undefined> =>
      this.queueOf(userId).look(({ open }) => open.get(purchaseId));
    const hold = await held();
    if (hold) return hold;
    // Read the stored events, too, because another process may just have accepted the purchase.
    if (this.eventStore.hasOtherWriters) await this.invalidateToStored(userId);
    return (await held()) ?? (await acceptedBefore(purchaseId, this.eventStore));
  }

  async earlierDuplicate(userId: string, duplicateKey: string): Promise<string | undefined> {
    return earlierDuplicate(duplicateKey, await this.load(userId), this.eventStore);
  }

  /** Applies an event of the log to the wallet in memory. Never throws an error. */
  onRecorded(event: RecordedEvent): void {
    const userId = walletOwner(event.stream);
    if (userId !== undefined) this.queues.get(userId)?.onRecorded(event);
  }

  /** Returns the wallet, including the newest events of other processes. */
  async loadStored(userId: string): Promise<Wallet> {
    await this.invalidateToStored(userId);
    return this.load(userId);
  }

  /**
   * Returns the wallet for showing it to a customer. The wallet includes the events of other
   * processes.
   */
  newest(userId: string): Promise<Wallet> {
    return this.eventStore.hasOtherWriters ? this.loadStored(userId) : this.load(userId);
  }

  get unreadableCount(): number {
    return this.unreadable.size;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(Array.from(this.queues.values(), (queue) => queue.idle()));
    await this.loader.close();
  }

  private async invalidateToStored(userId: string): Promise<void> {
    const { revision } = await this.eventStore.head(walletStream(userId));
    this.queueOf(userId).invalidateBefore(revision);
  }

  private standStill(why: UnreadableWallet): void {
    const known = this.unreadable.has(why.userId);
    this.unreadable.set(why.userId, why);
    if (!known) this.onUnreadable(why);
  }

  private queueOf(userId: string): WalletQueue {
    let queue = this.queues.get(userId);
    if (!queue) {
      const listener = {
        onIdle: (idle: WalletQueue) => this.keep(userId, idle),
        onUnreadable: (why: UnreadableWallet) => this.standStill(why),
      };
      queue = new WalletQueue(userId, this.eventStore, this.loader, listener, this.turns);
      this.queues.set(userId, queue);
    }
    return queue;
  }

  private keep(userId: string, queue: WalletQueue): void {
    this.queues.delete(userId);
    this.queues.set(userId, queue);
    const size = queue.loaded ? sizeOf(queue.loaded.wallet) : 0;
    this.entries += size - queue.size;
    queue.size = size;
    if (this.entries > this.entriesMax || this.queues.size > this.walletsMax) this.forgetOldest();
  }

  /**
   * Drops the oldest queues until a tenth of the limit is free. Searching for the oldest key each time would
   * be slow in a `Map` that changes often.
   */
  private forgetOldest(): void {
    for (const [userId, queue] of this.queues) {
      if (this.entries <= 0.9 * this.entriesMax && this.queues.size <= 0.9 * this.walletsMax) return;
      if (queue.running) continue;
      this.queues.delete(userId);
      this.entries -= queue.size;
    }
  }
}
