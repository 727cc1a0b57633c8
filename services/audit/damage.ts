/** True when an error proves that the ledger is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && ['LedgerDamaged', 'LogDamaged', 'BrokenStream'].includes(error.name);
