import { ownEntry } from '../contracts/own-entry.js';
import type { Service } from '../contracts/services.js';
import { accounts } from '../ledger/postings.js';
import type { DataOf, LedgerEvent } from './ledger-events.js';

/** Debit positive, kobo. */
export type Line = readonly [account: string, amount: bigint];

export interface PostingContext {
  serviceOf(purchaseId: string): Service | undefined;
}

export type PostingRule<Data> = (data: Data, context: PostingContext) => readonly Line[];

type PostingRules = { readonly [Type in LedgerEvent['type']]: PostingRule<DataOf<Type>> };

const NOTHING: readonly Line[] = [];
const movesNothing = (): readonly Line[] => NOTHING;

const available = accounts.userAvailable;
const held = accounts.userHeld;

/**
 * Postings that events of each type must have. This file shares no code with `posting-rules.ts`, so
 * that it can find faults in that file.
 */
export const POSTING_RULES: PostingRules = {
  WalletOpened: movesNothing,
  WalletFunded: ({ userId, provider, paid, charge, providerFee }) => [
    ...(provider === 'opening'
      ? ([[accounts.opening, BigInt(paid)]] as const)
      : ([
          [accounts.pspReceivable(provider), BigInt(paid) - BigInt(providerFee)],
          [accounts.pspFee, BigInt(providerFee)],
        ] as const)),
    [available(userId), BigInt(charge) - BigInt(paid)],
    [accounts.fee('funding'), -BigInt(charge)],
  ],
  PurchaseAccepted: ({ userId, price }) => [
    [available(userId), BigInt(price)],
    [held(userId), -BigInt(price)],
  ],
  PurchaseCaptured: ({ userId, service, vendor, price, cost, released = '0' }) => [
    [held(userId), BigInt(price) + BigInt(released)],
    [vendorAccount(service, vendor), -BigInt(cost)],
    earnings(service, BigInt(price), BigInt(cost)),
    [available(userId), -BigInt(released)],
  ],
  PurchaseReleased: ({ userId, price }) => [
    [held(userId), BigInt(price)],
    [available(userId), -BigInt(price)],
  ],
  PurchaseReversed({ userId, service, vendor, price, cost }) {
    const [account, amount] = earnings(service, BigInt(price), BigInt(cost));
    return [
      [vendorAccount(service, vendor), BigInt(cost)],
      [account, -amount],
      [available(userId), -BigInt(price)],
    ];
  },
  UpgradeCharged: ({ userId, amount }) => [
    [available(userId), BigInt(amount)],
    [accounts.fee('upgrade'), -BigInt(amount)],
  ],
  BvnCharged: ({ userId, amount }) => [
    [available(userId), BigInt(amount)],
    [accounts.fee('bvn'), -BigInt(amount)],
  ],
  WalletAdjusted: ({ userId, kind, delta }) => [
    [accounts.adjustment(kind), BigInt(delta)],
    [available(userId), -BigInt(delta)],
  ],
  AdjustmentLapsed: movesNothing,
  ManualFundingCredited: ({ userId, bank, amount }) => [
    [accounts.bank(bank), BigInt(amount)],
    [available(userId), -BigInt(amount)],
  ],
  FundingChargedBack: ({ userId, provider, amount, debited, loss, fee }) => [
    [available(userId), BigInt(debited)],
    [accounts.chargebackLoss, BigInt(loss)],
    [accounts.pspFee, BigInt(fee)],
    [accounts.pspReceivable(provider), -(BigInt(amount) + BigInt(fee))],
  ],
  ChargebackWon: ({ userId, provider, amount, credited, loss }) => [
    [accounts.pspReceivable(provider), BigInt(amount)],
    [accounts.chargebackLoss, -BigInt(loss)],
    [available(userId), -BigInt(credited)],
  ],
  HouseFunded: ({ userId, amount }) => [
    [accounts.houseCapital, BigInt(amount)],
    [available(userId), -BigInt(amount)],
  ],

  PurchaseOpened: movesNothing,
  AttemptStarted: movesNothing,
  AttemptPending: movesNothing,
  AttemptOutcomeUnknown: movesNothing,
  AttemptNotFound: movesNothing,
  AttemptFailed: movesNothing,
  AttemptDelivered: movesNothing,
  PartiallyDelivered: movesNothing,
  ReviewRequired: movesNothing,
  ReviewResolved: movesNothing,
  VendorReversed: movesNothing,
  /** Book the cost of the late delivery as our loss, because the customer was refunded before. */
  LateSuccessDetected: ({ purchaseId, vendor, cost }, purchases) => [
    [accounts.vendorLoss, BigInt(cost)],
    [vendorAccount(purchases.serviceOf(purchaseId), vendor), -BigInt(cost)],
  ],
  AttemptQuestioned: movesNothing,
  AttemptConfirmed: movesNothing,
  ProblemReported: movesNothing,

  FundingReported: movesNothing,
  FundingUnread: movesNothing,
  /** `WalletFunded` books the money. */
  FundingVerified: movesNothing,
  FundingUnmatched: ({ provider, paid, settled }) => [
    [accounts.pspReceivable(provider), BigInt(settled)],
    [accounts.pspFee, BigInt(paid) - BigInt(settled)],
    [accounts.suspense, -BigInt(paid)],
  ],
  FundingRejected: movesNothing,
  /** Reverses the postings of `FundingUnmatched`. Another event books the payment in its owner's wallet. */
  UnmatchedAssigned: ({ provider, paid, settled }) => [
    [accounts.suspense, BigInt(paid)],
    [accounts.pspReceivable(provider), -BigInt(settled)],
    [accounts.pspFee, BigInt(settled) - BigInt(paid)],
  ],
  /** `UnmatchedReturned` books the money. */
  UnmatchedReturnClaimed: movesNothing,
  UnmatchedReturnLapsed: movesNothing,
  /** `FundingChargedBack` books the money. */
  ChargebackClaimed: movesNothing,
  ChargebackLapsed: movesNothing,
  ChargebackWinClaimed: movesNothing,
  DisputeNamed: movesNothing,
  BankSessionNamed: movesNothing,

  AlertRaised: movesNothing,
  AlertCleared: movesNothing,
  AlertAcknowledged: movesNothing,
  AlertDigestWritten: movesNothing,
  AlertDigestTried: movesNothing,
  AlertDigestTaken: movesNothing,
  AlertDigestGivenUp: movesNothing,

  CatalogStarted: movesNothing,
  PricesConfirmed: movesNothing,
  NetworkSwitched: movesNothing,
  PlanTypeSwitched: movesNothing,
  DataPlanSet: movesNothing,
  CablePlanSet: movesNothing,
  ExamSet: movesNothing,
  PlanRetired: movesNothing,
  PlanStoppedAtVendor: movesNothing,
  PlanStartedAtVendor: movesNothing,
  PriceChangeScheduled: movesNothing,
  PriceChangeCancelled: movesNothing,
  PriceChangeRefused: movesNothing,
  DiscoSwitched: movesNothing,
  DiscountSet: movesNothing,
  SellingBelowCostSwitched: movesNothing,
  ActiveVendorChosen: movesNothing,
  VendorOrderSet: movesNothing,
  VendorPaused: movesNothing,
  VendorProbeOpened: movesNothing,
  VendorResumed: movesNothing,
  VendorAccountPaused: movesNothing,
  VendorAccountResumed: movesNothing,
  VendorRefusedProduct: movesNothing,
  VendorRefusalLifted: movesNothing,
  SendingHeld: movesNothing,
  SendingReleased: movesNothing,
  AffiliateFeeSet: movesNothing,
  AmountTermsSet: movesNothing,
  FundingTermsSet: movesNothing,

  BrandSet: movesNothing,
  LegalPagePublished: movesNothing,
  LogoSet: movesNothing,
  LogoRemoved: movesNothing,

  ApprovalRequested: movesNothing,
  ApprovalGranted: movesNothing,
  ApprovalRefused: movesNothing,
  ApprovalApplied: movesNothing,
  ApprovalLapsed: movesNothing,
  MovedAlone: movesNothing,
  /** `ManualFundingCredited` books the money. */
  ManualFundingClaimed: movesNothing,
  VendorFloatToppedUp: ({ vendor, pays, bank, amount }) => [
    [pays === 'transfers' ? accounts.pspPayout(vendor) : accounts.vendorFloat(vendor), BigInt(amount)],
    [accounts.bank(bank), -BigInt(amount)],
  ],
  PspSettled: ({ provider, bank, amount, fee }) => [
    [accounts.bank(bank), BigInt(amount)],
    [accounts.pspFee, BigInt(fee)],
    [accounts.pspReceivable(provider), -(BigInt(amount) + BigInt(fee))],
  ],
  UnmatchedReturned: ({ bank, amount }) => [
    [accounts.suspense, BigInt(amount)],
    [accounts.bank(bank), -BigInt(amount)],
  ],

  CutOverSet: movesNothing,
  ImportPlanned: movesNothing,
  ImportReleased: movesNothing,
  ImportStarted: movesNothing,
  ImportFinished: movesNothing,

  BroadcastCreated: movesNothing,
  BroadcastActivated: movesNothing,
  BroadcastDeactivated: movesNothing,

  UserRegistered: movesNothing,
  TermsAccepted: movesNothing,
  EmailVerified: movesNothing,
  CodeIssued: movesNothing,
  RegistrationRepeated: movesNothing,
  ProfileChanged: movesNothing,
  EmailChanged: movesNothing,
  SignedOutEverywhere: movesNothing,
  SpendingFrozen: movesNothing,
  SpendingUnfrozen: movesNothing,
  CallLimitChanged: movesNothing,
  AccountIdentityGiven: movesNothing,
  PayoutsAllowed: movesNothing,
  PasswordChanged: movesNothing,
  PasswordRehashed: movesNothing,
  OldHashesAdmitted: movesNothing,
  ApiTokenRevoked: movesNothing,
  PinDropped: movesNothing,
  PinLocked: movesNothing,
  PinChanged: movesNothing,
  PasskeyEnrolled: movesNothing,
  PasskeyLimitChanged: movesNothing,
  PasskeyRevoked: movesNothing,
  PushSubscribed: movesNothing,
  PushUnsubscribed: movesNothing,
  BeneficiarySaved: movesNothing,
  BeneficiaryRemoved: movesNothing,
  NoticeSettingsChanged: movesNothing,
  PersonForgotten: movesNothing,
  PinSet: movesNothing,
  ApiTokenIssued: movesNothing,
  TierChanged: movesNothing,
  AccountReserved: movesNothing,
  EmailClaimed: movesNothing,
  EmailClaimVoided: movesNothing,
  EmailFreed: movesNothing,
  PhoneClaimed: movesNothing,
  PhoneFreed: movesNothing,
  ForgettingBegun: movesNothing,
  ForgettingFinished: movesNothing,
  BvnChecked: movesNothing,
  BvnVerified: movesNothing,
  BvnClaimed: movesNothing,
  BvnClaimVoided: movesNothing,
  BvnFreed: movesNothing,
  PermissionsChanged: movesNothing,
  SecondFactorEnrolled: movesNothing,
  SecondFactorUsed: movesNothing,
  RecoveryCodeUsed: movesNothing,
  SecondFactorRemoved: movesNothing,
  AdministratorPasskeyAdded: movesNothing,
  AdministratorPasskeyNamed: movesNothing,
  AdministratorPasskeyUsed: movesNothing,
  AdministratorPasskeyRemoved: movesNothing,
  AdministratorInvited: movesNothing,
  InvitationSentAgain: movesNothing,
  InvitationWithdrawn: movesNothing,
  InvitationAccepted: movesNothing,
  AdministratorSessionEnded: movesNothing,
  AdministratorAccessChanged: movesNothing,
  AdministratorSuspended: movesNothing,
  AdministratorReinstated: movesNothing,
  SecondFactorReset: movesNothing,
  AdministratorSignedIn: movesNothing,
  SignInsRefused: movesNothing,
  SignInsUnfinished: movesNothing,
  PersonalDataViewed: movesNothing,
  PersonalDataExported: movesNothing,
  LedgerBegun: movesNothing,
  OldestVersionNamed: movesNothing,
  LedgerAudited: movesNothing,
  LedgerSealed: movesNothing,
  SecondFactorLocked: movesNothing,
};

export const postingRuleOf = (type: string): PostingRule<never> | undefined => ownEntry(POSTING_RULES, type);

const vendorAccount = (service: Service | undefined, vendor: number): string =>
  service === 'transfer' ? accounts.pspPayout(vendor) : accounts.vendorFloat(vendor);

function earnings(service: Service, price: bigint, cost: bigint): Line {
  if (cost > price) return [accounts.vendorLoss, cost - price];
  return [service === 'transfer' ? accounts.fee(service) : accounts.margin(service), cost - price];
}
