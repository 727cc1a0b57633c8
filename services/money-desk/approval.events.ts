import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { Return, Settlement, TopUp } from './bank-entry.events.js';

/**
 * Money two administrators agree about, in stream `approval-<approvalId>`. Actors of the events are the requester and
 * the decider. `approvalId` is the command id of the work, which is done once.
 */
export type ApprovalEvent =
  | NewEvent<'ApprovalRequested', ApprovalRequested>
  | NewEvent<'ApprovalGranted', OfApproval>
  | NewEvent<'ApprovalRefused', OfApproval & { readonly reason: string }>
  | NewEvent<'ApprovalApplied', OfApproval>
  | NewEvent<'ApprovalLapsed', OfApproval & { readonly why: string }>;

interface OfApproval {
  readonly approvalId: string;
  /** Customer concerned, or `HOUSE_USER_ID`. */
  readonly userId: string;
}

export interface ApprovalRequested extends OfApproval {
  /** Written by the requester. */
  readonly reason: string;
  readonly work: Work;
  /** `{ depositor }` of a payment, encrypted for the customer; absent without one. */
  readonly sealed?: string;
}

/** Amounts are kobo digits. */
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
  /** Kept in `line`: a process of an older version cannot take it for a credit. */
  | BankMovement
  | { readonly type: 'assignment'; readonly payment: AssignedPayment }
  | ReturnMovement
  /** `chargeback` takes a disputed amount; `chargeback-won` gives it back. */
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

/** Kobo digits; `charge` as of the request. */
export interface AssignedPayment {
  readonly provider: string;
  readonly transactionReference: string;
  readonly amount: string;
  readonly charge: string;
}

/** Between our bank and a vendor or provider. */
export type BankMovement =
  | { readonly type: 'top-up'; readonly line: TopUp }
  | { readonly type: 'settlement'; readonly line: Settlement };

export interface ReturnMovement {
  readonly type: 'return';
  readonly line: Return;
}

export const approvalStream = (approvalId: string): string => `approval-${approvalId}`;

/** `undefined` for an event type this version does not know. */
export const approvalEvent = eventReader<ApprovalEvent>({
  ApprovalRequested: true,
  ApprovalGranted: true,
  ApprovalRefused: true,
  ApprovalApplied: true,
  ApprovalLapsed: true,
});

/**
 * Amounts moved alone, in stream `moved-alone-<administrator>-<yyyy-MM-dd>` (Lagos day). Counted before anything
 * moves, so that parallel movements cannot exceed the limit.
 */
export type AllowanceEvent = NewEvent<'MovedAlone', MovedAlone>;

export interface MovedAlone {
  readonly commandId: string;
  /** Stream of the wallet, payment or bank line; absent in older events. */
  readonly subject?: string;
  /** Kobo digits. */
  readonly amount: string;
}

export const allowanceStream = (administratorId: string, day: string): string =>
  `moved-alone-${administratorId}-${day}`;

/** `undefined` for an event type this version does not know. */
export const allowanceEvent = eventReader<AllowanceEvent>({ MovedAlone: true });
