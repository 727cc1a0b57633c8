import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { IdentityKind } from '../contracts/funding.contract.js';
import type { Role, Tier } from '../contracts/services.js';

/**
 * Events of one person, in the stream `user-<userId>`. The field `sealed` is encrypted with the
 * person's key.
 */
export type UserEvent =
  | NewEvent<'UserRegistered', UserRegistered>
  /**
   * The person accepted the legal pages that the registration showed. Stored only when pages were
   * published.
   */
  | NewEvent<'TermsAccepted', TermsAccepted>
  | NewEvent<'EmailVerified', { readonly userId: string }>
  | NewEvent<'CodeIssued', CodeIssued>
  /** Another person tried to register with the email of this user. The user gets a mail. */
  | NewEvent<'RegistrationRepeated', { readonly userId: string }>
  | NewEvent<
      'ProfileChanged',
      { readonly userId: string; /** `{ firstName, lastName, phone }` */ readonly sealed: string }
    >
  /**
   * An administrator changed the email. The new email is not verified yet. Access through the old
   * email ends. The person gets a mail.
   */
  | NewEvent<'EmailChanged', EmailChanged>
  /** Ends the claim of an email that the person does not have. A running change to this email then fails. */
  | NewEvent<'EmailClaimVoided', { readonly userId: string }>
  | NewEvent<'PasswordChanged', SecretChanged>
  /**
   * Stores a new hash of the same password, when a login finds a hash of an older system. No session ends.
   */
  | NewEvent<
      'PasswordRehashed',
      { readonly userId: string; /** `{ passwordHash }` */ readonly sealed: string }
    >
  /**
   * Revokes the API token when the password changes, because a thief who knows the password may
   * also have the token.
   */
  | NewEvent<'ApiTokenRevoked', { readonly userId: string }>
  | NewEvent<'PinDropped', { readonly userId: string }>
  | NewEvent<'PinChanged', PinChanged>
  /**
   * Locks the PIN after wrong PINs, until `lockedUntil` (ISO 8601). When `lockedUntil` is null, the
   * PIN stays locked until it is reset.
   */
  | NewEvent<'PinLocked', { readonly userId: string; readonly lockedUntil: string | null }>
  | NewEvent<'PasskeyEnrolled', PasskeyEnrolled>
  | NewEvent<'PasskeyLimitChanged', PasskeyLimitChanged>
  | NewEvent<'PasskeyRevoked', PasskeyRevoked>
  | NewEvent<'PushSubscribed', PushSubscribed>
  | NewEvent<'PushUnsubscribed', PushUnsubscribed>
  | NewEvent<'BeneficiarySaved', BeneficiarySaved>
  | NewEvent<'BeneficiaryRemoved', { readonly userId: string; readonly beneficiaryId: string }>
  | NewEvent<'NoticeSettingsChanged', { readonly userId: string; readonly notices: NoticeSettings }>
  /** Last event of a person who was erased. The person's key is already deleted. */
  | NewEvent<'PersonForgotten', { readonly userId: string }>
  | NewEvent<'PinSet', { readonly userId: string; /** `{ pinMac }` */ readonly sealed: string }>
  | NewEvent<'ApiTokenIssued', ApiTokenIssued>
  /**
   * Freezes spending, by an administrator or after a disputed payment. Each reason has an event of
   * its own. Purchases, transfers and charges are refused until `SpendingUnfrozen`.
   */
  | NewEvent<'SpendingFrozen', { readonly userId: string; readonly reason: string }>
  | NewEvent<'SpendingUnfrozen', { readonly userId: string; readonly reason: string }>
  /** Calls per second that an administrator allows the customer. Null means the usual limits. */
  | NewEvent<'CallLimitChanged', { readonly userId: string; readonly perSecond: number | null }>
  /** Ends the delay of payouts early, with the approval of a second administrator. */
  | NewEvent<'PayoutsAllowed', { readonly userId: string; readonly approvedBy: string }>
  | NewEvent<'SignedOutEverywhere', { readonly userId: string }>
  | NewEvent<'TierChanged', TierChanged>
  | NewEvent<'AccountReserved', AccountReserved>
  | NewEvent<'AccountIdentityGiven', AccountIdentityGiven>;

