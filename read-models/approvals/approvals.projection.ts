import { projectionOn, type ProjectedEvent } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import type { ApprovalEvent } from '../../services/money-desk/approval.events.js';
import { personOf } from '../forgetting.js';
import { type ApprovalRow, approvalsView } from './approvals.view.js';

type Requested = Extract<ApprovalEvent, { type: 'ApprovalRequested' }>;

function requestedRow(
  { at, actor, data: { approvalId, userId, reason, work } }: Requested,
  opened: ProjectedEvent['opened'],
): ApprovalRow {
  const depositor = opened?.['depositor'];
  const about =
    work.type === 'adjustment'
      ? {
          ...{ kind: work.kind, amount: BigInt(work.after) - BigInt(work.before) },
          ...{ before: BigInt(work.before), after: BigInt(work.after) },
          ...{ bank: null, reference: null, evidence: null },
        }
      : {
          ...{ kind: null, amount: BigInt(work.amount), before: null, after: null },
          ...{ bank: work.bank, reference: work.reference, evidence: work.evidence },
        };
  return {
    approval_id: approvalId,
    user_id: userId,
    standing: 'waiting',
    work: work.type,
    ...about,
    depositor: typeof depositor === 'string' ? depositor : null,
    reason,
    requested_by: actor.id,
    ...{ decided_by: null, decided_at: null, why: null },
    at,
  };
}

const set = (
  { data: { approvalId } }: { readonly data: { readonly approvalId: string } },
  columns: Partial<ApprovalRow>,
): readonly Operation[] => [{ op: 'set', key: approvalId, columns }];

/** Administrators are told of each: one waits for another. */
export const approvalsProjection = projectionOn<ApprovalEvent, ApprovalRow>({
  view: approvalsView,
  person: personOf,
  adminList: 'approvals',
  on: {
    ApprovalGranted: (event) =>
      set(event, { standing: 'granted', decided_by: event.actor.id, decided_at: event.at }),
    ApprovalRefused: (event) =>
      set(event, {
        ...{ standing: 'refused', decided_by: event.actor.id, decided_at: event.at },
        why: event.data.reason,
      }),
    ApprovalApplied: (event) => set(event, { standing: 'applied' }),
    ApprovalLapsed: (event) => set(event, { standing: 'lapsed', why: event.data.why }),
  },
  onOpened: {
    ApprovalRequested: (event, opened) => [{ op: 'put', row: requestedRow(event, opened) }],
  },
});
