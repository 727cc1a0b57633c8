import { setTimeout as sleep } from 'node:timers/promises';
import { AppendOutcomeUnknown, RevisionConflict, StoreUnavailable } from '../../infra/event-store/event-store.js';
import type { Actor, Appended, EventStore, NewEvent } from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { appendSurely } from './append-surely.js';
import { eventIdFor } from './event-ids.js';
import type { WalletCommand } from './wallet.commands.js';
import { decide, earlierAnswer } from './wallet.decider.js';
import { walletStream } from './wallet.events.js';
import type { PurchaseAccepted, WalletEvent } from './wallet.events.js';
import type { LoadedWallet, WalletLoader } from './wallet.loader.js';
import { lookUp } from './wallet.lookups.js';
import { evolve } from './wallet.state.js';
import type { Wallet } from './wallet.state.js';

const EVENTS_MAX = 100;
/** Largest append, by an estimate on the high side: what is sealed and quoted, plus everything else of an event. */
const BYTES_MAX = 512 * 1024;
const EVENT_BYTES = 2_500;
const CONFLICTS_MAX = 5;

/** Who asked, in which story, and when. */
export interface CommandMeta {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string;
  readonly now: Date;
}

/** What came of a command, told only when it is durable. */
export interface Executed {
  /** None when it had already happened. */
  readonly events: readonly WalletEvent[];
  /** The wallet now. Read it at once: the next command changes it. */
  readonly wallet: Wallet;
  /** The first answer, when an equal purchase was asked for before. */
  readonly replayed?: PurchaseAccepted['firstAnswer'];
  /** A position that includes the events; undefined when there are none or the store cannot know it at once. */
  readonly position?: number | undefined;
}

/** Not a command: waits its turn and changes nothing. */
const LOOK = { type: 'Look' } as const;

interface Waiting {
  readonly command: WalletCommand | typeof LOOK;
  readonly meta: CommandMeta | undefined;
  readonly resolve: (executed: Executed) => void;
  readonly reject: (error: unknown) => void;
}

/** A command decided but not yet answered: answered together with the append that its decision builds on. */
type Outcome =
  | { readonly events: readonly WalletEvent[]; readonly replayed?: PurchaseAccepted['firstAnswer'] }
  | { readonly refusal: unknown };

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
      const outcomes: Outcome[] = [];
      const events = await this.decideAll(batch, loaded.wallet, outcomes);
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

  /** Decides one after the other, each on the wallet that the one before leaves. */
  private async decideAll(batch: readonly Waiting[], wallet: Wallet, outcomes: Outcome[]): Promise<WalletEvent[]> {
    const looked = batch.map(({ command }) => lookUp(command, wallet, this.eventStore));
    const events: WalletEvent[] = [];
    for (const [index, { command, meta }] of batch.entries()) {
      if (command.type === 'Look' || !meta) {
        outcomes.push({ events: [] });
        continue;
      }
      const known = { ...(await looked[index]), now: meta.now };
      try {
        const replayed = command.type === 'AcceptPurchase' ? earlierAnswer(command, wallet, known) : undefined;
        const decided = replayed ? [] : decide(command, wallet, known).map((draft) => this.eventOf(draft, command, meta));
        for (const event of decided) {
          evolve(wallet, event);
          events.push(event);
        }
        outcomes.push(replayed ? { events: decided, replayed } : { events: decided });
      } catch (refusal) {
        outcomes.push({ refusal });
      }
    }
    return events;
  }

  private eventOf(draft: ReturnType<typeof decide>[number], command: WalletCommand, meta: CommandMeta): WalletEvent {
    return {
      id: eventIdFor(command, draft.type, this.userId, meta.causationId),
      type: draft.type,
      version: 1,
      at: meta.now.toISOString(),
      actor: meta.actor,
      correlationId: meta.correlationId,
      causationId: meta.causationId,
      data: draft.data,
    } as WalletEvent;
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

/** As many of the oldest as fit one append, at least one. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  let bytes = 0;
  let events = 0;
  let taken = 0;
  for (const { command } of waiting) {
    // Funding may open the wallet, and a reversal may have to capture first.
    events += command.type === 'FundWallet' || command.type === 'ReversePurchase' ? 2 : 1;
    bytes += EVENT_BYTES + (command.type === 'AcceptPurchase' ? command.sealed.length : 0);
    if (taken > 0 && (events > EVENTS_MAX || bytes > BYTES_MAX)) break;
    taken++;
  }
  return waiting.splice(0, taken);
}

function answerAll(batch: readonly Waiting[], outcomes: readonly Outcome[], wallet: Wallet, position: number | undefined): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index]!;
    if ('refusal' in outcome) reject(outcome.refusal);
    else resolve({ ...outcome, wallet, position });
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof AppendOutcomeUnknown) return new RuleBroken('OUTCOME_UNKNOWN');
  // A wallet that others keep changing cannot be written to now, and nothing was.
  if (error instanceof StoreUnavailable || error instanceof RevisionConflict) return new RuleBroken('LEDGER_UNAVAILABLE');
  return error;
}
