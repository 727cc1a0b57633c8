export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged';
  readonly position: number | undefined;

  constructor(path: string, what: string, options?: ErrorOptions & { readonly position?: number }) {
    super(`the ledger ${path} is damaged (${what}): restore it from a backup`, options);
    this.position = options?.position;
  }
}

export const isDamage = (error: unknown): boolean =>
  /MDB_(CORRUPTED|PAGE_NOTFOUND|INVALID|VERSION_MISMATCH|BAD_TXN)/.test(String(error));

export const notItsHash = (path: string, position: number): LedgerDamaged =>
  new LedgerDamaged(path, `the event at position ${position} does not match its hash`, { position });

/** Turns an LMDB error that proves damage into a LedgerDamaged error. */
export const damageOr = (error: unknown, path: string, what: string): unknown =>
  isDamage(error) ? new LedgerDamaged(path, `${what} cannot be read`, { cause: error }) : error;
