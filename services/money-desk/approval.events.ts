import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { Return, Settlement, TopUp } from './bank-entry.events.js';

/**
 * Money that two administrators have to agree about, in stream `approval-<approvalId>`: who asked and who decided are the
 * actors of the events. What was agreed is done once, under the id of the approval.
 */
export type ApprovalEvent =
  | NewEvent<'ApprovalRequested', ApprovalRequested>
  | NewEvent<'ApprovalGranted', OfApproval>
  | NewEvent<'ApprovalRefused', OfApproval & { readonly reason: string }>
  | NewEvent<'ApprovalApplied', OfApproval>
  | NewEvent<'ApprovalLapsed', OfApproval & { readonly why: string }>;

interface OfApproval {
  readonly approvalId: string;
  /** Whose money it is about. */
  readonly userId: string;
}

export interface ApprovalRequested extends OfApproval {
  /** In the words of whoever asked. */
  readonly reason: string;
  readonly work: Work;
  /** `{ depositor }` of a payment, encrypted for the customer; absent where there is none. */
  readonly sealed?: string;
}

/** What is to be done; kobo digits. */
export type Work =
  | {
      readonly type: 'adjustment';
      readonly kind: AdjustmentKind;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly type: 'credit';
      readonly amount: string;
      readonly bank: string;
      readonly reference: string;
      readonly evidence: string;
    }
  | { readonly type: 'house'; readonly amount: string }
  /** In a part of its own: a process of an older version cannot take it for a credit. */
  | BankMovement
  /** A payment that arrived for nobody known goes to a customer, or back. */
  | { readonly type: 'assignment'; readonly payment: AssignedPayment }
  | ReturnMovement
  /** What was disputed of a payment is taken from the customer, and given back when the dispute is won. */
  | {
      readonly type: 'chargeback';
      readonly payment: DisputedPayment & { readonly fee: string; readonly freeze?: true };
    }
  | { readonly type: 'chargeback-won'; readonly payment: DisputedPayment };

/** Kobo digits. */
export interface DisputedPayment {
  readonly provider: string;
  readonly transactionReference: string;
  readonly dispute: string;
  readonly amount: string;
  readonly evidence: string;
}

/** Kobo digits; our charge is what it was when it was asked for. */
export interface AssignedPayment {
  readonly provider: string;
  readonly transactionReference: string;
  readonly amount: string;
  readonly charge: string;
}

/** Money between a bank of ours and whoever we deal with, which no wallet has to do with. */
export type BankMovement =
  | { readonly type: 'top-up'; readonly line: TopUp }
  | { readonly type: 'settlement'; readonly line: Settlement };

/** What had arrived for nobody known leaves a bank of ours. */
export interface ReturnMovement {
  readonly type: 'return';
  readonly line: Return;
}

export const approvalStream = (approvalId: string): string => `approval-${approvalId}`;

/** The event of an approval with the shape its type says; undefined for a type that this version does not know. */
export const approvalEvent = eventReader<ApprovalEvent>({
  ApprovalRequested: true,
  ApprovalGranted: true,
  ApprovalRefused: true,
  ApprovalApplied: true,
  ApprovalLapsed: true,
});

/**
 * What one administrator moves alone on one Lagos day, in stream `moved-alone-<administrator>-<yyyy-MM-dd>`: it is counted before
 * anything moves, so that many small movements, at once and in any number of processes, are never more than one large one may be.
 */
export type AllowanceEvent = NewEvent<'MovedAlone', MovedAlone>;

export interface MovedAlone {
  /** Names the movement. */
  readonly commandId: string;
  /** Stream of what moves: a wallet, a payment or a line of a bank. Absent where an older version counted. */
  readonly subject?: string;
  /** Kobo digits, counted towards the limit of the day. */
  readonly amount: string;
}

export const allowanceStream = (administratorId: string, day: string): string =>
  `moved-alone-${administratorId}-${day}`;

/** The event with the shape its type says; undefined for a type that this version does not know. */
export const allowanceEvent = eventReader<AllowanceEvent>({ MovedAlone: true });
