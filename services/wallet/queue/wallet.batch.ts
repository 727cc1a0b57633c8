import type { WalletCommand } from '../wallet.commands.js';
import type { PurchaseAccepted, WalletEvent } from '../wallet.events.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { Wallet } from '../wallet.state.js';

const EVENTS_MAX = 100;
const BYTES_MAX = 512 * 1024;
const EVENT_BYTES = 2_500;

const MAY_BE_TWO: ReadonlySet<string> = new Set<WalletCommand['type']>([
  'FundWallet',
  'ReversePurchase',
  'AdjustWallet',
  'FundHouse',
  'CreditManually',
]);

export const LOOK = { type: 'Look' } as const;

export interface Waiting {
  readonly command: WalletCommand | typeof LOOK;
  readonly context: EventContext | undefined;
  readonly resolve: (executed: Executed) => void;
  readonly reject: (error: unknown) => void;
}

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

/** Call only after the append, because even a refusal may depend on the appended events. */
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

export interface Executed {
  /** Stored events. Empty when the command was already applied earlier. */
  readonly events: readonly WalletEvent[];
  /**
   * Wallet after the command. Read it before the next `await`, because the next command changes the same
   * object.
   */
  readonly wallet: Wallet;
  readonly replayed?: PurchaseAccepted['firstAnswer'];
  readonly position?: number | undefined;
}
