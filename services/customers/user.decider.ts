import { RuleBroken } from '../contracts/errors.js';
import type { IdentityKind } from '../contracts/funding.contract.js';
import type { Role, Tier } from '../contracts/services.js';
import { decidePasskeys, revokedPasskeys, type PasskeyCommand } from './passkeys/passkey.decider.js';
import { decidePush, type PushCommand } from './push/push-device.decider.js';
import { setSpending, type SetSpending } from './spending/spending.decider.js';
import type { AccountReserved, NoticeSettings, TermsAccepted, UserEventDraft } from './user.events.js';
import { codesOf, noticesOf, savedAs } from './user.state.js';
import type { IssuedCode, PersonalData, SavedBeneficiary, User } from './user.state.js';

export const BENEFICIARIES_MAX = 200;

export type UserCommand =
  | { readonly type: 'VerifyEmail' }
  | { readonly type: 'IssueCode'; readonly code: IssuedCode }
  | { readonly type: 'NoteRepeatedRegistration' }
  | { readonly type: 'SetPin'; readonly pinMac: string; readonly epoch?: number | undefined }
  | ChangePin
  | LockPin
  | PasskeyCommand
  | PushCommand
  | ChangePassword
  | { readonly type: 'RehashPassword'; readonly was: string; readonly passwordHash: string }
  | ({ readonly type: 'ChangeProfile' } & Pick<PersonalData, 'firstName' | 'lastName' | 'phone'>)
  | { readonly type: 'SaveBeneficiary'; readonly beneficiary: SavedBeneficiary }
  | { readonly type: 'RemoveBeneficiary'; readonly beneficiaryId: string }
  | { readonly type: 'SetNoticeSettings'; readonly wanted: Partial<NoticeSettings> }
  | IssueApiToken
  | EditUser
  /**
   * Ends this user's claim of an email that another person wants. Stores nothing when the user has
   * this email.
   */
  | { readonly type: 'VoidEmailClaim'; readonly email: string }
  | { readonly type: 'SignOut' }
  | SetSpending
  /** Changes the calls per second that the customer may make. Null restores the usual limits. */
  | { readonly type: 'SetCallLimit'; readonly perSecond: number | null }
  | { readonly type: 'KeepReservedAccount'; readonly reserved: AccountReserved }
  | {
      readonly type: 'KeepAccountIdentity';
      readonly kind: IdentityKind;
      readonly lastFour: string;
      readonly mac: string;
      readonly consentVersion: string;
    };

export interface ChangePin {
  readonly type: 'ChangePin';
  readonly pinMac: string;
  readonly proven:
    | { readonly how: 'old'; readonly pinMac: string | undefined }
    | { readonly how: 'recovery'; readonly passwordHash: string; readonly codeId: string };
  readonly now: Date;
  readonly epoch?: number | undefined;
  /** Time (ISO 8601) until which payouts are delayed after a reset of the PIN. */
  readonly payoutsFrom: string;
}

export interface LockPin {
  readonly type: 'LockPin';
  /** Unix milliseconds. */
  readonly until: number;
  /** Time (ISO 8601) at which the lock ends. Null when the PIN is locked until it is reset. */
  readonly lockedUntil: string | null;
}

export type PasswordProof =
  | { readonly how: 'old'; readonly passwordHash: string }
  | { readonly how: 'recovery'; readonly codeId: string };

export interface ChangePassword {
  readonly type: 'ChangePassword';
  readonly passwordHash: string;
  readonly proven: PasswordProof;
  readonly now: Date;
  readonly epoch?: number | undefined;
}

export interface IssueApiToken {
  readonly type: 'IssueApiToken';
  readonly tokenDigest: string;
  readonly lastFour: string;
  readonly epoch?: number | undefined;
  /** `credentialEpoch` that the user had when the person confirmed the password. */
  readonly confirmedEpoch?: number | undefined;
}

export type UserEdit = Partial<Pick<User, 'firstName' | 'lastName' | 'email' | 'tier'>>;

