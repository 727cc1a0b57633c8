import { PURCHASE_CALLS } from '../../contracts/customer-side-calls.js';
import type { Service } from '../../contracts/services.js';
import type { CALLS } from '../../contracts/calls.js';
import type { APPROVAL_WORKS } from '../../contracts/admin/money-desk.contract.js';

type Calls = typeof CALLS;

/** Calls by which administrators change something, including purchases from the company's own wallet. */
export type AdministratorAct = {
  [Name in keyof Calls]: Calls[Name] extends {
    readonly kind: 'changes';
    readonly access: 'admin' | 'auditor' | 'buyer' | 'browser-buyer';
  }
    ? Name
    : never;
}[keyof Calls];

export interface Act {
  /**
   * `money`: the act moves kobo or changes a price. `power`: the act decides who may act, or what may leave a
   * wallet.
   */
  readonly moves: 'money' | 'power' | 'nothing';
  /**
   * `day` counts the act towards `ADJUSTMENT_APPROVAL_LIMIT` and `ALONE_DAILY_CAP`. Owners get a mail about the
   * first such act of each administrator in a day, and one at half of the limit.
   */
  readonly limit: 'day' | 'none';
  /** Condition under which a second administrator must agree. */
  readonly second:
    | 'never'
    | 'above-limit'
    | 'above-limit-or-had'
    | 'lower-cost'
    | 'other-plan'
    | 'other-terms'
    | 'account-or-charge'
    | 'contacts'
    | 'link'
    | 'always';
  /** Field `work` of the approval request that this act creates. */
  readonly work?: (typeof APPROVAL_WORKS)[number];
  /** People who get a mail about the act. */
  readonly told: readonly ('customer' | 'administrator' | 'owners')[];
  /** True when the last proof (sign-in or `proveAgain`) must be younger than 15 minutes. */
  readonly stepUp: boolean;
  /**
   * True when the permission must be older than `NEW_FOR_MS`. Acts with `limit` need a second administrator
   * before. A text is the reason why a new administrator may do the act alone.
   */
  readonly settled: boolean | string;
  /** True for acts that an administrator does to at most `CUSTOMERS_A_DAY` customers. */
  readonly ofCustomer: boolean;
}

export const CUSTOMERS_A_DAY = 200;

const HARMLESS: Act = {
  moves: 'nothing',
  limit: 'none',
  second: 'never',
  told: [],
  stepUp: false,
  settled: false,
  ofCustomer: false,
};
const MONEY: Act = { ...HARMLESS, moves: 'money' };
const POWER: Act = { ...HARMLESS, moves: 'power' };
const AT_DESK: Act = { ...MONEY, limit: 'day', second: 'above-limit', told: ['owners'], stepUp: true };
const SETTLED: Act = { ...POWER, settled: true };
const PROVEN: Act = { ...POWER, stepUp: true };
const OWNERS: Act = { ...PROVEN, settled: true, told: ['owners'] };
const OWN_SIGN_IN: Act = { ...POWER, told: ['administrator'], settled: 'changes only the own sign-in' };
const ENDS_HARM = 'takes nothing, and ends harm';
const INVITED = 'the invited account is new itself';
const TAKING: Act = { ...OWNERS, told: ['administrator', 'owners'] };
const PRICE: Act = { ...MONEY, second: 'lower-cost', work: 'price', settled: true };
const PLAN: Act = { ...PRICE, second: 'other-plan' };
const BROADCAST: Act = { ...OWNERS, second: 'link', work: 'broadcast' };
const TIER: Act = { ...MONEY, told: ['owners'], settled: true, ofCustomer: true };
const REVIEW: Act = { ...AT_DESK, work: 'review', told: ['customer', 'owners'] };
const FOR_HOUSE: Act = { ...AT_DESK, work: 'house-spending' };

type PurchaseCall = NonNullable<(typeof PURCHASE_CALLS)[Service]>;
const HOUSE_PURCHASES = Object.fromEntries(
  Object.values(PURCHASE_CALLS).flatMap((call) => (call === undefined ? [] : [[call, FOR_HOUSE]])),
) as Readonly<Record<PurchaseCall, Act>>;

