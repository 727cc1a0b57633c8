import type { Logger } from 'pino';
import {
  type RecordedEvent,
  AppendOutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
} from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';

/**
 * This version cannot fold an event of the wallet: it was written by a newer one, or it is damaged. Whatever would be
 * decided on the rest would be wrong, so the wallet stands still in this process until a version that reads it runs.
 */
export class UnreadableWallet extends Error {
  override readonly name = 'UnreadableWallet';
  readonly revision: number;
  readonly type: string;

  constructor(
    readonly userId: string,
    { revision, type }: Pick<RecordedEvent, 'revision' | 'type'>,
    cause: unknown,
  ) {
    super(`wallet ${userId} cannot be read by this version: its event ${revision} is a ${type}`, { cause });
    this.revision = revision;
    this.type = type;
  }
}

/** Says it where an operator looks. By ids alone: what the event holds is somebody's own. */
export const tellUnreadable =
  (logger: Pick<Logger, 'error'>) =>
  ({ message, userId, revision, type, cause }: UnreadableWallet): void =>
    logger.error(
      { userId, revision, type, why: cause instanceof Error ? cause.message : String(cause) },
      `${message}: nothing is decided on it here, until a version runs that can`,
    );

/** What a command is told when the ledger could not be read or written. Anything else stays as it is: a rule's own words, or a fault of ours. */
export function storeRefusal(error: unknown): unknown {
  if (error instanceof AppendOutcomeUnknown) return new RuleBroken('OUTCOME_UNKNOWN');
  if (error instanceof UnreadableWallet) return new RuleBroken('WALLET_UNAVAILABLE');
  // What others keep changing cannot be written to now, and nothing was.
  if (error instanceof StoreUnavailable || error instanceof RevisionConflict)
    return new RuleBroken('LEDGER_UNAVAILABLE');
  return error;
}
