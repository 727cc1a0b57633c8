import { AppendOutcomeUnknown, StoreUnavailable } from '../event-store.js';

/** Codes after which the transaction was given up before it was made valid: nothing of it is in the log. */
const NOTHING_WRITTEN: ReadonlyMap<number, string> = new Map([
  [-30792, 'the ledger file has reached its largest size'],
  [-30795, 'the ledger file must be opened again after an earlier failure'],
  [-30791, 'the ledger cannot take more named tables'],
  [-30790, 'too many readers of the ledger'],
  [28, 'the disk is full'],
  [122, 'the disk quota is used up'],
  [27, 'the ledger file may not grow'],
  [12, 'the machine has no memory left'],
]);

/** What a failed commit means for the appends in it: surely nothing written, or not known. */
export async function commitFailure(error: unknown): Promise<StoreUnavailable | AppendOutcomeUnknown> {
  const cause = await commitError(error);
  const code = codeOf(cause);
  const reason = code === undefined ? undefined : NOTHING_WRITTEN.get(code);
  if (reason) return new StoreUnavailable(`nothing was stored: ${reason}`, { cause });
  return new AppendOutcomeUnknown('the commit failed and it is not known whether it is stored', { cause });
}

/** lmdb rejects with a general error that carries a promise of the cause. It must be handled or it ends the process. */
async function commitError(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  try {
    await error.commitError;
    return error;
  } catch (cause) {
    return cause;
  }
}

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
