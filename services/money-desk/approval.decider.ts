import type { Actor } from '../../infra/event-store/event-store.js';
import { NEW_FOR_MS } from '../administrators/access/access.decider.js';
import { RuleBroken } from '../contracts/errors.js';
import { lettersOf } from '../funding/dispute.decider.js';
import type { ApprovalEvent, ApprovalRequested } from './approval.events.js';

export type Standing = 'waiting' | 'granted' | 'refused' | 'applied' | 'lapsed';

export interface Approval {
  readonly requested: ApprovalRequested;
  readonly requestedBy: Actor;
  /** ISO 8601. */
  readonly requestedAt: string;
  readonly correlationId: string;
  readonly standing: Standing;
  readonly decidedBy?: string;
  readonly grantedIn?: string;
  /** Time of the grant, ISO 8601. */
  readonly grantedAt?: string;
  /** Order that used the approval. */
  readonly usedBy?: string;
  /** Reason of a refusal, or of a failure after the approval. */
  readonly why?: string;
}

export type ApprovalFact = ApprovalEvent extends infer Event
  ? Event extends ApprovalEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export function evolve(approval: Approval | undefined, event: ApprovalEvent): Approval | undefined {
  if (event.type === 'ApprovalRequested')
    return {
      requested: event.data,
      requestedBy: event.actor,
      requestedAt: event.at,
      correlationId: event.correlationId,
      standing: 'waiting',
    };
  if (!approval) return undefined;
  switch (event.type) {
    case 'ApprovalGranted':
      return {
        ...approval,
        standing: 'granted',
        decidedBy: event.actor.id,
        grantedIn: event.id,
        grantedAt: event.at,
      };
    case 'ApprovalRefused':
      return { ...approval, standing: 'refused', decidedBy: event.actor.id, why: event.data.reason };
    case 'ApprovalApplied':
      return {
        ...approval,
        standing: 'applied',
        ...(event.data.usedBy !== undefined && { usedBy: event.data.usedBy }),
      };
    case 'ApprovalLapsed':
      return { ...approval, standing: 'lapsed', why: event.data.why };
  }
}

/**
 * Asks for an approval. A repeated request stores nothing.
 * @throws RuleBroken CHANGE_CONFLICT when the id belongs to another request
 */
export function request(
  wanted: ApprovalRequested,
  by: string,
  approval: Approval | undefined,
): ApprovalFact[] {
  if (!approval) return [{ type: 'ApprovalRequested', data: wanted }];
  if (approval.requestedBy.id !== by || plain(approval.requested) !== plain(wanted))
    throw new RuleBroken('CHANGE_CONFLICT');
  return [];
}

const plain = ({ userId, reason, work }: ApprovalRequested): string => {
  const parts = 'line' in work ? work.line : 'payment' in work ? work.payment : work;
  const facts = { ...parts, type: work.type };
  const told = Object.entries(facts).map(([field, value]) => [
    field,
    field === 'bank' ? lettersOf(String(value)) : value,
  ]);
  return JSON.stringify([userId, reason, told.toSorted()]);
};

/**
 * Grants or refuses a request. The requester may refuse the request but not grant it. A repeated decision by
 * the same administrator stores nothing.
 * @throws RuleBroken APPROVAL_NOT_FOUND, APPROVAL_OWN, APPROVAL_DECIDED
 */
export function decideAbout(
  decision: { readonly grant: true } | { readonly grant: false; readonly reason: string },
  by: string,
  approval: Approval | undefined,
): ApprovalFact[] {
  if (!approval) throw new RuleBroken('APPROVAL_NOT_FOUND');
  const { standing, decidedBy } = approval;
  const { approvalId, userId } = approval.requested;
  if (decision.grant && approval.requestedBy.id === by) throw new RuleBroken('APPROVAL_OWN');
  if (standing !== 'waiting') {
    if (decidedBy === by && decision.grant === (standing !== 'refused')) return [];
    throw new RuleBroken('APPROVAL_DECIDED', { how: standing === 'refused' ? 'refused' : 'approved' });
  }
  return decision.grant
    ? [{ type: 'ApprovalGranted', data: { approvalId, userId } }]
    : [{ type: 'ApprovalRefused', data: { approvalId, userId, reason: decision.reason } }];
}

/**
 * True when the person had the permission for `NEW_FOR_MS` before the request. Otherwise, owners could
 * approve their own requests with an account that they just invited or promoted. A future time of the request
 * is replaced by `now`.
 * @param givenAt ISO 8601; `undefined` for a permission that `create-admin` gave
 */
export const isSettled = (
  { requestedAt }: Pick<Approval, 'requestedAt'>,
  givenAt: string | undefined,
  now: Date,
): boolean =>
  givenAt === undefined ||
  Math.min(Date.parse(requestedAt), now.getTime()) - Date.parse(givenAt) >= NEW_FOR_MS;

/**
 * Stores once how the approved work ended.
 * @param why reason of a failure; `undefined` on success
 */
export function conclude(why: string | undefined, approval: Approval | undefined): ApprovalFact[] {
  if (approval?.standing !== 'granted') return [];
  const { approvalId, userId } = approval.requested;
  return why === undefined
    ? [{ type: 'ApprovalApplied', data: { approvalId, userId } }]
    : [{ type: 'ApprovalLapsed', data: { approvalId, userId, why } }];
}

/** An approval of an order can be used for this many milliseconds after its grant. */
const USABLE_MS = 24 * 3_600_000;

/** Uses a granted approval for the order `usedBy`. Ends an approval that is too old. */
export function claim(usedBy: string, now: Date, approval: Approval | undefined): ApprovalFact[] {
  if (approval?.standing !== 'granted') return [];
  const { approvalId, userId } = approval.requested;
  if (now.getTime() - Date.parse(approval.grantedAt ?? '') >= USABLE_MS)
    return conclude('It was not used within 24 hours.', approval);
  return [{ type: 'ApprovalApplied', data: { approvalId, userId, usedBy } }];
}
