/** True for errors that prove damage of the ledger. Any other error says nothing about it. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && ['LedgerDamaged', 'LogDamaged', 'BrokenStream'].includes(error.name);
