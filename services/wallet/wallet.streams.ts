import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { RuleBroken } from '../contracts/errors.js';
import type { WalletCommand } from './wallet.commands.js';
import { WalletLoader } from './wallet.loader.js';
import { WalletQueue } from './wallet.queue.js';
import { walletOwner, walletStream } from './wallet.events.js';
import type { PurchaseAccepted } from './wallet.events.js';
import type { CommandMeta, Executed } from './wallet.execution.js';
import { acceptedBefore } from './wallet.lookups.js';
import { sizeOf } from './wallet.state.js';
import type { Wallet } from './wallet.state.js';

/** Idle wallets kept in memory, and the entries (holds, settled, payments, duplicate keys) that all of them remember. */
const WALLETS_MAX = 50_000;
const ENTRIES_MAX = 2_000_000;

/** Every change of a wallet goes through here: reads, folds, decides and appends, one wallet at a time. */
@Injectable()
export class WalletStreams {
  /** Least recently used first. */
  private readonly queues = new Map<string, WalletQueue>();
  private entries = 0;
  private readonly loader: WalletLoader;
  private closed = false;

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(SNAPSHOTS) snapshots: SnapshotStore,
  ) {
    this.loader = new WalletLoader(eventStore, snapshots);
  }

  /**
   * Resolves when what happened is durable. Waits for commands on the same wallet that came before.
   * @throws RuleBroken when a rule forbids it, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE
   */
  execute(userId: string, command: WalletCommand, meta: CommandMeta): Promise<Executed> {
    if (this.closed) return Promise.reject(new RuleBroken('SHUTTING_DOWN'));
    return this.queueOf(userId).execute(command, meta);
  }

  /** The wallet, once everything asked of it before is durable. Read it at once and leave it unchanged. */
  async load(userId: string): Promise<Wallet> {
    return this.queueOf(userId).look();
  }

  /** What was answered when this purchase was accepted, however long ago; undefined when it never was. */
  async earlierPurchase(
    userId: string,
    purchaseId: string,
  ): Promise<Pick<PurchaseAccepted, 'requestDigest' | 'firstAnswer'> | undefined> {
    const hold = (await this.load(userId)).open.get(purchaseId);
    return hold ?? (await acceptedBefore(purchaseId, this.eventStore));
  }

  /** The log says what became of a wallet, here or in another process: one that is in memory and at rest follows. */
  saw(event: RecordedEvent): void {
    const userId = walletOwner(event.stream);
    if (userId !== undefined) this.queues.get(userId)?.saw(event);
  }

  /** As stored right now, whichever process changed it last. */
  async loadStored(userId: string): Promise<Wallet> {
    const { revision } = await this.eventStore.head(walletStream(userId));
    this.queues.get(userId)?.mustHave(revision);
    return this.load(userId);
  }

  /** Takes no more commands and waits for those under way. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(Array.from(this.queues.values(), (queue) => queue.idle()));
    await this.loader.close();
  }

  private queueOf(userId: string): WalletQueue {
    let queue = this.queues.get(userId);
    if (!queue) {
      queue = new WalletQueue(userId, this.eventStore, this.loader, (idle) => this.keep(userId, idle));
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
    if (this.entries > ENTRIES_MAX || this.queues.size > WALLETS_MAX) this.forgetOldest();
  }

  /** Forgets a tenth at once: finding the oldest of a map that changes all the time is not free. */
  private forgetOldest(): void {
    for (const [userId, queue] of this.queues) {
      if (this.entries <= 0.9 * ENTRIES_MAX && this.queues.size <= 0.9 * WALLETS_MAX) return;
      if (queue.running) continue;
      this.queues.delete(userId);
      this.entries -= queue.size;
    }
  }
}
