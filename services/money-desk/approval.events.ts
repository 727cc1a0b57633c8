import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { CatalogChange } from '../catalog/catalog.decider.js';
import type { BrandContacts, BrandTexts } from '../contracts/brand/brand.js';
import type { LegalPage } from '../contracts/brand/legal-pages.js';
import type { PaymentName } from '../funding/funding.events.js';
import type { StoredFundingTerms } from '../catalog/catalog.events.js';
import type { Return, Settlement, TopUp } from './bank-entry.events.js';

/**
 * Events of the stream `approval-<approvalId>`, for work that needs two administrators. `approvalId` is also
 * the command id of the work, so the work is done only once.
 */
export type ApprovalEvent =
  | NewEvent<'ApprovalRequested', ApprovalRequested>
  | NewEvent<'ApprovalGranted', OfApproval>
  | NewEvent<'ApprovalRefused', OfApproval & { readonly reason: string }>
  | NewEvent<'ApprovalApplied', ApprovalApplied>
  | NewEvent<'ApprovalLapsed', OfApproval & { readonly why: string }>;

interface OfApproval {
  readonly approvalId: string;
  /** Customer whose money moves, or `HOUSE_USER_ID`. */
  readonly userId: string;
}

export interface ApprovalApplied extends OfApproval {
  /**
   * Id of the work that used the approval: a purchase from the company's own wallet, or a decision about
   * purchases. Absent for other work.
   */
  readonly usedBy?: string;
}

export interface ApprovalRequested extends OfApproval {
  /** Reason that the requester wrote. */
  readonly reason: string;
  readonly work: Work;
  /**
   * Encrypted `{ depositor }` of a payment, or `{ recipient }` of a purchase from the company's own wallet.
   * Absent for other work.
   */
  readonly sealed?: string;
  /** Payment or manual credit that may be the same money. Absent when there is none. */
  readonly likely?: PaymentName;
}

/** Amounts are kobo as decimal strings. */
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
  /** Purchase from the company's own wallet. The requester sends the order again after the approval. */
  | { readonly type: 'house-spending'; readonly amount: string }
  /** Decision of a reviewer about purchases. The requester sends the decision again after the approval. */
  | {
      readonly type: 'review';
      readonly decision: 'delivered' | 'refund';
      /** Sum of the prices. */
      readonly amount: string;
      /** References of the purchases. */
      readonly purchases: readonly string[];
    }
  /**
   * Line of our bank statement. Its fields are inside `line`, so that an older version does not mistake them
   * for a credit.
   */
  | BankMovement
  | { readonly type: 'assignment'; readonly payment: AssignedPayment }
  | ReturnMovement
  /** `chargeback` takes disputed money from the wallet. `chargeback-won` returns the money. */
  | {
      readonly type: 'chargeback';
      readonly payment: DisputedPayment & { readonly fee: string; readonly freeze?: true };
    }
  | { readonly type: 'chargeback-won'; readonly payment: DisputedPayment }
  /** Ends the delay of payouts that began with the event `change`. */
  | { readonly type: 'payouts'; readonly change: string }
  | BankAccountChange
  | PriceWork
  /** New contacts, links, sender and texts of the brand. */
  | {
      readonly type: 'brand';
      readonly change: {
        readonly contacts: BrandContacts;
        /** Absent when the texts do not change. */
        readonly texts?: BrandTexts;
        /** `contactsVersion` of the brand at the time of the request. */
        readonly seen: number;
      };
    }
  /** Text of a legal page with a link or a number. `seen` is the version that it replaces. */
  | {
      readonly type: 'legal';
      readonly legal: { readonly page: LegalPage; readonly text: string; readonly seen: number };
    }
  /** Broadcast that is new or shown again, and whose text contains a link or a number. */
  | {
      readonly type: 'broadcast';
      readonly broadcast: { readonly broadcastId: string; readonly title: string; readonly message: string };
    };

export const BY_OWNERS: ReadonlySet<Work['type']> = new Set<Work['type']>(['brand', 'legal']);

/** Change of prices, plans or terms. In `SchedulePrices`, `now` is stored as 0. The time of the approval replaces it. */
export interface PriceWork {
  readonly type: 'price';
  readonly change: Extract<
    CatalogChange,
    { type: 'PriceDataPlan' | 'PricePlan' | 'PricePlans' | 'SchedulePrices' | 'SetAmountTerms' }
  >;
}

/** New bank account for customers who fund manually. */
export interface BankAccountChange {
  readonly type: 'bank-account';
  readonly change: {
    readonly terms: StoredFundingTerms;
    readonly configured: StoredFundingTerms;
    /** Version of the terms at the time of the request. */
    readonly seen: number;
  };
}

/** Amounts are kobo as decimal strings. */
export interface DisputedPayment {
  readonly provider: string;
  readonly transactionReference: string;
  readonly dispute: string;
  readonly amount: string;
  readonly evidence: string;
}

/**
 * Payment that is assigned to a customer. Amounts are kobo as decimal strings. `charge` is fixed when the
 * approval is requested.
 */
export interface AssignedPayment {
  readonly provider: string;
  readonly transactionReference: string;
  readonly amount: string;
  readonly charge: string;
}

/** Movement between our bank and a vendor or payment provider. */
export type BankMovement =
  | { readonly type: 'top-up'; readonly line: TopUp }
  | { readonly type: 'settlement'; readonly line: Settlement };

export interface ReturnMovement {
  readonly type: 'return';
  readonly line: Return;
}

export const approvalStream = (approvalId: string): string => `approval-${approvalId}`;

export const approvalEvent = eventReader<ApprovalEvent>({
  ApprovalRequested: true,
  ApprovalGranted: true,
  ApprovalRefused: true,
  ApprovalApplied: true,
  ApprovalLapsed: true,
});

/**
 * Kobo that an administrator moved alone. The stream is `moved-alone-<administrator>-<yyyy-MM-dd>` (Lagos
 * day). The event is stored before the money moves, so that parallel movements cannot exceed the limit.
 */
export type AllowanceEvent = NewEvent<'MovedAlone', MovedAlone>;

export interface MovedAlone {
  readonly commandId: string;
  /** Stream of the wallet, payment or bank statement line that changes. Absent in older events. */
  readonly subject?: string;
  /** Kobo as a decimal string. */
  readonly amount: string;
}

/** Used instead of an administrator's id for the stream that counts the movements of all administrators. */
export const EVERYONE = 'everyone';

const ALLOWANCES = 'moved-alone-';

export const isOwnAllowance = (stream: string): boolean =>
  stream.startsWith(ALLOWANCES) && !stream.startsWith(`${ALLOWANCES}${EVERYONE}-`);

export const allowanceStream = (administratorId: string, day: string): string =>
  `${ALLOWANCES}${administratorId}-${day}`;

export const allowanceEvent = eventReader<AllowanceEvent>({ MovedAlone: true });
