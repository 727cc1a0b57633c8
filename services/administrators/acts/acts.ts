import type { CALLS } from '../../contracts/calls.js';
import type { APPROVAL_WORKS } from '../../contracts/admin/money-desk.contract.js';

type Calls = typeof CALLS;

/** Calls by which administrators change something, including purchases for the house. */
export type AdministratorAct = {
  [Name in keyof Calls]: Calls[Name] extends {
    readonly kind: 'changes';
    readonly access: 'admin' | 'auditor' | 'buyer' | 'browser-buyer';
  }
    ? Name
    : never;
}[keyof Calls];

export interface Act {
  /** `money` moves kobo or a price; `power` decides who may act, or what may leave a wallet. */
  readonly moves: 'money' | 'power' | 'nothing';
  /** `day` counts towards `ADJUSTMENT_APPROVAL_LIMIT` of the administrator, and towards `ALONE_DAILY_CAP`. */
  readonly limit: 'day' | 'none';
  /** When a second administrator must agree. */
  readonly second: 'never' | 'above-limit' | 'below-cost' | 'new-account' | 'always';
  /** `work` of the approval that the act asks for. */
  readonly work?: (typeof APPROVAL_WORKS)[number];
  /** People who get a mail. */
  readonly told: readonly ('customer' | 'administrator' | 'owners')[];
  /** True when the second factor is asked again. */
  readonly stepUp: boolean;
}

const HARMLESS: Act = { moves: 'nothing', limit: 'none', second: 'never', told: [], stepUp: false };
const MONEY: Act = { ...HARMLESS, moves: 'money' };
const POWER: Act = { ...HARMLESS, moves: 'power' };
const AT_DESK: Act = { ...MONEY, limit: 'day', second: 'above-limit' };
const FOR_HOUSE: Act = { ...AT_DESK, work: 'house-spending' };

/** Rules of every act. A call without a row does not compile. */
export const ACTS = {
  buyAirtime: FOR_HOUSE,
  buyData: FOR_HOUSE,
  payCable: FOR_HOUSE,
  payElectricity: FOR_HOUSE,
  buyExam: FOR_HOUSE,
  sendSms: FOR_HOUSE,
  fundBet: FOR_HOUSE,
  transferMoney: FOR_HOUSE,
  verifyBvn: HARMLESS,
  checkStatus: HARMLESS,

  inviteAdministrator: { ...POWER, told: ['owners'] },
  sendInvitation: POWER,
  withdrawInvitation: { ...POWER, told: ['owners'] },
  changeAccess: { ...POWER, told: ['owners'] },
  suspendAdministrator: { ...POWER, told: ['owners'] },
  reinstateAdministrator: { ...POWER, told: ['owners'] },
  signOutAdministrator: POWER,
  endAdministratorSession: POWER,
  resetSecondFactor: { ...POWER, told: ['administrator', 'owners'] },
  startSecondFactor: HARMLESS,
  confirmSecondFactor: { ...POWER, told: ['administrator'] },
  removeSecondFactor: { ...POWER, told: ['administrator'] },
  beginAdminPasskey: HARMLESS,
  addAdminPasskey: { ...POWER, told: ['administrator'] },
  nameAdminPasskey: HARMLESS,
  removeAdminPasskey: { ...POWER, told: ['administrator'] },

  markSuccessful: MONEY,
  refundExternal: MONEY,
  resolveMany: MONEY,
  askVendorAgain: HARMLESS,

  switchDataVendor: POWER,
  switchAirtimeVendor: POWER,
  switchCableVendor: POWER,
  switchElectricVendor: POWER,
  switchExamVendor: POWER,
  setVendorOrder: POWER,
  pauseVendor: POWER,
  resumeVendor: POWER,
  resumeVendorAccount: POWER,
  checkVendors: HARMLESS,
  liftVendorRefusal: POWER,
  releaseSending: POWER,

  createBroadcast: POWER,
  activateBroadcast: POWER,
  deactivateBroadcast: POWER,
  acknowledgeAlert: HARMLESS,

  disableNetwork: POWER,
  activateNetwork: POWER,
  activatePlanType: POWER,
  deactivatePlanType: POWER,
  setDataPrice: MONEY,
  setAffiliateFee: MONEY,
  setPlan: MONEY,
  switchPlan: POWER,
  retirePlan: POWER,
  switchPlanAtVendor: POWER,
  confirmPrices: MONEY,
  previewPrices: HARMLESS,
  applyPrices: MONEY,
  cancelScheduledPrice: MONEY,
  setOtherPrice: MONEY,

  upgradeUser: MONEY,
  downgradeUser: MONEY,
  freezeUser: POWER,
  unfreezeUser: POWER,
  allowPayouts: { ...POWER, second: 'always', work: 'payouts', told: ['owners'] },
  setCallLimit: POWER,
  signOutUser: POWER,
  resendUserCode: HARMLESS,
  updateUser: { ...AT_DESK, work: 'adjustment', told: ['customer', 'owners'] },

  adjustBalance: { ...AT_DESK, work: 'adjustment' },
  creditManually: { ...AT_DESK, work: 'credit' },
  fundHouseWallet: { ...AT_DESK, work: 'house' },
  topUpVendor: { ...AT_DESK, work: 'top-up' },
  settleProvider: { ...AT_DESK, work: 'settlement' },
  setFundingTerms: { ...MONEY, second: 'new-account', work: 'bank-account', told: ['owners'] },
  grantApproval: MONEY,
  refuseApproval: HARMLESS,
  assignUnmatched: { ...AT_DESK, work: 'assignment' },
  returnUnmatched: { ...AT_DESK, work: 'return' },
  dismissUnmatched: MONEY,
  recordChargeback: { ...AT_DESK, work: 'chargeback' },
  winChargeback: { ...AT_DESK, work: 'chargeback-won' },
} as const satisfies Readonly<Record<AdministratorAct, Act>>;
