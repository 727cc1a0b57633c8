/** The same service, recipient and amount within this time wants a confirmation. */
export const DUPLICATE_WINDOW_MS = 120_000;
/** Newest entries the duplicate guard remembers: only a wallet buying over 400 times a second would notice. */
export const RECENT_MAX = 50_000;
/** Newest settled purchases of a wallet kept in memory; older ones are looked up in its own stream. */
export const SETTLED_MAX = 2_048;
/** Idle wallets kept in memory, and the entries (holds, settled, payments, duplicate keys) that all of them remember. */
export const WALLETS_MAX = 50_000;
export const ENTRIES_MAX = 2_000_000;