export const userStream = (userId: string): string => `user-${userId}`;
export const userOf = (stream: string): string | undefined =>
  stream.startsWith('user-') ? stream.slice('user-'.length) : undefined;
/**
 * The latest claim in the stream of an email tells who owns the email. An email has no owner after
 * it was freed, or after its claim was ended (`EmailClaims.toClaim`).
 */
export const emailStream = (emailMac: string): string => `email-${emailMac}`;
export const phoneStream = (phoneMac: string): string => `phone-${phoneMac}`;
/** The only event of the stream, `ApiTokenIssued`, names the owner of the token. */
export const apiTokenStream = (tokenDigest: string): string => `apitoken-${tokenDigest}`;

export type EmailEvent = NewEvent<'EmailClaimed' | 'EmailFreed', { readonly userId: string }>;

export type PhoneEvent = NewEvent<'PhoneClaimed' | 'PhoneFreed', { readonly userId: string }>;

export type CodePurpose = 'email' | 'recovery' | 'pin';

/**
 * Code that was mailed to a person. The log does not contain the digits of the code. They are
 * computed from `codeId` and a secret of the installation.
 */
export interface CodeIssued {
  readonly userId: string;
  readonly purpose: CodePurpose;
  readonly codeId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface ApiTokenIssued {
  readonly userId: string;
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly tokenDigest: string;
  /** Empty for a token of an older system, because only its digest is known. */
  readonly lastFour: string;
  /** ISO 8601. Absent for a token without an end. */
  readonly validUntil?: string;
}

/** Accepted version of each legal page. A page that was not published is absent. */
export interface TermsAccepted {
  readonly userId: string;
  readonly terms?: number;
  readonly privacy?: number;
  readonly refunds?: number;
}

export interface SecretChanged {
  readonly userId: string;
  readonly how: 'old' | 'recovery';
  /** Encrypted `{ passwordHash }` or `{ pinMac }` */
  readonly sealed: string;
}

/** New email of a user. `payoutsFrom` (ISO 8601) is absent in older events. */
export interface EmailChanged {
  readonly userId: string;
  /** Encrypted `{ email, was }` */
  readonly sealed: string;
  readonly payoutsFrom?: string;
}

/** New PIN of a user. `payoutsFrom` is present only when the PIN was reset. */
export interface PinChanged extends SecretChanged {
  readonly payoutsFrom?: string;
}

export interface PasskeyEnrolled {
  readonly userId: string;
  readonly passkeyId: string;
  /** Maximum price in kobo, as a decimal string, that the passkey may approve. A higher price needs the PIN. */
  readonly limit: string;
  /** Encrypted `{ credentialId, publicKey, counter, device }` */
  readonly sealed: string;
}

export type PasskeyLimitChanged = Omit<PasskeyEnrolled, 'sealed'>;

export interface PasskeyRevoked {
  readonly userId: string;
  readonly passkeyId: string;
  readonly why: PasskeyRevocation;
}

/** `removed` means that the person removed the passkey. */
export type PasskeyRevocation = 'removed' | 'signed-out' | 'pin-reset' | 'password-changed' | 'email-changed';

export interface PushSubscribed {
  readonly userId: string;
  readonly subscriptionId: string;
  /**
   * Encrypted `{ endpoint, p256dh, auth, device, language, session }`. Events of older versions
   * contain no `language`.
   */
  readonly sealed: string;
}

export interface PushUnsubscribed {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly why: PushEnd;
}

/** `gone` means that the push service no longer knows the subscription. */
export type PushEnd = 'removed' | 'signed-out' | 'gone';

export interface BeneficiarySaved {
  readonly userId: string;
  readonly beneficiaryId: string;
  /** Encrypted `{ service, recipient, name, provider, kind }` */
  readonly sealed: string;
}

export interface NoticeSettings {
  readonly delivered: boolean;
  readonly refunded: boolean;
  /** True when the person gets a monthly statement by mail. Absent means false. */
  readonly statement?: boolean;
}

export interface UserRegistered {
  readonly userId: string;
  readonly role: Role;
  readonly tier: Tier;
  /** Encrypted `{ firstName, lastName, email, phone, passwordHash }` */
  readonly sealed: string;
  /** Defaults to `ALL_NOTICES`. */
  readonly notices?: NoticeSettings;
}

export interface TierChanged {
  readonly userId: string;
  readonly tier: Tier;
  readonly was?: Tier;
}

export interface AccountReserved {
  readonly userId: string;
  readonly provider: string;
  readonly accountReference: string;
  /** Encrypted `{ accounts: [{ bankCode, bankName, accountNumber, accountName }] }` */
  readonly sealed: string;
}

/**
 * The customer gave their BVN or NIN to the payment providers. The number itself is never stored.
 */
export interface AccountIdentityGiven {
  readonly userId: string;
  readonly kind: IdentityKind;
  /** Version of the consent text that the customer saw. */
  readonly consentVersion: string;
  /** Encrypted `{ lastFour, mac }`. `mac` is a keyed digest of the number. */
  readonly sealed: string;
}

/** Event before the append. The append encrypts `personal` as `sealed` and adds `id`, `at` and `actor`. */
export type UserEventDraft = UserEvent extends infer Event
  ? Event extends UserEvent
    ? Draft<Event['type'], Event['data']>
    : never
  : never;

type Draft<Type, Data> = Data extends { readonly sealed: string }
  ? | { readonly type: Type; readonly data: Data; readonly personal?: never }
    | { readonly type: Type; readonly data: Omit<Data, 'sealed'>; readonly personal: object }
  : { readonly type: Type; readonly data: Data; readonly personal?: never };

export const userEvent = eventReader<UserEvent>({
  UserRegistered: true,
  EmailVerified: true,
  CodeIssued: true,
  RegistrationRepeated: true,
  TermsAccepted: true,
  ProfileChanged: true,
  EmailChanged: true,
  EmailClaimVoided: true,
  SignedOutEverywhere: true,
  SpendingFrozen: true,
  SpendingUnfrozen: true,
  CallLimitChanged: true,
  PayoutsAllowed: true,
  PasswordChanged: true,
  PasswordRehashed: true,
  ApiTokenRevoked: true,
  PinDropped: true,
  PinChanged: true,
  PinLocked: true,
  PasskeyEnrolled: true,
  PasskeyLimitChanged: true,
  PasskeyRevoked: true,
  PushSubscribed: true,
  PushUnsubscribed: true,
  BeneficiarySaved: true,
  BeneficiaryRemoved: true,
  NoticeSettingsChanged: true,
  PersonForgotten: true,
  PinSet: true,
  ApiTokenIssued: true,
  TierChanged: true,
  AccountReserved: true,
  AccountIdentityGiven: true,
});

export type ForgettingEvent =
  | NewEvent<'ForgettingBegun', { readonly userId: string }>
  /** End of an erasure. A later `ForgettingBegun` repeats all steps, which is harmless. */
  | NewEvent<'ForgettingFinished', { readonly userId: string }>;

/** Stream for the erasures of all people. A single stream is enough, because erasures are rare. */
export const FORGETTINGS_STREAM = 'forgettings';

export const forgettingEvent = eventReader<ForgettingEvent>({
  ForgettingBegun: true,
  ForgettingFinished: true,
});

/** Event that adds kinds of password hashes, which customers from an older system have. */
export type OldHashesEvent = NewEvent<'OldHashesAdmitted', OldHashesAdmitted>;

export interface OldHashesAdmitted {
  /** All kinds of password hashes that were added so far, such as `argon2id m=65536,t=4,p=1`. */
  readonly kinds: readonly string[];
}

export const OLD_HASHES_STREAM = 'old-password-hashes';

export const oldHashesEvent = eventReader<OldHashesEvent>({ OldHashesAdmitted: true });
