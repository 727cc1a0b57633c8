/** Milliseconds within which an equal purchase needs the customer's confirmation. */
export const DUPLICATE_WINDOW_MS = 120_000;
/** Highest number of purchases that the duplicate guard remembers. */
export const RECENT_MAX = 50_000;
/** Highest number of settled purchases in memory per wallet. Older purchases are read from the stream. */
export const SETTLED_MAX = 2_048;
export const WALLETS_MAX = 50_000;
export const ENTRIES_MAX = 2_000_000;
/** Fewest new events for a snapshot, because fewer are read fast enough. */
export const SNAPSHOT_AFTER_MIN = 1_000;
