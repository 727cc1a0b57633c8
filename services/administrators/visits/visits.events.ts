import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { AdminExport } from '../../contracts/admin/admin-histories.contract.js';

/** Names of personal data that administrators and auditors view, as the activity log shows them. */
export const SHOWN = {
  customers: 'Customers',
  customer: 'Customer',
  purchases: 'Purchases',
  purchase: 'Purchase',
  'house-purchases': 'House purchases',
  reviews: 'Purchases in review',
  payments: 'Payments',
  problems: 'Reported problems',
  approvals: 'Approvals',
  administrators: 'Administrators',
  activity: 'Activity log',
  'account-holders': 'Names of account holders',
} as const;
export type Shown = keyof typeof SHOWN;

/** Names of exported lists in the activity log. Other lists are shown by their own name. */
export const EXPORTED: Readonly<Partial<Record<AdminExport, string>>> = {
  transactions: 'Purchases',
  fundings: 'Payments',
};

/** Sign-in of an administrator or auditor after the password and the second factor. */
export type SignInEvent = NewEvent<'AdministratorSignedIn', { readonly userId: string }>;

export type RefusalEvent = NewEvent<'SignInsRefused', SignInsRefused>;

export type UnfinishedEvent = NewEvent<'SignInsUnfinished', SignInsUnfinished>;

/** Views of personal data by one administrator or auditor. */
export type ViewEvent =
  NewEvent<'PersonalDataViewed', PersonalDataViewed> | NewEvent<'PersonalDataExported', PersonalDataExported>;

/**
 * Refused sign-ins of one account, at most one event an hour. The actor is the account. The origin is that of
 * the last try. The typed name and password are never stored.
 */
export interface SignInsRefused {
  /** Absent for all names that belong to no administrator and no auditor. */
  readonly userId?: string;
  /** Number of tries since the previous event of this stream. */
  readonly tries: number;
  /** Counter of all tries. The counter begins again after `COUNTED_MS`. */
  readonly triesInAll: number;
}

/**
 * Sign-ins with the right password that no second factor followed within ten minutes: perhaps someone else knows
 * the password. At most one event an hour and account. The origin is that of the last one.
 */
export interface SignInsUnfinished {
  readonly userId: string;
  /** Number of browsers since the previous event of this stream. */
  readonly tries: number;
  /** Counter of all of them. The counter begins again after `COUNTED_MS`. */
  readonly triesInAll: number;
}

/** Several views of the same data by the same person in an hour are one event. */
export interface PersonalDataViewed {
  readonly shown: Shown;
  /** Customer whose data was viewed. Absent for lists. */
  readonly userId?: string;
  readonly purchaseId?: string;
}

export interface PersonalDataExported {
  readonly list: AdminExport;
}

export const signInsStream = (userId: string): string => `signins-${userId}`;
export const refusalsStream = (userId: string): string => `refusals-${userId}`;
export const unfinishedStream = (userId: string): string => `unfinished-${userId}`;
export const viewsStream = (userId: string): string => `views-${userId}`;

/** Reads both kinds of counts. */
export const countEvent = eventReader<RefusalEvent | UnfinishedEvent>({
  SignInsRefused: true,
  SignInsUnfinished: true,
});
