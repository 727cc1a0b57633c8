import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { claimApproval, knownApproval, requestApproval } from '../approvals.js';
import type { ApprovalRequested } from '../approval.events.js';
import { type AloneLimits, countAlone, type Movement } from './allowance.js';

/** Act of an administrator. After an approval, the administrator sends the same act again. */
export interface PermittedAct {
  readonly movements: readonly Movement[];
  /** Id of the act that uses the approval. */
  readonly usedBy: string;
  /** Called with 0, 1, 2 and so on, because earlier approvals of the act may have ended. */
  readonly approvalId: (number: number) => string;
  readonly request: () => Omit<ApprovalRequested, 'approvalId'>;
  /** Error code when a second administrator must agree. */
  readonly refusal: 'HOUSE_APPROVAL' | 'REVIEW_APPROVAL';
  /** The administrator needs at least one of these permissions. */
  readonly needs: readonly Permission[];
}

/**
 * Counts an act towards the limits of the day. When a limit would be exceeded, uses or requests an approval.
 * @returns the request of the approval that was used; undefined when the act was counted
 * @throws RuleBroken `refusal` when a second administrator must agree
 */
export async function permitAlone(
  store: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  { movements, usedBy, approvalId: idOf, request, refusal, needs }: PermittedAct,
  limits: AloneLimits,
  context: EventContext,
): Promise<ApprovalRequested | undefined> {
  if (await countAlone(store, movements, limits, context, needs)) return undefined;
  for (let number = 0; ; number += 1) {
    const approvalId = idOf(number);
    const known = await knownApproval(store, approvalId);
    if (!known) await requestApproval(store, { approvalId, ...request() }, context);
    if (!known || known.standing === 'waiting') throw new RuleBroken(refusal);
    if (await claimApproval(store, approvalId, usedBy, context)) return known.requested;
  }
}
