import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Role, Tier } from '../contracts/services.js';

/** Facts of one person, in stream `user-<userId>`. `sealed` is encrypted with the person's key. */
export type UserEvent =
  | NewEvent<'UserRegistered', UserRegistered>
  | NewEvent<'EmailVerified', { readonly userId: string }>
  | NewEvent<'CodeIssued', CodeIssued>
  /** Somebody registered with an email that has an account: its owner is told by mail, nobody else. */
  | NewEvent<'RegistrationRepeated', { readonly userId: string }>
  | NewEvent<
      'ProfileChanged',
      { readonly userId: string; /** `{ firstName, lastName, phone }` */ readonly sealed: string }
    >
  /** By an administrator. It is not verified, whatever was given to whoever reads the old one ends, and they are told by mail. */
  | NewEvent<'EmailChanged', { readonly userId: string; /** `{ email, was }` */ readonly sealed: string }>
  /**
   * They claimed an email and do not have it: somebody else may claim it from here on. A change to an email that was claimed before
   * this is refused.
   */
  | NewEvent<'EmailClaimVoided', { readonly userId: string }>
  | NewEvent<'PasswordChanged', SecretChanged>
  /** With the password: whoever knew the old one may hold the token too. */
  | NewEvent<'ApiTokenRevoked', { readonly userId: string }>
  /** Set by somebody who never showed that the email is theirs, before its owner took the account back. */
  | NewEvent<'PinDropped', { readonly userId: string }>
  | NewEvent<'PinChanged', SecretChanged>
  /** Wrong PINs locked it. `lockedUntil` is ISO 8601; null until it is reset. */
  | NewEvent<'PinLocked', { readonly userId: string; readonly lockedUntil: string | null }>
  | NewEvent<'PasskeyEnrolled', PasskeyEnrolled>
  | NewEvent<'PasskeyLimitChanged', PasskeyLimitChanged>
  | NewEvent<'PasskeyRevoked', PasskeyRevoked>
  | NewEvent<'PushSubscribed', PushSubscribed>
  | NewEvent<'PushUnsubscribed', PushUnsubscribed>
  | NewEvent<'BeneficiarySaved', BeneficiarySaved>
  | NewEvent<'BeneficiaryRemoved', { readonly userId: string; readonly beneficiaryId: string }>
  | NewEvent<'NoticeSettingsChanged', { readonly userId: string; readonly notices: NoticeSettings }>
  /** The last fact of a person: their key is deleted right after. */
  | NewEvent<'PersonForgotten', { readonly userId: string }>
  | NewEvent<'PinSet', { readonly userId: string; /** `{ pinMac }` */ readonly sealed: string }>
  | NewEvent<
      'ApiTokenIssued',
      { readonly userId: string; readonly tokenDigest: string; readonly lastFour: string }
    >
  /** By an administrator, once for each reason: from the first of them until it is allowed nothing can be bought, transferred or charged. */
  | NewEvent<'SpendingFrozen', { readonly userId: string; readonly reason: string }>
  | NewEvent<'SpendingUnfrozen', { readonly userId: string; readonly reason: string }>
  /** By an administrator: every session of before is void. */
  | NewEvent<'SignedOutEverywhere', { readonly userId: string }>
  | NewEvent<'TierChanged', TierChanged>
  | NewEvent<'AccountReserved', AccountReserved>;

export const userStream = (userId: string): string => `user-${userId}`;
/** Whose stream it is; undefined when it is not that of a person. */
export const userOf = (stream: string): string | undefined =>
  stream.startsWith('user-') ? stream.slice('user-'.length) : undefined;
/** Uniqueness of an email: it belongs to whoever claimed it last, unless it was freed since, or led to nothing (`EmailClaims.toClaim`). */
export const emailStream = (emailMac: string): string => `email-${emailMac}`;
/** Finds the owner of an API token by the token's digest; its one event is ApiTokenIssued. */
export const apiTokenStream = (tokenDigest: string): string => `apitoken-${tokenDigest}`;
/** Finds the owner of a reserved account by our account reference; its one event is AccountReserved. */
export const reservedAccountStream = (accountReference: string): string => `reserved-${accountReference}`;