export interface EditUser {
  readonly type: 'Edit';
  readonly wanted: UserEdit;
  readonly seen: UserEdit;
  readonly code: IssuedCode;
  /** Time (ISO 8601) until which payouts are delayed after a change of the email. */
  readonly payoutsFrom: string;
  /**
   * Value of `emailClaimsVoided` before the email was claimed. A higher value at the append means that the
   * claim was ended.
   */
  readonly claimsVoided: number;
}

export interface Register {
  readonly userId: string;
  readonly role: Role;
  readonly tier: Tier;
  readonly personal: PersonalData;
  readonly code?: IssuedCode;
  /** Versions of the published legal pages that the person accepted. */
  readonly accepted?: Omit<TermsAccepted, 'userId'>;
}

export function decideRegistration({
  userId,
  role,
  tier,
  personal,
  code,
  accepted = {},
}: Register): readonly UserEventDraft[] {
  const registered: UserEventDraft = { type: 'UserRegistered', data: { userId, role, tier }, personal };
  return [
    registered,
    ...(Object.keys(accepted).length === 0
      ? []
      : [{ type: 'TermsAccepted', data: { userId, ...accepted } } as const]),
    ...(code ? [{ type: 'CodeIssued', data: { userId, ...code } } as const] : []),
  ];
}

/**
 * Returns `[]` when nothing changes.
 * @throws RuleBroken
 */
export function decide(command: UserCommand, user: User): readonly UserEventDraft[] {
  const { userId } = user;
  switch (command.type) {
    case 'VerifyEmail':
      return user.emailVerified ? [] : [{ type: 'EmailVerified', data: { userId } }];
    case 'IssueCode':
      return [{ type: 'CodeIssued', data: { userId, ...command.code } }];
    case 'NoteRepeatedRegistration':
      return [{ type: 'RegistrationRepeated', data: { userId } }];
    case 'SetPin':
      requireEpoch(user, command.epoch);
      // Refuse a user without a verified email. Otherwise, a stranger could register with another person's
      // email and choose the PIN.
      if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
      if (user.pinMac !== undefined) throw new RuleBroken('PIN_ALREADY_SET');
      return [{ type: 'PinSet', data: { userId }, personal: { pinMac: command.pinMac } }];
    case 'ChangePin':
      return changePin(command, user);
    case 'LockPin':
      return (user.pinLockedUntil ?? 0) >= command.until
        ? []
        : [{ type: 'PinLocked', data: { userId, lockedUntil: command.lockedUntil } }];
    case 'EnrolPasskey':
    case 'SetPasskeyLimit':
      requireEpoch(user, command.epoch);
      return decidePasskeys(command, user);
    case 'RevokePasskey':
    case 'RevokePasskeys':
      return decidePasskeys(command, user);
    case 'SubscribePush':
      requireEpoch(user, command.epoch);
      return decidePush(command, user);
    case 'UnsubscribePush':
    case 'EndPush':
      return decidePush(command, user);
    case 'ChangePassword':
      return changePassword(command, user);
    case 'RehashPassword': {
      const { was, passwordHash } = command;
      return user.passwordHash === was
        ? [{ type: 'PasswordRehashed', data: { userId }, personal: { passwordHash } }]
        : [];
    }
    case 'ChangeProfile': {
      const { firstName, lastName, phone } = command;
      if (user.firstName === firstName && user.lastName === lastName && user.phone === phone) return [];
      const isLastLogin = user.email === '' || (user.signsInByPhone && !user.emailVerified);
      if (isLastLogin && user.phone !== phone)
        throw new RuleBroken('PHONE_SIGNS_IN', { field: 'phone_number' });
      return [{ type: 'ProfileChanged', data: { userId }, personal: { firstName, lastName, phone } }];
    }
    case 'Edit':
      return edit(command, user);
    case 'VoidEmailClaim':
      return user.email === command.email ? [] : [{ type: 'EmailClaimVoided', data: { userId } }];
    case 'SignOut':
      return [{ type: 'SignedOutEverywhere', data: { userId } }, ...revokedPasskeys(user, 'signed-out')];
    case 'SetSpending':
      return setSpending(command, user);
    case 'SetCallLimit': {
      const { perSecond } = command;
      return perSecond === (user.callsPerSecond ?? null)
        ? []
        : [{ type: 'CallLimitChanged', data: { userId, perSecond } }];
    }
    case 'SaveBeneficiary':
      return saveBeneficiary(command.beneficiary, user);
    case 'RemoveBeneficiary': {
      const { beneficiaryId } = command;
      return (user.beneficiaries ?? []).some(({ id }) => id === beneficiaryId)
        ? [{ type: 'BeneficiaryRemoved', data: { userId, beneficiaryId } }]
        : [];
    }
    case 'SetNoticeSettings': {
      const before = noticesOf(user);
      const notices = { ...before, ...command.wanted };
      const same = (Object.keys(before) as (keyof typeof before)[]).every(
        (key) => notices[key] === before[key],
      );
      if (same) return [];
      return [{ type: 'NoticeSettingsChanged', data: { userId, notices } }];
    }
    case 'IssueApiToken': {
      const { tokenDigest, lastFour, epoch, confirmedEpoch } = command;
      requireEpoch(user, epoch);
      requireEpoch(user, confirmedEpoch);
      if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
      return [{ type: 'ApiTokenIssued', data: { userId, tokenDigest, lastFour } }];
    }
    case 'KeepReservedAccount': {
      const { reserved } = command;
      const kept = user.reservedAccounts.find(
        ({ provider, accountReference }) =>
          provider === reserved.provider && accountReference === reserved.accountReference,
      );
      return kept && kept.bankAccounts.length > 0 ? [] : [{ type: 'AccountReserved', data: reserved }];
    }
    case 'KeepAccountIdentity': {
      const { kind, lastFour, mac, consentVersion } = command;
      return user.accountIdentity === mac
        ? []
        : [
            {
              type: 'AccountIdentityGiven',
              data: { userId, kind, consentVersion },
              personal: { lastFour, mac },
            },
          ];
    }
  }
}

