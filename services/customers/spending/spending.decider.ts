import { RuleBroken } from '../../contracts/errors.js';
import type { UserEventDraft } from '../user.events.js';
import type { User } from '../user.state.js';

export interface SetSpending {
  readonly type: 'SetSpending';
  readonly frozen: boolean;
  readonly reason: string;
  /** Id of the newest freeze that the administrator has seen. */
  readonly seen?: string | undefined;
}

/**
 * Freezes or allows the spending of a customer. `SpendingUnfrozen` ends all freezes at once.
 * @throws RuleBroken STALE_EDIT when there is a newer freeze than `seen`
 */
export function setSpending({ frozen, reason, seen }: SetSpending, user: User): readonly UserEventDraft[] {
  const { userId, freezes = [] } = user;
  if ((user.frozen ?? false) === frozen) return [];
  if (frozen) return [{ type: 'SpendingFrozen', data: { userId, reason } }];
  const newest = freezes.at(-1);
  if (newest && seen !== undefined && newest.id !== seen)
    throw new RuleBroken('STALE_EDIT', { what: 'The reason why spending is stopped', now: newest.reason });
  return [{ type: 'SpendingUnfrozen', data: { userId, reason } }];
}

/** @throws RuleBroken(SPENDING_FROZEN) */
export function requireSpending({ frozen }: { readonly frozen?: boolean | undefined }): void {
  if (frozen) throw new RuleBroken('SPENDING_FROZEN');
}
