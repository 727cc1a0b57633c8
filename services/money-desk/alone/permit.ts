import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { claimApproval, knownApproval, requestApproval } from '../approvals.js';
import type { ApprovalRequested } from '../approval.events.js';
import { type AloneLimits, countAlone, type Movement } from './allowance.js';

/** Act of an administrator. After an approval, the administrator sends the same act again. */
export interface PermittedAct {
  readonly movement: Movement;
  /** Returns the id of the approval with this number. When an approval has ended, the next number is used. */
  readonly approvalId: (number: number) => string;
  readonly request: () => Omit<ApprovalRequested, 'approvalId'>;
  /** Error code of the answer while a second administrator must agree. */
  readonly refusal: 'HOUSE_APPROVAL' | 'REVIEW_APPROVAL';
  /** Permissions that allow the act. The administrator needs one of them. */
  readonly needs: readonly Permission[];
}

/**
 * Counts an act towards the limits of the day. When a limit would be exceeded, uses or requests an approval.
 * @throws RuleBroken `refusal` when a second administrator must agree. Their approval was already requested.
 */
export async function permitAlone(
  store: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  { movement, approvalId: idOf, request, refusal, needs }: PermittedAct,
  limits: AloneLimits,
  context: EventContext,
): Promise<void> {
  if (await countAlone(store, movement, limits, context, needs)) return;
  for (let number = 0; ; number += 1) {
    const approvalId = idOf(number);
    const known = await knownApproval(store, approvalId);
    if (!known) await requestApproval(store, { approvalId, ...request() }, context);
    if (!known || known.standing === 'waiting') throw new RuleBroken(refusal);
    if (await claimApproval(store, approvalId, movement.commandId, context)) return;
  }
}
