import { ADMIN_EXPORT_PATH, ADMIN_EXPORTS } from '../../contracts/admin/admin-histories.contract.js';
import { AUDIT_PATHS, type AuditRead, HOUSE_WALLET } from '../../contracts/admin/audit.contract.js';
import { ADMIN_LIVE_PATH, type CallName, type CALLS } from '../../contracts/calls.js';
import { RECEIPT_PATH, RECEIPT_PROOF_PATH } from '../../contracts/history.contract.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { PersonalDataExported, PersonalDataViewed, Shown } from './visits.events.js';

type Calls = typeof CALLS;

/** Calls with which administrators or auditors read data, including data of the house wallet. */
export type StaffRead = {
  [Name in keyof Calls]: Calls[Name] extends {
    readonly kind: 'reads';
    readonly access: 'admin' | 'auditor' | 'buyer' | 'browser-buyer';
  }
    ? Name
    : never;
}[keyof Calls];

type Fields = Readonly<Record<string, unknown>>;

/** View of personal data. A list has neither `customer` nor `purchase`. */
export interface View {
  readonly shown: Shown | 'export';
  /** True when the handler sends the answer itself, so the view is stored before the handler runs. */
  readonly isFile?: true;
  /** Id of the customer whose data is shown. `asked` is the body of the call, or the parameters of the route. */
  readonly customer?: (asked: Fields, answer: Fields) => unknown;
  readonly purchase?: (asked: Fields, answer: Fields) => unknown;
}

/**
 * Not a view of personal data: prices, totals, states of the product, own data of the caller, and log entries whose
 * personal data stays encrypted.
 */
const IMPERSONAL = 'impersonal';

const CUSTOMERS: View = { shown: 'customers' };
const PURCHASES: View = { shown: 'purchases' };
const PAYMENTS: View = { shown: 'payments' };
const REVIEWS: View = { shown: 'reviews' };
const HOUSE: View = { shown: 'house-purchases' };
const HOUSE_FILE: View = { ...HOUSE, isFile: true };
const ACCOUNT_HOLDERS: View = { shown: 'account-holders' };

/** Personal data that each call shows to administrators and auditors. A call without an entry does not compile. */
export const CALL_VIEWS = {
  users: CUSTOMERS,
  affiliates: CUSTOMERS,
  user: { shown: 'customer', customer: ({ id }) => id },
  moneyDeskCustomer: { shown: 'customer', customer: (_, { user_id }) => user_id },
  adminTransactions: PURCHASES,
  customTransactions: PURCHASES,
  betFundings: PURCHASES,
  failedExternal: REVIEWS,
  completedExternal: REVIEWS,
  externalSteps: { shown: 'purchase', purchase: ({ id }) => id },
  adminFundings: PAYMENTS,
  fundingHistory: PAYMENTS,
  unmatchedPayments: PAYMENTS,
  chargebacks: PAYMENTS,
  disputablePayment: { shown: 'customer', customer: (_, { user_id }) => user_id },
  problemReports: { shown: 'problems' },
  approvals: { shown: 'approvals' },
  administrators: { shown: 'administrators' },
  activity: { shown: 'activity' },
  transaction: HOUSE,
  transactions: HOUSE,
  validateIuc: ACCOUNT_HOLDERS,
  validateMeter: ACCOUNT_HOLDERS,
  validateBetCustomer: ACCOUNT_HOLDERS,
  bankDetails: ACCOUNT_HOLDERS,

  acceptedPurchase: IMPERSONAL,
  activeVendors: IMPERSONAL,
  adminInfo: IMPERSONAL,
  adminSummary: IMPERSONAL,
  affiliateFee: IMPERSONAL,
  airtimeQuote: IMPERSONAL,
  betPlatforms: IMPERSONAL,
  betQuote: IMPERSONAL,
  broadcasts: IMPERSONAL,
  bvnStatus: IMPERSONAL,
  cablePlans: IMPERSONAL,
  cablePrices: IMPERSONAL,
  cableQuote: IMPERSONAL,
  catalogue: IMPERSONAL,
  catalogueSwitches: IMPERSONAL,
  dataPlanPrices: IMPERSONAL,
  dataPlans: IMPERSONAL,
  dataPlansAlias: IMPERSONAL,
  dataPriceAlias: IMPERSONAL,
  dataQuote: IMPERSONAL,
  electricityQuote: IMPERSONAL,
  examPrice: IMPERSONAL,
  examQuote: IMPERSONAL,
  listBanks: IMPERSONAL,
  moneyDesk: IMPERSONAL,
  operations: IMPERSONAL,
  amountTerms: IMPERSONAL,
  otherPrices: IMPERSONAL,
  ownBrand: IMPERSONAL,
  ownLegalPages: IMPERSONAL,
  plans: IMPERSONAL,
  priceConfirmation: IMPERSONAL,
  priceFile: IMPERSONAL,
  salesOfMonth: IMPERSONAL,
  salesOfWeek: IMPERSONAL,
  salesOfYear: IMPERSONAL,
  salesReport: IMPERSONAL,
  salesToday: IMPERSONAL,
  scheduledPrices: IMPERSONAL,
  secondFactor: IMPERSONAL,
  serviceHealth: IMPERSONAL,
  sitePurse: IMPERSONAL,
  smsQuote: IMPERSONAL,
  transferQuote: IMPERSONAL,
} as const satisfies Readonly<Record<StaffRead, View | typeof IMPERSONAL>>;

