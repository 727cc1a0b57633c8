import type { Logger } from 'pino';
import {
  type RecordedEvent,
  AppendOutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
} from '../../infra/event-store/event-store.js';
import { LedgerDamaged } from '../../infra/event-store/lmdb/ledger-damaged.js';
import { RuleBroken } from '../contracts/errors.js';

/**
 * Error for a stored event that is damaged or was stored by a newer version. After this error, the process
 * refuses all commands on the wallet.
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

/** Log only ids, because events contain personal data. */
export const tellUnreadable =
  (logger: Pick<Logger, 'error'>) =>
  ({ message, userId, revision, type, cause }: UnreadableWallet): void =>
    logger.error(
      { userId, revision, type, why: cause instanceof Error ? cause.message : String(cause) },
      `${message}: nothing is decided on it here, until a version runs that can`,
    );

/** `cause` lets the process tell of damage that a command met. */
export function storeRefusal(error: unknown): unknown {
  if (error instanceof AppendOutcomeUnknown) return new RuleBroken('OUTCOME_UNKNOWN');
  if (error instanceof UnreadableWallet) return new RuleBroken('WALLET_UNAVAILABLE');
  // After these errors, unlike after `AppendOutcomeUnknown`, it is certain that nothing was stored.
  if (error instanceof StoreUnavailable || error instanceof RevisionConflict)
    return new RuleBroken('LEDGER_UNAVAILABLE');
  if (error instanceof LedgerDamaged)
    return Object.assign(new RuleBroken('LEDGER_UNAVAILABLE'), { cause: error });
  return error;
}
