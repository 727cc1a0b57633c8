/** An equal purchase within these milliseconds needs the customer's confirmation. */
export const DUPLICATE_WINDOW_MS = 120_000;
/** Entries of the duplicate guard: enough for 400 purchases a second. */
export const RECENT_MAX = 50_000;
/** Settled purchases in memory per wallet. Older ones are read from the stream. */
export const SETTLED_MAX = 2_048;
/** Limits of the cache: number of wallets, and the sum of their `sizeOf`. */
export const WALLETS_MAX = 50_000;
export const ENTRIES_MAX = 2_000_000;
/** Fewest events for a snapshot: fewer are read faster. */
export const SNAPSHOT_AFTER_MIN = 1_000;