const AUDIT_VIEWS = {
  walletSteps: { shown: 'customer', customer: ({ userId }) => userId },
  why: { shown: 'purchase', purchase: (_, { purchaseId }) => purchaseId },
  overview: IMPERSONAL,
  events: IMPERSONAL,
  event: IMPERSONAL,
  streamEvent: IMPERSONAL,
  trialBalance: IMPERSONAL,
  accounts: IMPERSONAL,
  account: IMPERSONAL,
  accountSteps: IMPERSONAL,
  seals: IMPERSONAL,
  consistency: IMPERSONAL,
  eventProof: IMPERSONAL,
  receiptProof: IMPERSONAL,
} as const satisfies Readonly<Record<AuditRead, View | typeof IMPERSONAL>>;

/** Like `CALL_VIEWS`, for routes outside `CALLS`. */
export const ROUTE_VIEWS: Readonly<Record<string, View | typeof IMPERSONAL>> = {
  [`${ADMIN_EXPORT_PATH}:file`]: { shown: 'export', isFile: true },
  [`${RECEIPT_PATH}:file`]: HOUSE_FILE,
  [`${RECEIPT_PROOF_PATH}:reference/proof`]: HOUSE_FILE,
  [ADMIN_LIVE_PATH]: IMPERSONAL,
  ...Object.fromEntries(
    (Object.keys(AUDIT_VIEWS) as AuditRead[]).map((name) => [AUDIT_PATHS[name], AUDIT_VIEWS[name]]),
  ),
};

const viewIn = (
  views: Readonly<Record<string, View | typeof IMPERSONAL>>,
  name: string,
): View | undefined => {
  const view = ownEntry(views, name);
  return view === IMPERSONAL ? undefined : view;
};

export const viewOfCall = (name: CallName): View | undefined => viewIn(CALL_VIEWS, name);
export const viewOfRoute = (path: string): View | undefined => viewIn(ROUTE_VIEWS, path);

/** Ids that are stored. Other text of a request must not enter the log. */
const ID = /^[\w-]{1,64}$/;

/**
 * Returns the data of the event for a view. Undefined when the answer is about no person.
 * @param asked body of the call, or parameters of the route
 */
export function visitOf(
  { shown, customer, purchase }: View,
  asked: Fields,
  answer: Fields,
): PersonalDataViewed | PersonalDataExported | undefined {
  if (shown === 'export') {
    const list = ADMIN_EXPORTS.find((name) => asked['file'] === `${name}.csv`);
    return list && { list };
  }
  const userId = customer?.(asked, answer);
  if (userId === HOUSE_WALLET) return undefined;
  const purchaseId = purchase?.(asked, answer);
  return {
    shown,
    ...(typeof userId === 'string' && ID.test(userId) && { userId }),
    ...(typeof purchaseId === 'string' && ID.test(purchaseId) && { purchaseId }),
  };
}
