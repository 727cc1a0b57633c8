export const isDamage = (error: unknown): boolean =>
  error instanceof Error && ['LedgerDamaged', 'LogDamaged', 'BrokenStream'].includes(error.name);
