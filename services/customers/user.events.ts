import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { IdentityKind } from '../contracts/funding.contract.js';
import type { Role, Tier } from '../contracts/services.js';

/** Facts about one person, in the stream `user-<userId>`. `sealed` is encrypted with the person's key. */
export type UserEvent =
  | NewEvent<'UserRegistered', UserRegistered>
  | NewEvent<'EmailVerified', { readonly userId: string }>
  | NewEvent<'CodeIssued', CodeIssued>
  /** Someone registered with an email that is taken. The owner of the email gets a mail. */
  | NewEvent<'RegistrationRepeated', { readonly userId: string }>
  | NewEvent<
      'ProfileChanged',
      { readonly userId: string; /** `{ firstName, lastName, phone }` */ readonly sealed: string }
    >
  /**
   * An administrator changed the email. The new email is not verified. Access through the old email ends. The
   * person gets a mail.
   */
  | NewEvent<'EmailChanged', EmailChanged>
  /** Ends the claim of an email that the person does not have. Unfinished changes to this email fail. */
  | NewEvent<'EmailClaimVoided', { readonly userId: string }>
  | NewEvent<'PasswordChanged', SecretChanged>
  /**
   * The password is the same but has a new hash. A login replaces a hash that an older system made in another
   * way. Ends no session.
   */
  | NewEvent<
      'PasswordRehashed',
      { readonly userId: string; /** `{ passwordHash }` */ readonly sealed: string }
    >
  /** Revokes the token at a password change, because a thief may have both. */
  | NewEvent<'ApiTokenRevoked', { readonly userId: string }>
  | NewEvent<'PinDropped', { readonly userId: string }>
  | NewEvent<'PinChanged', PinChanged>
  /**
   * Wrong PINs lock the PIN until `lockedUntil` (ISO 8601). When `lockedUntil` is null, the PIN is locked
   * until a reset.
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
  /** Last event of an erased person. The person's key is deleted. */
  | NewEvent<'PersonForgotten', { readonly userId: string }>
  | NewEvent<'PinSet', { readonly userId: string; /** `{ pinMac }` */ readonly sealed: string }>
  | NewEvent<
      'ApiTokenIssued',
      { readonly userId: string; readonly tokenDigest: string; readonly lastFour: string }
    >
  /**
   * Freeze by an administrator or after a disputed payment. Each reason has its own event. Purchases,
   * transfers and charges are refused until `SpendingUnfrozen`.
   */
  | NewEvent<'SpendingFrozen', { readonly userId: string; readonly reason: string }>
  | NewEvent<'SpendingUnfrozen', { readonly userId: string; readonly reason: string }>
  /** Calls per second that an administrator allows the account. Null when the usual limits apply. */
  | NewEvent<'CallLimitChanged', { readonly userId: string; readonly perSecond: number | null }>
  /** Ends the delay of payouts early. A second administrator has approved this. */
  | NewEvent<'PayoutsAllowed', { readonly userId: string; readonly approvedBy: string }>
  | NewEvent<'SignedOutEverywhere', { readonly userId: string }>
  | NewEvent<'TierChanged', TierChanged>
  | NewEvent<'AccountReserved', AccountReserved>
  | NewEvent<'AccountIdentityGiven', AccountIdentityGiven>;

export const userStream = (userId: string): string => `user-${userId}`;
export const userOf = (stream: string): string | undefined =>
  stream.startsWith('user-') ? stream.slice('user-'.length) : undefined;
/**
 * Stream of an email. The latest claim names the email's owner, until the email is freed or the claim is
 * ended (`EmailClaims.toClaim`).
 */
export const emailStream = (emailMac: string): string => `email-${emailMac}`;
/** Stream that finds the owner of a token. The stream has one event, `ApiTokenIssued`. */
export const apiTokenStream = (tokenDigest: string): string => `apitoken-${tokenDigest}`;

export type EmailEvent = NewEvent<'EmailClaimed' | 'EmailFreed', { readonly userId: string }>;

export type CodePurpose = 'email' | 'recovery' | 'pin';

/**
 * Code that was mailed to a person. The log does not store the digits of the code. They are derived from
 * `codeId` and a secret of the installation.
 */
export interface CodeIssued {
  readonly userId: string;
  readonly purpose: CodePurpose;
  readonly codeId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface SecretChanged {
  readonly userId: string;
  readonly how: 'old' | 'recovery';
  /** Encrypted `{ passwordHash }` or `{ pinMac }` */
  readonly sealed: string;
}

/** `payoutsFrom` (ISO 8601) is absent in older events. */
export interface EmailChanged {
  readonly userId: string;
  /** Encrypted `{ email, was }` */
  readonly sealed: string;
  readonly payoutsFrom?: string;
}

/** `payoutsFrom` is present after a reset of the PIN. */
export interface PinChanged extends SecretChanged {
  readonly payoutsFrom?: string;
}

export interface PasskeyEnrolled {
  readonly userId: string;
  readonly passkeyId: string;
  /** Highest price that the passkey may approve, kobo digits. A higher price needs the PIN. */
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
  /** Encrypted `{ endpoint, p256dh, auth, device, language, session }`. Older events have no language. */
  readonly sealed: string;
}

export interface PushUnsubscribed {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly why: PushEnd;
}

/** `gone` means that the push service reports the subscription as expired. */
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
  /** Monthly statement by mail. The default is off. */
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
 * The customer gave a number that identifies a person to the payment providers. The number itself is never
 * stored.
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
  /** End of an erasure. A new `ForgettingBegun` repeats all steps without harm. */
  | NewEvent<'ForgettingFinished', { readonly userId: string }>;

/** Single stream for the erasures of all people, because erasures are rare. */
export const FORGETTINGS_STREAM = 'forgettings';

export const forgettingEvent = eventReader<ForgettingEvent>({
  ForgettingBegun: true,
  ForgettingFinished: true,
});

/** Event that adds kinds of password hashes. Customers from older systems have such hashes. */
export type OldHashesEvent = NewEvent<'OldHashesAdmitted', OldHashesAdmitted>;

export interface OldHashesAdmitted {
  /** All kinds so far, such as `bcrypt 12` or `argon2id m=65536,t=4,p=1`. */
  readonly kinds: readonly string[];
}

export const OLD_HASHES_STREAM = 'old-password-hashes';

export const oldHashesEvent = eventReader<OldHashesEvent>({ OldHashesAdmitted: true });
