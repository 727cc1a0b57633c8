import type { WalletCommand } from '../wallet.commands.js';
import type { PurchaseAccepted, WalletEvent } from '../wallet.events.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { Wallet } from '../wallet.state.js';

const EVENTS_MAX = 100;
/** Largest append, by an estimate on the high side: what is sealed and quoted, plus everything else of an event. */
const BYTES_MAX = 512 * 1024;
const EVENT_BYTES = 2_500;

/** What brings money may open the wallet, and a reversal may have to capture first. */
const MAY_BE_TWO: ReadonlySet<string> = new Set<WalletCommand['type']>([
  'FundWallet',
  'ReversePurchase',
  'AdjustWallet',
  'FundHouse',
  'CreditManually',
]);

/** Not a command: waits its turn and changes nothing. */
export const LOOK = { type: 'Look' } as const;

/** A command and who waits for it. */
export interface Waiting {
  readonly command: WalletCommand | typeof LOOK;
  readonly context: EventContext | undefined;
  readonly resolve: (executed: Executed) => void;
  readonly reject: (error: unknown) => void;
}

/** A command decided but not yet answered: answered together with the append that its decision builds on. */
export type Outcome =
  | { readonly events: readonly WalletEvent[]; readonly replayed?: PurchaseAccepted['firstAnswer'] }
  | { readonly refusal: unknown };

/** As many of the oldest as fit one append, at least one. */
export function takeBatch(waiting: Waiting[]): Waiting[] {
  let bytes = 0;
  let events = 0;
  let taken = 0;
  for (const { command } of waiting) {
    events += MAY_BE_TWO.has(command.type) ? 2 : 1;
    bytes += EVENT_BYTES + (command.type === 'AcceptPurchase' ? command.sealed.length : 0);
    if (taken > 0 && (events > EVENTS_MAX || bytes > BYTES_MAX)) break;
    taken++;
  }
  return waiting.splice(0, taken);
}

/** Tells everybody at once: a refusal builds on the same decisions as what was stored. */
export function answerAll(
  batch: readonly Waiting[],
  outcomes: readonly Outcome[],
  wallet: Wallet,
  position: number | undefined,
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index]!;
    if ('refusal' in outcome) reject(outcome.refusal);
    else if (outcome.replayed)
      resolve({ events: outcome.events, wallet, replayed: outcome.replayed, position });
    else resolve({ events: outcome.events, wallet, position });
  }
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
