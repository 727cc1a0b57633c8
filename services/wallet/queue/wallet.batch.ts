import type { WalletCommand } from '../wallet.commands.js';
import type { PurchaseAccepted, WalletEvent } from '../wallet.events.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { Wallet } from '../wallet.state.js';

const EVENTS_MAX = 100;
/** Bytes of the largest append, estimated generously. */
const BYTES_MAX = 512 * 1024;
const EVENT_BYTES = 2_500;

/** Commands that may store two events, because `WalletOpened` or a capture may come first. */
const MAY_BE_TWO: ReadonlySet<string> = new Set<WalletCommand['type']>([
  'FundWallet',
  'ReversePurchase',
  'AdjustWallet',
  'FundHouse',
  'CreditManually',
]);

/** Command that changes nothing. Shows the wallet after all earlier commands. */
export const LOOK = { type: 'Look' } as const;

export interface Waiting {
  readonly command: WalletCommand | typeof LOOK;
  readonly context: EventContext | undefined;
  readonly resolve: (executed: Executed) => void;
  readonly reject: (error: unknown) => void;
}

/** Outcome of a command: decided, but unanswered until its append is durable. */
export type Outcome =
  | { readonly events: readonly WalletEvent[]; readonly replayed?: PurchaseAccepted['firstAnswer'] }
  | { readonly refusal: unknown };

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

/** Answers all commands of a batch at once, because a refusal may build on decisions of the same batch. */
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

/** Answer to a command, given once its events are durable. */
export interface Executed {
  /** Empty for a command that was already applied. */
  readonly events: readonly WalletEvent[];
  /** Wallet after the command. Read it at once, because the next command changes it. */
  readonly wallet: Wallet;
  /** First answer to the purchase, when the command repeats an accepted purchase. */
  readonly replayed?: PurchaseAccepted['firstAnswer'];
  /** Log position at or after the events; undefined without events, or if unknown. */
  readonly position?: number | undefined;
}
