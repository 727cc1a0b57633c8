import type { EventStore } from '../../../infra/event-store/event-store.js';
import { START } from '../../wallet/testing/given-wallet.js';
import type { WalletProcess } from '../../wallet/testing/wallet-process.js';
import type { Approval } from '../approval.decider.js';
import { decideApproval, finishApproval } from '../approvals.js';

const HOUR_MS = 3_600_000;

/** Context of the administrator `id`. */
export const by = (id: string, hours = 0) =>
  ({
    actor: { kind: 'admin', id },
    correlationId: id,
    now: new Date(START.getTime() + hours * HOUR_MS),
  }) as const;

export async function approvalIdsIn(store: Pick<EventStore, 'readAll'>): Promise<string[]> {
  const events = await store.readAll(0, 1_000);
  return events.flatMap(({ type, data }) =>
    type === 'ApprovalRequested' ? [String(data['approvalId'])] : [],
  );
}

export const finishIn = (
  { connection: eventStore, wallets }: WalletProcess,
  approvalId: string,
): Promise<Approval> => finishApproval({ eventStore, wallets }, approvalId);

/** Lets `eve` grant the newest request, and returns its id. */
export async function grantNewest(store: EventStore, hours = 0): Promise<string> {
  const approvalId = (await approvalIdsIn(store)).at(-1)!;
  await decideApproval(store, approvalId, { grant: true }, by('eve', hours));
  return approvalId;
}

/** Grants a request and does its work. */
export async function grantIn(
  process: WalletProcess,
  approver: string,
  approvalId: string,
): Promise<Approval> {
  await decideApproval(process.connection, approvalId, { grant: true }, by(approver));
  return finishIn(process, approvalId);
}
