/** Equal purchases within this time need a confirmation. */
export const DUPLICATE_WINDOW_MS = 120_000;
/** Entries the duplicate guard keeps: enough for 400 purchases a second. */
export const RECENT_MAX = 50_000;
/** Settled purchases per wallet in memory; older ones are read from the stream. */
export const SETTLED_MAX = 2_048;
/** Limits of idle wallets in memory: their number, and the sum of their `sizeOf`. */
export const WALLETS_MAX = 50_000;
export const ENTRIES_MAX = 2_000_000;
/** Minimum number of events for a snapshot: fewer events are folded faster than a snapshot is loaded. */
export const SNAPSHOT_AFTER_MIN = 1_000;
