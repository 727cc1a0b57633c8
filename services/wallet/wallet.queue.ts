import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppendOutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
} from '../../infra/event-store/event-store.js';
import type { Appended, EventStore, NewEvent, RecordedEvent } from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { appendSurely } from './append-surely.js';
import { decideBatch } from './decide-batch.js';
import { answerAll, LOOK, takeBatch } from './wallet.batch.js';
import type { Waiting } from './wallet.batch.js';
import type { WalletCommand } from './wallet.commands.js';
import { walletStream } from './wallet.events.js';
import type { WalletEvent } from './wallet.events.js';
import type { CommandMeta, Executed } from './wallet.execution.js';
import type { LoadedWallet, WalletLoader } from './wallet.loader.js';
import { evolve } from './wallet.state.js';
import type { Wallet, WalletFact } from './wallet.state.js';

const CONFLICTS_MAX = 5;

/** The commands of one wallet, in order. Those that come while an append is in flight make the next append together. */
export class WalletQueue {
  loaded: LoadedWallet | undefined;
  running = false;
  /** What the wallet was counted with when it last came to rest. */
  size = 0;
  private readonly waiting: Waiting[] = [];
  private run: Promise<void> = Promise.resolve();

  constructor(
    private readonly userId: string,
    private readonly eventStore: EventStore,
    private readonly loader: WalletLoader,
    private readonly onIdle: (queue: WalletQueue) => void,
  ) {}

  execute(command: WalletCommand, meta: CommandMeta): Promise<Executed> {
    return this.enqueue(command, meta);
  }

  /** The wallet once everything asked before is durable. */
  async look(): Promise<Wallet> {
    return (await this.enqueue(LOOK, undefined)).wallet;
  }

  /** Follows what another process stored; what does not fit onto what is here is read again when it is next wanted. */
  saw(event: RecordedEvent): void {
    const { loaded } = this;
    if (!loaded || this.running || event.revision <= loaded.head.revision) return;
    if (event.previousHash !== loaded.head.hash) {
      this.loaded = undefined;
      return;
    }
    evolve(loaded.wallet, event as unknown as WalletFact);
    loaded.head = { revision: event.revision, hash: event.hash };
    loaded.unsaved += 1;
  }

  /** What is here counts only if it is as new as this revision. */
  mustHave(revision: number): void {
    if (!this.running && this.loaded && this.loaded.head.revision < revision) this.loaded = undefined;
  }

  /** Resolves when nothing waits. */
  idle(): Promise<void> {
    return this.run;
  }

  private enqueue(command: Waiting['command'], meta: CommandMeta | undefined): Promise<Executed> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, meta, resolve, reject });
      if (!this.running) this.run = this.runAll();
    });
  }

  private async runAll(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const batch = takeBatch(this.waiting);
      try {
        await this.runBatch(batch);
      } catch (error) {
        // Whatever went wrong, what is in memory may not be what is stored.
        this.loaded = undefined;
        const told = asRefusal(error);
        for (const { reject } of batch) reject(told);
      }
    }
    this.running = false;
    this.onIdle(this);
  }

  private async runBatch(batch: readonly Waiting[]): Promise<void> {
    for (let conflicts = 0; ; conflicts++) {
      const loaded = (this.loaded ??= await this.loader.load(this.userId));
      const { events, outcomes } = await decideBatch(batch, loaded.wallet, this.eventStore);
      try {
        const appended = events.length > 0 ? await this.append(loaded, events) : undefined;
        answerAll(batch, outcomes, loaded.wallet, appended?.position);
        return;
      } catch (error) {
        this.loaded = undefined;
        if (!(error instanceof RevisionConflict) || conflicts === CONFLICTS_MAX) throw error;
        await sleep(conflicts * 5);
      }
    }
  }

  private async append(loaded: LoadedWallet, events: readonly WalletEvent[]): Promise<Appended> {
    const stored = events as unknown as readonly NewEvent[];
    const appended = await appendSurely(this.eventStore, walletStream(this.userId), loaded.head, stored);
    loaded.head = appended.head;
    loaded.unsaved += events.length;
    this.loader.saveWhenDue(loaded);
    return appended;
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof AppendOutcomeUnknown) return new RuleBroken('OUTCOME_UNKNOWN');
  // A wallet that others keep changing cannot be written to now, and nothing was.
  if (error instanceof StoreUnavailable || error instanceof RevisionConflict)
    return new RuleBroken('LEDGER_UNAVAILABLE');
  return error;
}