/**
 * Refuses commands from a session that began before the last change of the password.
 * @throws RuleBroken(SESSION_EXPIRED)
 */
function requireEpoch({ credentialEpoch }: User, epoch: number | undefined): void {
  if (epoch !== undefined && epoch !== credentialEpoch) throw new RuleBroken('SESSION_EXPIRED');
}

/**
 * Changes the PIN. The proof is checked again, because the PIN, the password or the code may have changed since
 * the first check.
 */
function changePin(
  { pinMac, proven, now, epoch, payoutsFrom }: ChangePin,
  user: User,
): readonly UserEventDraft[] {
  requireEpoch(user, epoch);
  const holds =
    proven.how === 'old'
      ? user.pinMac === proven.pinMac
      : user.passwordHash === proven.passwordHash &&
        codesOf(user, { purpose: 'pin', codeId: proven.codeId }, now).length > 0;
  if (!holds)
    throw new RuleBroken('CODE_INCORRECT', { field: proven.how === 'old' ? 'old_pin' : 'otp_code' });
  const changed: UserEventDraft = {
    type: 'PinChanged',
    data: {
      userId: user.userId,
      how: proven.how,
      ...(proven.how === 'recovery' && { payoutsFrom }),
    },
    personal: { pinMac },
  };
  return proven.how === 'old' ? [changed] : [changed, ...revokedPasskeys(user, 'pin-reset')];
}

/**
 * Returns all events of a password change for one append, because a crash between two appends could leave a
 * passkey or an API token valid.
 */
function changePassword(
  { passwordHash, proven, now, epoch }: ChangePassword,
  user: User,
): readonly UserEventDraft[] {
  requireEpoch(user, epoch);
  if (proven.how === 'old' && user.passwordHash !== proven.passwordHash)
    throw new RuleBroken('PASSWORD_INCORRECT', { field: 'old_password' });
  if (
    proven.how === 'recovery' &&
    codesOf(user, { purpose: 'recovery', codeId: proven.codeId }, now).length === 0
  )
    throw new RuleBroken('CODE_INCORRECT', { field: 'resetCode' });
  const { userId } = user;
  const events: UserEventDraft[] = [
    { type: 'PasswordChanged', data: { userId, how: proven.how }, personal: { passwordHash } },
    ...revokedPasskeys(user, 'password-changed'),
  ];
  if (user.apiTokenDigest !== undefined) events.push({ type: 'ApiTokenRevoked', data: { userId } });
  // Drop a PIN that was set before the email was verified for the first time, because a stranger
  // may have set it.
  if (!user.emailVerified && !user.wasVerified && user.pinMac !== undefined)
    events.push({ type: 'PinDropped', data: { userId } });
  return events;
}

