import type { CallName } from '../../../../services/contracts/calls.js';
import type { Service } from '../../../../services/contracts/services.js';
import type { PurchaseIntent, FilledOrder } from './purchase-intent.js';
import type { Accepted } from './send-purchase.js';

/** Server errors by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface Purchase {
  readonly service: Service;
  /** Order on the confirm sheet. */
  readonly intent: PurchaseIntent | undefined;
  /** Sent, outcome unknown. */
  readonly inDoubt: PurchaseIntent | undefined;
  /** Quote in flight. */
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly errors: FieldErrors;
  /** Requests the quote, and opens `ConfirmSheet` if it succeeds. */
  readonly order: <Buy extends CallName, Ask extends CallName>(
    filled: FilledOrder<Buy, Ask>,
  ) => Promise<void>;
  /** Clears `errors` after an edit. */
  readonly edited: () => void;
  readonly again: (intent: PurchaseIntent) => void;
  readonly bought: (accepted: Accepted) => void;
  readonly close: (left: 'nothing sent' | 'in doubt') => void;
  /** Element where the form renders `OrderPane`. */
  readonly pane: HTMLElement | null;
  readonly setPane: (pane: HTMLElement | null) => void;
}
