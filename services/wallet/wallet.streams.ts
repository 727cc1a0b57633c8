import { Inject, Injectable, Optional } from '@nestjs/common';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
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

/** How much is kept in memory; what is left out has a good default. */
export interface WalletCacheSizes {
  readonly walletsMax?: number;
  readonly entriesMax?: number;
  /** Newest settled purchases that each wallet remembers, at least. */
  readonly settledMax?: number;
}

/** Every change of a wallet goes through here: reads, folds, decides and appends, one wallet at a time. */
@Injectable()
export class WalletStreams {
  /** Least recently used first. */
  private readonly queues = new Map<string, WalletQueue>();
  private entries = 0;
  private readonly loader: WalletLoader;
  private readonly walletsMax: number;
  private readonly entriesMax: number;
  private readonly unreadable = new Map<string, UnreadableWallet>();
  private closed = false;
  /** Called once for each wallet that cannot be read: nothing is decided on it any more, and an operator has to know. */
  onUnreadable: (why: UnreadableWallet) => void = () => undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(SNAPSHOTS) snapshots: SnapshotStore,
    @Optional() { walletsMax = WALLETS_MAX, entriesMax = ENTRIES_MAX, settledMax }: WalletCacheSizes = {},
  ) {
    this.loader = new WalletLoader(eventStore, snapshots, settledMax);
    this.walletsMax = walletsMax;
    this.entriesMax = entriesMax;
  }

  /**
   * Resolves when what happened is durable. Waits for commands on the same wallet that came before.
   * @throws RuleBroken when a rule forbids it, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE, WALLET_UNAVAILABLE
   */
  handle(userId: string, command: WalletCommand, context: EventContext): Promise<Executed> {
    if (this.closed) return Promise.reject(new RuleBroken('SHUTTING_DOWN'));
    return this.queueOf(userId).execute(command, context);
  }

  /** The wallet, once everything asked of it before is durable. Read its purchases at once and leave it unchanged. */
  load(userId: string): Promise<Wallet> {
    // A copy: the next command changes the balances, and they may be shown before that is durable.
    return this.queueOf(userId).look((wallet) => ({ ...wallet }));
  }

  /** What was answered when this purchase was accepted, however long ago; undefined when it never was. */
  async earlierPurchase(
    userId: string,
    purchaseId: string,
  ): Promise<Pick<PurchaseAccepted, 'requestDigest' | 'firstAnswer'> | undefined> {
    const held = (): Promise<Hold | undefined> =>
      this.queueOf(userId).look(({ open }) => open.get(purchaseId));
    const hold = await held();
    if (hold) return hold;
    // That it is unknown here means little: another process may have accepted it a moment ago.
    if (this.eventStore.hasOtherWriters) await this.invalidateToStored(userId);
    return (await held()) ?? (await acceptedBefore(purchaseId, this.eventStore));
  }

  /** Reference of the newest purchase with this duplicate key; undefined when it is too long ago to matter. */
  async earlierDuplicate(userId: string, duplicateKey: string): Promise<string | undefined> {
    return earlierDuplicate(duplicateKey, await this.load(userId), this.eventStore);
  }

  /** The log says what became of a wallet, here or in another process: one that is in memory follows. Never throws. */
  onRecorded(event: RecordedEvent): void {
    const userId = walletOwner(event.stream);
    if (userId !== undefined) this.queues.get(userId)?.onRecorded(event);
  }

  /** As stored right now, whichever process changed it last. */
  async loadStored(userId: string): Promise<Wallet> {
    await this.invalidateToStored(userId);
    return this.load(userId);
  }

  /** What to show: where other processes write too, one may have changed it a moment ago, and what is stored is shown. */
  newest(userId: string): Promise<Wallet> {
    return this.eventStore.hasOtherWriters ? this.loadStored(userId) : this.load(userId);
  }

  /** Wallets that stand still because this version cannot read an event of theirs. */
  get unreadableCount(): number {
    return this.unreadable.size;
  }

  /** Takes no more commands and waits for those under way. */
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
      queue = new WalletQueue(userId, this.eventStore, this.loader, {
        onIdle: (idle) => this.keep(userId, idle),
        onUnreadable: (why) => this.standStill(why),
      });
      this.queues.set(userId, queue);
    }
    return queue;
  }

  /** Moves a wallet that has come to rest to the end of the line. */
  private keep(userId: string, queue: WalletQueue): void {
    this.queues.delete(userId);
    this.queues.set(userId, queue);
    const size = queue.loaded ? sizeOf(queue.loaded.wallet) : 0;
    this.entries += size - queue.size;
    queue.size = size;
    if (this.entries > this.entriesMax || this.queues.size > this.walletsMax) this.forgetOldest();
  }

  /** Forgets a tenth at once: finding the oldest of a map that changes all the time is not free. */
  private forgetOldest(): void {
    for (const [userId, queue] of this.queues) {
      if (this.entries <= 0.9 * this.entriesMax && this.queues.size <= 0.9 * this.walletsMax) return;
      if (queue.running) continue;
      this.queues.delete(userId);
      this.entries -= queue.size;
    }
  }
}
