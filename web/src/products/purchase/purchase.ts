import type { CallName } from '../../../../services/contracts/calls.js';
import type { Service } from '../../../../services/contracts/services.js';
import type { PurchaseIntent, FilledOrder } from './purchase-intent.js';
import type { Accepted } from './send-purchase.js';

export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface Purchase {
  readonly service: Service;
  readonly intent: PurchaseIntent | undefined;
  readonly inDoubt: PurchaseIntent | undefined;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly errors: FieldErrors;
  readonly order: <Buy extends CallName, Ask extends CallName>(
    filled: FilledOrder<Buy, Ask>,
  ) => Promise<void>;
  readonly edited: () => void;
  readonly again: (intent: PurchaseIntent) => void;
  readonly bought: (accepted: Accepted) => void;
  readonly close: (left: 'nothing sent' | 'in doubt') => void;
  readonly pane: HTMLElement | null;
  readonly setPane: (pane: HTMLElement | null) => void;
}