const EDITED: readonly (readonly [field: keyof UserEdit, what: string])[] = [
  ['firstName', 'The first name'],
  ['lastName', 'The last name'],
  ['email', 'The email'],
  ['tier', 'The type'],
];

/**
 * Returns all events of the edit for one append, so that no reader ever sees half of the edit.
 * @throws RuleBroken STALE_EDIT after a parallel change
 * @throws RuleBroken EMAIL_TAKEN when the claim of the email was ended before the append
 */
function edit(
  { wanted, seen, code, claimsVoided, payoutsFrom }: EditUser,
  user: User,
): readonly UserEventDraft[] {
  for (const [field, what] of EDITED) {
    const now = user[field];
    if (seen[field] !== undefined && now !== seen[field] && now !== (wanted[field] ?? seen[field]))
      throw new RuleBroken('STALE_EDIT', { what, now });
  }
  const { userId, phone } = user;
  const {
    firstName = user.firstName,
    lastName = user.lastName,
    email = user.email,
    tier = user.tier,
  } = wanted;
  if (email !== user.email && claimsVoided !== (user.emailClaimsVoided ?? 0))
    throw new RuleBroken('EMAIL_TAKEN', { field: 'email' });
  const events: UserEventDraft[] = [];
  if (firstName !== user.firstName || lastName !== user.lastName)
    events.push({ type: 'ProfileChanged', data: { userId }, personal: { firstName, lastName, phone } });
  if (tier !== user.tier) events.push({ type: 'TierChanged', data: { userId, tier, was: user.tier } });
  if (email !== user.email)
    events.push(
      { type: 'EmailChanged', data: { userId, payoutsFrom }, personal: { email, was: user.email } },
      { type: 'CodeIssued', data: { userId, ...code } },
      ...revokedPasskeys(user, 'email-changed'),
    );
  return events;
}

function saveBeneficiary(beneficiary: SavedBeneficiary, user: User): readonly UserEventDraft[] {
  const { id, service, recipient, name, provider, kind } = beneficiary;
  const there = savedAs(beneficiary, user);
  if (there && there.name === name && there.kind === kind) return [];
  if (!there && (user.beneficiaries ?? []).length >= BENEFICIARIES_MAX)
    throw new RuleBroken('BENEFICIARIES_FULL', { most: BENEFICIARIES_MAX });
  const data = { userId: user.userId, beneficiaryId: there?.id ?? id };
  return [{ type: 'BeneficiarySaved', data, personal: { service, recipient, name, provider, kind } }];
}

/** Returns the reason why a PIN is too weak. Returns `undefined` when the PIN is strong enough. */
export function pinFault(pin: string): string | undefined {
  if (!/^\d{4}$/.test(pin)) return 'must be exactly four digits';
  const steps = [1, 2, 3].map((index) => (Number(pin[index]) - Number(pin[index - 1]) + 10) % 10);
  if (steps.every((step) => step === 0)) return 'must not repeat one digit';
  if (steps.every((step) => step === 1) || steps.every((step) => step === 9))
    return 'must not be in sequence';
  return undefined;
}

/**
 * Tells whether a code should be sent. Returns false for the purpose `email` when the email is
 * already verified.
 * @throws RuleBroken(PIN_NOT_SET | EMAIL_MISSING)
 */
export function wantsCode(purpose: 'email' | 'pin', user: User): boolean {
  if (purpose === 'pin' && user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
  if (purpose === 'pin' && user.email === '') throw new RuleBroken('EMAIL_MISSING');
  return purpose === 'pin' || !user.emailVerified;
}
