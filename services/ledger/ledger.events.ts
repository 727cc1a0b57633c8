import type { NewEvent } from '../../infra/event-store/event-store.js';

export const LEDGER_STREAM = 'ledger';

/** Stream `ledger`. */
export type LedgerStartEvent =
  NewEvent<'LedgerBegun', LedgerBegun> | NewEvent<'OldestVersionNamed', OldestVersionNamed>;

/**
 * First event of a ledger. The commands `ledger -- init` and `create-admin` store it. Its hash identifies the
 * ledger.
 */
export type LedgerBegun = Readonly<Record<string, never>>;

/**
 * Stored just before the first event of a type that older versions of the product do not know, so that older
 * versions refuse to start.
 */
export interface OldestVersionNamed {
  /** Oldest version of the product that may open the ledger. */
  readonly version: string;
  /** Event type that older versions do not know. */
  readonly type: string;
}
