/** Milliseconds after a purchase during which an equal purchase must be confirmed by the customer. */
export const DUPLICATE_WINDOW_MS = 120_000;
/** Maximum number of purchases that are remembered for finding duplicates. */
export const RECENT_MAX = 50_000;
/**
 * Maximum number of settled purchases that a wallet has in memory. Older purchases are read from
 * the stream.
 */
export const SETTLED_MAX = 2_048;
export const WALLETS_MAX = 50_000;
export const ENTRIES_MAX = 2_000_000;
/**
 * Minimum number of new events before a snapshot is saved. Fewer events can be read quickly without a
 * snapshot.
 */
export const SNAPSHOT_AFTER_MIN = 1_000;
