import { RevisionConflict } from '../../../infra/event-store/event-store.js';
import type { Appended, EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { sleep } from '../../../infra/host/timers.js';
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

export interface WalletQueueListener {
  onIdle(queue: WalletQueue): void;
  onUnreadable(why: UnreadableWallet): void;
}

/** The commands of one wallet, in order. Those that come while an append is in flight make the next append together. */
export class WalletQueue {
  loaded: LoadedWallet | undefined;
  running = false;
  /** What the wallet was counted with when it last came to rest. */
  size = 0;
  private readonly waiting: Waiting[] = [];
  private run: Promise<void> = Promise.resolve();
  /** The stream is known to reach at least this revision: a wallet in memory that is older is brought up to date first. */
  private storedRevision = -1;
  /** Why nothing can be decided here any more: what is stored does not change, so reading it again would not help. */
  private unreadable: UnreadableWallet | undefined;

  constructor(
    private readonly userId: string,
    private readonly eventStore: EventStore,
    private readonly loader: WalletLoader,
    private readonly listener: WalletQueueListener,
  ) {}

  execute(command: WalletCommand, context: EventContext): Promise<Executed> {
    return new Promise((resolve, reject) => this.enqueue({ command, context, resolve, reject }));
  }

  /** What `read` sees of the wallet at a moment when everything in it is durable. */
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
   * Follows what is stored, here or by another process. While a command is under way it is only noted: the wallet may be
   * about to reach that revision by itself, and is brought there before the next decision if it does not.
   */
  onRecorded(event: RecordedEvent): void {
    const { loaded } = this;
    this.invalidateBefore(event.revision);
    if (!loaded || this.running || event.revision !== loaded.head.revision + 1) return;
    try {
      // What does not continue the wallet in memory is read when it is next wanted.
      fold(loaded, event);
    } catch (error) {
      this.forget(error);
    }
  }

  /** What is in memory counts only if it is as new as this revision. */
  invalidateBefore(revision: number): void {
    this.storedRevision = Math.max(this.storedRevision, revision);
  }

  /** Resolves when nothing waits. */
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
      const batch = takeBatch(this.waiting);
      try {
        await this.runBatch(batch);
      } catch (error) {
        this.forget(error);
        const refusal = storeRefusal(error);
        for (const { reject } of batch) reject(refusal);
      }
    }
    this.running = false;
    this.listener.onIdle(this);
  }

  private async runBatch(batch: readonly Waiting[]): Promise<void> {
    for (let conflicts = 0; conflicts <= CONFLICTS_MAX; conflicts++) {
      if (await this.isAnswered(batch)) return;
      await sleep(conflicts * 5);
    }
    // Others never leave this wallet alone for long enough.
    throw new RuleBroken('LEDGER_UNAVAILABLE');
  }

  /** Decides, stores and answers; false when the wallet was older than the stored one, and nothing came of it. */
  private async isAnswered(batch: readonly Waiting[]): Promise<boolean> {
    const loaded = await this.newest();
    try {
      const { events, outcomes, refused } = await decideBatch(batch, loaded, this.eventStore);
      if (events.length === 0 && refused && !(await this.isStored(loaded))) return false;
      const appended = events.length > 0 ? await this.append(loaded, events) : undefined;
      answerAll(batch, outcomes, loaded.wallet, appended?.position);
      return true;
    } catch (error) {
      // The wallet holds what was decided, and not what is stored.
      this.loaded = undefined;
      if (error instanceof RevisionConflict) return false;
      throw error;
    }
  }

  /** The wallet in memory, brought to everything that is known to be stored. */
  private async newest(): Promise<LoadedWallet> {
    if (this.unreadable) throw this.unreadable;
    let loaded = this.loaded ?? (await this.loader.load(this.userId));
    if (loaded.head.revision < this.storedRevision) {
      // Half folded, should this fail.
      this.loaded = undefined;
      if (!(await this.loader.catchUp(loaded))) loaded = await this.loader.load(this.userId);
    }
    return (this.loaded = loaded);
  }

  /**
   * Whether the wallet in memory is the stored one. An append shows that by itself, and so does being the only writer;
   * what is refused without an append has to be asked for.
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

  /** Whatever went wrong, what is in memory may not be what is stored. */
  private forget(error: unknown): void {
    this.loaded = undefined;
    if (!(error instanceof UnreadableWallet) || this.unreadable) return;
    this.unreadable = error;
    this.listener.onUnreadable(error);
  }
}
