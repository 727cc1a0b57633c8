import type { NewEvent } from '../../infra/event-store/event-store.js';

export const LEDGER_STREAM = 'ledger';

export type LedgerStartEvent = NewEvent<'LedgerBegun', LedgerBegun>;

/** First event of a ledger that `ledger -- init` or `create-admin` began. Its hash is the identity of the ledger. */
export type LedgerBegun = Readonly<Record<string, never>>;