export type EmailEvent = NewEvent<'EmailClaimed' | 'EmailFreed', { readonly userId: string }>;

/** What a mailed code is good for: the email address, a forgotten password, a forgotten PIN. */
export type CodePurpose = 'email' | 'recovery' | 'pin';

/** A code went out. The digits are not in the log: they follow from the id and a secret of the installation. */
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
  /** `{ passwordHash }` or `{ pinMac }` */
  readonly sealed: string;
}

/** A device of theirs may sign purchases with fingerprint or face, in place of the PIN. */
export interface PasskeyEnrolled {
  readonly userId: string;
  readonly passkeyId: string;
  /** Kobo digits: what costs more is signed with the PIN. */
  readonly limit: string;
  /** `{ credentialId, publicKey, counter, device }` */
  readonly sealed: string;
}

export type PasskeyLimitChanged = Omit<PasskeyEnrolled, 'sealed'>;

export interface PasskeyRevoked {
  readonly userId: string;
  readonly passkeyId: string;
  readonly why: PasskeyRevocation;
}

/** The person removed it; or it went with the sessions, the PIN, the password or the email that it was enrolled under. */
export type PasskeyRevocation = 'removed' | 'signed-out' | 'pin-reset' | 'password-changed' | 'email-changed';

/** A browser of theirs is told what happened while its page is closed. */
export interface PushSubscribed {
  readonly userId: string;
  readonly subscriptionId: string;
  /** `{ endpoint, p256dh, auth, device, language, session }`; the first ones without a language */
  readonly sealed: string;
}

export interface PushUnsubscribed {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly why: PushEnd;
}

/** The person removed it; its session ended; or its push service says that nobody is there. */
export type PushEnd = 'removed' | 'signed-out' | 'gone';

export interface BeneficiarySaved {
  readonly userId: string;
  readonly beneficiaryId: string;
  /** `{ service, recipient, name, provider, kind }` */
  readonly sealed: string;
}

/** Which mails a person wants. */
export interface NoticeSettings {
  readonly delivered: boolean;
  readonly refunded: boolean;
  /** What moved in each month, once it is over; absent: not wanted. */
  readonly statement?: boolean;
}

export interface UserRegistered {
  readonly userId: string;
  readonly role: Role;
  readonly tier: Tier;
  /** `{ firstName, lastName, email, phone, passwordHash }` */
  readonly sealed: string;
  /** Absent: all of them. */
  readonly notices?: NoticeSettings;
}

export interface TierChanged {
  readonly userId: string;
  readonly tier: Tier;
  /** The one before, where an administrator changed it. */
  readonly was?: Tier;
}

export interface AccountReserved {
  readonly userId: string;
  readonly provider: string;
  readonly accountReference: string;
  /** `{ accounts: [{ bankCode, bankName, accountNumber, accountName }] }` */
  readonly sealed: string;
}

/** What a decision stores. `personal` is sealed for the person, as `sealed`, by who appends; so are ids, times and actor added. */
export type UserEventDraft = UserEvent extends infer Event
  ? Event extends UserEvent
    ? Draft<Event['type'], Event['data']>
    : never
  : never;

type Draft<Type, Data> = Data extends { readonly sealed: string }
  ? | { readonly type: Type; readonly data: Data; readonly personal?: never }
    | { readonly type: Type; readonly data: Omit<Data, 'sealed'>; readonly personal: object }
  : { readonly type: Type; readonly data: Data; readonly personal?: never };

/** The event of a person, with the shape its type says; undefined for a type that this version does not know. */
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
  PasswordChanged: true,
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
});

/** Who is being erased, beside the steps themselves: what was begun is known, whatever happens to whoever began it. */
export type ForgettingEvent =
  | NewEvent<'ForgettingBegun', { readonly userId: string }>
  /** Every step is done. Somebody for whom it is begun again afterwards is erased again, which finds all done. */
  | NewEvent<'ForgettingFinished', { readonly userId: string }>;

/** One stream for all of an installation: few are ever forgotten. */
export const FORGETTINGS_STREAM = 'forgettings';

export const forgettingEvent = eventReader<ForgettingEvent>({
  ForgettingBegun: true,
  ForgettingFinished: true,
});