/** A call without rules here does not compile. */
export const ACTS = {
  ...HOUSE_PURCHASES,
  verifyBvn: HARMLESS,
  checkStatus: HARMLESS,

  inviteAdministrator: { ...PROVEN, told: ['owners'], settled: INVITED },
  sendInvitation: { ...PROVEN, settled: INVITED },
  withdrawInvitation: OWNERS,
  changeAccess: TAKING,
  suspendAdministrator: TAKING,
  reinstateAdministrator: OWNERS,
  signOutAdministrator: TAKING,
  endAdministratorSession: TAKING,
  resetSecondFactor: TAKING,
  startSecondFactor: HARMLESS,
  confirmSecondFactor: OWN_SIGN_IN,
  removeSecondFactor: OWN_SIGN_IN,
  beginAdminPasskey: HARMLESS,
  addAdminPasskey: OWN_SIGN_IN,
  nameAdminPasskey: HARMLESS,
  removeAdminPasskey: OWN_SIGN_IN,
  proveAgain: HARMLESS,
  beginProveAgain: HARMLESS,

  markSuccessful: REVIEW,
  refundExternal: REVIEW,
  resolveMany: REVIEW,
  askVendorAgain: HARMLESS,

  switchDataVendor: SETTLED,
  switchAirtimeVendor: SETTLED,
  switchCableVendor: SETTLED,
  switchElectricVendor: SETTLED,
  switchExamVendor: SETTLED,
  setVendorOrder: SETTLED,
  pauseVendor: SETTLED,
  resumeVendor: SETTLED,
  resumeVendorAccount: SETTLED,
  checkVendors: HARMLESS,
  liftVendorRefusal: SETTLED,
  releaseSending: SETTLED,

  setBrand: { ...OWNERS, second: 'contacts', work: 'brand' },
  setLogo: OWNERS,
  removeLogo: OWNERS,
  publishLegalPage: { ...OWNERS, second: 'link', work: 'legal' },

  createBroadcast: BROADCAST,
  activateBroadcast: BROADCAST,
  deactivateBroadcast: { ...POWER, settled: ENDS_HARM },
  acknowledgeAlert: HARMLESS,

  disableNetwork: SETTLED,
  activateNetwork: SETTLED,
  activatePlanType: SETTLED,
  deactivatePlanType: SETTLED,
  setDataPrice: PRICE,
  setAffiliateFee: { ...TIER, ofCustomer: false },
  setPlan: PLAN,
  switchPlan: SETTLED,
  retirePlan: SETTLED,
  switchPlanAtVendor: SETTLED,
  confirmPrices: { ...MONEY, settled: true },
  previewPrices: HARMLESS,
  compareVendorList: HARMLESS,
  applyPrices: PLAN,
  cancelScheduledPrice: { ...MONEY, settled: true },
  setOtherPrice: PRICE,
  setAmountTerms: { ...PRICE, second: 'other-terms', stepUp: true },

  upgradeUser: TIER,
  downgradeUser: TIER,
  freezeUser: { ...POWER, told: ['customer', 'owners'], settled: ENDS_HARM, ofCustomer: true },
  unfreezeUser: { ...SETTLED, told: ['customer', 'owners'] },
  allowPayouts: { ...PROVEN, second: 'always', work: 'payouts', told: ['customer', 'owners'] },
  setCallLimit: { ...SETTLED, ofCustomer: true },
  signOutUser: { ...POWER, settled: ENDS_HARM, ofCustomer: true },
  resendUserCode: HARMLESS,
  updateUser: { ...AT_DESK, work: 'adjustment', told: ['customer', 'owners'], ofCustomer: true },

  adjustBalance: { ...AT_DESK, work: 'adjustment', told: ['customer', 'owners'] },
  creditManually: { ...AT_DESK, second: 'above-limit-or-had', work: 'credit', told: ['customer', 'owners'] },
  fundHouseWallet: { ...AT_DESK, work: 'house' },
  topUpVendor: { ...AT_DESK, work: 'top-up' },
  settleProvider: { ...AT_DESK, work: 'settlement' },
  setFundingTerms: {
    ...MONEY,
    second: 'account-or-charge',
    work: 'bank-account',
    told: ['owners'],
    stepUp: true,
    settled: true,
  },
  grantApproval: { ...MONEY, stepUp: true, settled: 'the permission must be a day older than the request' },
  refuseApproval: { ...HARMLESS, stepUp: true },
  assignUnmatched: {
    ...AT_DESK,
    second: 'above-limit-or-had',
    work: 'assignment',
    told: ['customer', 'owners'],
  },
  returnUnmatched: { ...AT_DESK, work: 'return' },
  dismissUnmatched: { ...MONEY, stepUp: true, settled: true },
  recordChargeback: { ...AT_DESK, work: 'chargeback', told: ['customer', 'owners'] },
  winChargeback: { ...AT_DESK, work: 'chargeback-won', told: ['customer', 'owners'] },
} as const satisfies Readonly<Record<AdministratorAct, Act>>;
