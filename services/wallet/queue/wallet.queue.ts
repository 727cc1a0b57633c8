import { RevisionConflict } from '../../../infra/event-store/event-store.js';
import type { Appended, EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { sleep } from '../../../infra/host/timers.js';
import type { Turn, Turns } from '../../../infra/lease/turns.js';
import { RuleBroken } from '../../contracts/errors.js';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { decideBatch } from './decide-batch.js';
import { storeRefusal } from '../unreadable-wallet.js';
import { UnreadableWallet } from '../unreadable-wallet.js';
import { answerAll, LOOK, takeBatch } from './wallet.batch.js';
import type { Waiting } from './wallet.batch.js';
import type { WalletCommand } from '../wallet.commands.js';
import { walletStream } from '../../ledger/streams.js';
import type { WalletEvent } from '../wallet.events.js';
import type { Executed } from './wallet.batch.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { fold } from './wallet.loader.js';
import type { LoadedWallet, WalletLoader } from './wallet.loader.js';
import type { Wallet } from '../wallet.state.js';

const CONFLICTS_MAX = 5;
/**
 * Milliseconds by which this process may be behind the log. When it is further behind, its wallets
 * in memory are treated as outdated.
 */
const LATE_MS = 250;

export interface WalletQueueListener {
  onIdle(queue: WalletQueue): void;
  onUnreadable(why: UnreadableWallet): void;
}

/** Commands that arrive during an append share the next append. */
export class WalletQueue {
  loaded: LoadedWallet | undefined;
  running = false;
  size = 0;
  /**
   * True while another process also changes the wallet. The processes then take turns, so that their batches do
   * not conflict.
   */
  contended = false;
  private turn: Turn | undefined;
  private readonly waiting: Waiting[] = [];
  private run: Promise<void> = Promise.resolve();
  private storedRevision = -1;
  /**
   * Error for a stored event that cannot be read. The error stays for ever, because stored events
   * never change.
   */
  private unreadable: UnreadableWallet | undefined;

  constructor(
    private readonly userId: string,
    private readonly eventStore: EventStore,
    private readonly loader: WalletLoader,
    private readonly listener: WalletQueueListener,
    private readonly turns: Turns | undefined,
  ) {}

  execute(command: WalletCommand, context: EventContext): Promise<Executed> {
    return new Promise((resolve, reject) => this.enqueue({ command, context, resolve, reject }));
  }

  /** Waits until the events of all earlier commands are stored. Then calls `read` with the wallet. */
  look<Seen>(read: (wallet: Wallet) => Seen): Promise<Seen> {
    return new Promise((resolve, reject) => {
      this.enqueue({
        command: LOOK,
        context: undefined,
        resolve: ({ wallet }) => resolve(read(wallet)),
        reject,
      });
    });
  }

  /**
   * Receives an event of any process. Does not apply it while a command runs, because the command may have
   * applied it already.
   */
  onRecorded(event: RecordedEvent): void {
    const { loaded } = this;
    this.invalidateBefore(event.revision);
    if (!loaded || this.running || event.revision !== loaded.head.revision + 1) return;
    try {
      // `fold` does not apply an event whose `previousHash` is not the hash of the last applied event. In that
      // case, `newest` reads the stream later.
      fold(loaded, event);
    } catch (error) {
      this.forget(error);
    }
  }

  /**
   * Remembers that an event with this `revision` is stored. If the wallet in memory is older, the
   * next command first reads the stream.
   */
  invalidateBefore(revision: number): void {
    this.storedRevision = Math.max(this.storedRevision, revision);
  }

  idle(): Promise<void> {
    return this.run;
  }

  private enqueue(waiting: Waiting): void {
    this.waiting.push(waiting);
    if (!this.running) this.run = this.runAll();
  }

  private async runAll(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      if (this.contended && this.waiting.some(({ command }) => command !== LOOK)) await this.takeTurn();
      const batch = takeBatch(this.waiting);
      try {
        await this.runBatch(batch);
      } catch (error) {
        this.forget(error);
        const refusal = storeRefusal(error);
        for (const { reject } of batch) reject(refusal);
      }
      this.passTurn();
    }
    this.running = false;
    this.listener.onIdle(this);
  }

  private async runBatch(batch: readonly Waiting[]): Promise<void> {
    for (let conflicts = 0; conflicts <= CONFLICTS_MAX; conflicts++) {
      if (await this.isAnswered(batch)) return;
      await this.takeTurn();
      if (!this.turn) await sleep(conflicts * 5);
    }
    // Give up, because other processes change the wallet again and again.
    throw new RuleBroken('LEDGER_UNAVAILABLE');
  }

  private async takeTurn(): Promise<void> {
    if (this.turn) return;
    this.turn = await this.turns?.take(walletStream(this.userId));
    this.contended = this.turn?.shared ?? false;
    if (this.turn) this.invalidateBefore(this.turn.revision);
  }

  private passTurn(): void {
    this.turn?.pass(this.loaded?.head.revision ?? this.storedRevision);
    this.turn = undefined;
  }

  /** Returns false when the wallet in memory was outdated, and nothing was stored. */
  private async isAnswered(batch: readonly Waiting[]): Promise<boolean> {
    const loaded = await this.newest();
    try {
      const { events, outcomes, refused } = await decideBatch(batch, loaded, this.eventStore);
      if (events.length === 0 && refused && !(await this.isStored(loaded))) return false;
      const appended = events.length > 0 ? await this.append(loaded, events) : undefined;
      answerAll(batch, outcomes, loaded.wallet, appended?.position);
      return true;
    } catch (error) {
      // Drop the wallet in memory, because it includes events that were not stored.
      this.loaded = undefined;
      if (error instanceof RevisionConflict) return false;
      throw error;
    }
  }

  private async newest(): Promise<LoadedWallet> {
    if (this.unreadable) throw this.unreadable;
    const mayBeOld = this.loaded !== undefined && this.isLate();
    let loaded = this.loaded ?? (await this.loader.load(this.userId));
    if (mayBeOld || loaded.head.revision < this.storedRevision) {
      // Drop the wallet in memory before `catchUp`, because a failed `catchUp` may have applied
      // only some of the events.
      this.loaded = undefined;
      if (!(await this.loader.catchUp(loaded))) loaded = await this.loader.load(this.userId);
    }
    return (this.loaded = loaded);
  }

  private isLate(): boolean {
    return (this.eventStore.lateMs?.() ?? 0) > LATE_MS;
  }

  /**
   * True when the wallet in memory is as new as the stored wallet. Check this before a refusal. A refusal
   * appends nothing, so no `RevisionConflict` can reveal an outdated wallet.
   */
  private async isStored({ head }: LoadedWallet): Promise<boolean> {
    if (!this.eventStore.hasOtherWriters) return true;
    const { revision } = await this.eventStore.head(walletStream(this.userId));
    this.invalidateBefore(revision);
    return revision <= head.revision;
  }

  private async append(loaded: LoadedWallet, events: readonly WalletEvent[]): Promise<Appended> {
    const appended = await appendSurely(this.eventStore, walletStream(this.userId), loaded.head, events);
    loaded.head = appended.head;
    loaded.unsaved += events.length;
    this.loader.saveWhenDue(loaded);
    return appended;
  }

  /** Drops the wallet in memory, because it may differ from the stored wallet after an error. */
  private forget(error: unknown): void {
    this.loaded = undefined;
    if (!(error instanceof UnreadableWallet) || this.unreadable) return;
    this.unreadable = error;
    this.listener.onUnreadable(error);
  }
}
