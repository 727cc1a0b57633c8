import { storedText } from '../contracts/fields/plain-text.js';
import type { BankAccount } from '../contracts/funding.contract.js';
import type { Role, Service, Tier } from '../contracts/services.js';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { type PayoutDelay, withDelay } from './payouts/payout-delay.decider.js';
import { evolvePasskeys, type Passkey } from './passkeys/passkey.state.js';
import { evolvePushDevices, type PushDevice } from './push/push-device.state.js';
import { userEvent } from './user.events.js';
import type { ApiTokenIssued, CodeIssued, CodePurpose, NoticeSettings, UserEvent } from './user.events.js';

export interface ReservedAccounts {
  readonly provider: string;
  readonly accountReference: string;
  readonly bankAccounts: readonly BankAccount[];
}

export interface SavedBeneficiary {
  readonly id: string;
  readonly service: Service;
  readonly recipient: string;
  readonly name: string;
  readonly provider: string;
  readonly kind: string;
}

interface Freeze {
  readonly id: string;
  readonly reason: string;
}

export type IssuedCode = Omit<CodeIssued, 'userId'>;

export interface User {
  readonly userId: string;
  readonly role: Role;
  readonly tier: Tier;
  /** Also true for a customer without an email. */
  readonly emailVerified: boolean;
  /**
   * True when the person has ever verified an email. A change of the email by an administrator does
   * not reset this field.
   */
  readonly wasVerified?: true;
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. Empty for a customer who was imported without an email. */
  readonly email: string;
  readonly phone: string;
  /** True for a customer who moved in without an email, until the phone changes. */
  readonly signsInByPhone?: true;
  readonly passwordHash: string;
  /**
   * Number of `PasswordChanged`, `EmailChanged` and `SignedOutEverywhere` events. Sessions and
   * proofs with an earlier epoch are no longer valid.
   */
  readonly credentialEpoch: number;
  /** Counts `EmailClaimVoided`. */
  readonly emailClaimsVoided?: number;
  readonly pinMac?: string;
  /**
   * Unix ms at which the lock of the PIN ends. `Infinity` when the PIN is locked until it is reset.
   */
  readonly pinLockedUntil?: number;
  readonly pinLockedAt?: number;
  readonly apiTokenDigest?: string;
  readonly apiTokenLastFour?: string;
  /** Unix ms. Absent for a token without an end. */
  readonly apiTokenValidUntil?: number;
  /**
   * Calls per second that an administrator allows the customer. Absent when the usual limits apply.
   */
  readonly callsPerSecond?: number;
  readonly frozen?: true;
  readonly payoutDelays?: readonly PayoutDelay[];
  /** Freezes since spending was last allowed, newest last. Absent when spending is not frozen. */
  readonly freezes?: readonly Freeze[];
  readonly reservedAccounts: readonly ReservedAccounts[];
  /** Keyed digest of the BVN or NIN that the payment providers have. */
  readonly accountIdentity?: string;
  readonly codes?: readonly IssuedCode[];
  readonly beneficiaries?: readonly SavedBeneficiary[];
  /** Oldest first. */
  readonly passkeys?: readonly Passkey[];
  /** Oldest first. */
  readonly pushDevices?: readonly PushDevice[];
  /** Defaults to `ALL_NOTICES`. */
  readonly notices?: NoticeSettings;
}

const ALL_NOTICES = { delivered: true, refunded: true, statement: false };

export const noticesOf = ({ notices }: Pick<User, 'notices'>): Required<NoticeSettings> => ({
  ...ALL_NOTICES,
  ...notices,
});

export const codesOf = (
  user: Pick<User, 'codes'> | undefined,
  { purpose, codeId }: { readonly purpose: CodePurpose; readonly codeId?: string | undefined },
  now: Date,
): readonly IssuedCode[] =>
  (user?.codes ?? []).filter(
    (code) =>
      code.purpose === purpose &&
      (codeId === undefined || code.codeId === codeId) &&
      Date.parse(code.expiresAt) > now.getTime(),
  );

export const nameOf = (person: Pick<User, 'firstName' | 'lastName'> | undefined): string =>
  person ? `${person.firstName} ${person.lastName}`.trim() : '';

/** Function that decrypts `sealed`. Returns `undefined` when the person's key is missing. */
export type OpenSealed = (sealed: string) => Record<string, unknown> | undefined;

export type PersonalData = Pick<User, 'firstName' | 'lastName' | 'email' | 'phone' | 'passwordHash'>;

export function evolveUser(user: User | undefined, event: UserEvent, open: OpenSealed): User | undefined {
  if (event.type === 'UserRegistered') return registeredUser(event.data, open);
  if (!user) return undefined;
  switch (event.type) {
    case 'EmailVerified':
      // Drop a PIN and an API token that were set before the first verified email. In old logs, someone else
      // may have set them.
      return {
        ...(user.wasVerified ? user : withoutPin(withoutApiToken(user))),
        emailVerified: true,
        wasVerified: true,
        ...withoutCodes(user, 'email'),
      };
    case 'CodeIssued': {
      const { purpose, codeId, expiresAt } = event.data;
      return { ...user, codes: [...(user.codes ?? []), { purpose, codeId, expiresAt }].slice(-CODES_KEPT) };
    }
    case 'RegistrationRepeated':
    case 'TermsAccepted':
      return user;
    case 'ProfileChanged': {
      const opened = open(event.data.sealed) as Pick<User, 'firstName' | 'lastName' | 'phone'> | undefined;
      if (!opened) return undefined;
      const { signsInByPhone, ...rest } = user;
      const keeps = signsInByPhone && opened.phone === user.phone && { signsInByPhone };
      return { ...rest, ...keeps, ...namesIn(opened), phone: opened.phone };
    }
    case 'SignedOutEverywhere':
      return { ...withoutPush(user), credentialEpoch: user.credentialEpoch + 1 };
    case 'SpendingFrozen':
      return { ...user, frozen: true, freezes: [...(user.freezes ?? []), freezeOf(event)] };
    case 'SpendingUnfrozen': {
      const { frozen: _frozen, freezes: _freezes, ...free } = user;
      return free;
    }
    case 'CallLimitChanged': {
      const { callsPerSecond: _was, ...usual } = user;
      const { perSecond } = event.data;
      return perSecond === null ? usual : { ...usual, callsPerSecond: perSecond };
    }
    case 'EmailChanged': {
      const opened = open(event.data.sealed) as Pick<User, 'email'> | undefined;
      return (
        opened && {
          ...withoutPush(withoutApiToken(user)),
          email: opened.email,
          emailVerified: false,
          codes: [],
          payoutDelays: withDelay(user.payoutDelays, 'email-changed', event),
          credentialEpoch: user.credentialEpoch + 1,
        }
      );
    }
    case 'EmailClaimVoided':
      return { ...user, emailClaimsVoided: (user.emailClaimsVoided ?? 0) + 1 };
    case 'PasswordChanged': {
      const opened = open(event.data.sealed) as { passwordHash: string } | undefined;
      return (
        opened && {
          ...withoutPush(user),
          passwordHash: opened.passwordHash,
          ...withoutCodes(user, 'recovery'),
          credentialEpoch: user.credentialEpoch + 1,
        }
      );
    }
    case 'PasswordRehashed': {
      const opened = open(event.data.sealed) as { passwordHash: string } | undefined;
      return opened && { ...user, passwordHash: opened.passwordHash };
    }
    case 'ApiTokenRevoked':
      return withoutApiToken(user);
    case 'PinLocked': {
      const { lockedUntil } = event.data;
      const pinLockedUntil = lockedUntil === null ? Infinity : Date.parse(lockedUntil);
      return { ...user, pinLockedUntil, pinLockedAt: Date.parse(event.at) };
    }
    case 'PinDropped':
      return withoutPin(user);
    case 'PinChanged': {
      const opened = open(event.data.sealed) as { pinMac: string } | undefined;
      return (
        opened && {
          ...withoutPin(user),
          pinMac: opened.pinMac,
          ...withoutCodes(user, 'pin'),
          ...(event.data.how === 'recovery' && {
            payoutDelays: withDelay(user.payoutDelays, 'pin-reset', event),
          }),
        }
      );
    }
    case 'PayoutsAllowed': {
      const { payoutDelays: _delays, ...free } = user;
      return free;
    }
    case 'PasskeyEnrolled':
    case 'PasskeyLimitChanged':
    case 'PasskeyRevoked': {
      const passkeys = evolvePasskeys(user.passkeys, event, open);
      return passkeys && { ...user, passkeys };
    }
    case 'PushSubscribed':
    case 'PushUnsubscribed': {
      const pushDevices = evolvePushDevices(user.pushDevices, event, open);
      return pushDevices && { ...user, pushDevices };
    }
    case 'BeneficiarySaved':
      return withBeneficiary(user, event.data, open);
    case 'BeneficiaryRemoved':
      return { ...user, beneficiaries: beneficiariesWithout(user, event.data.beneficiaryId) };
    case 'NoticeSettingsChanged':
      return { ...user, notices: event.data.notices };
    case 'PersonForgotten':
      return undefined;
    case 'PinSet': {
      const opened = open(event.data.sealed) as { pinMac: string } | undefined;
      return opened && { ...user, pinMac: opened.pinMac };
    }
    case 'ApiTokenIssued':
      return withApiToken(user, event.data);
    case 'TierChanged':
      return { ...user, tier: event.data.tier };
    case 'AccountReserved':
      return withReservedAccounts(user, event.data, open);
    case 'AccountIdentityGiven': {
      const opened = open(event.data.sealed) as { mac: string } | undefined;
      return opened && { ...user, accountIdentity: opened.mac };
    }
    default:
      event satisfies never;
      return user;
  }
}

type DataOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

function registeredUser(
  { userId, role, tier, notices, sealed }: DataOf<'UserRegistered'>,
  open: OpenSealed,
): User | undefined {
  const personal = open(sealed) as PersonalData | undefined;
  if (!personal) return undefined;
  const { email, phone, passwordHash } = personal;
  return {
    userId,
    role,
    tier,
    ...(email === ''
      ? { emailVerified: true, wasVerified: true, signsInByPhone: true }
      : { emailVerified: false }),
    reservedAccounts: [],
    credentialEpoch: 0,
    ...namesIn(personal),
    email,
    phone,
    passwordHash,
    ...(notices && { notices }),
  };
}

/** Normalise the names, because older events contain names exactly as typed. */
const namesIn = ({ firstName, lastName }: Pick<PersonalData, 'firstName' | 'lastName'>) => ({
  firstName: storedText(firstName),
  lastName: storedText(lastName),
});

function withBeneficiary(
  user: User,
  { beneficiaryId, sealed }: DataOf<'BeneficiarySaved'>,
  open: OpenSealed,
): User | undefined {
  const opened = open(sealed) as Omit<SavedBeneficiary, 'id'> | undefined;
  if (!opened) return undefined;
  const { service, recipient, name, provider, kind } = opened;
  const saved = { id: beneficiaryId, service, recipient, name, provider, kind };
  return { ...user, beneficiaries: [...beneficiariesWithout(user, beneficiaryId), saved] };
}

function withReservedAccounts(
  user: User,
  { provider, accountReference, sealed }: DataOf<'AccountReserved'>,
  open: OpenSealed,
): User | undefined {
  const opened = open(sealed) as { accounts: BankAccount[] } | undefined;
  if (!opened) return undefined;
  const others = user.reservedAccounts.filter(
    (kept) => kept.provider !== provider || kept.accountReference !== accountReference,
  );
  const reserved = { provider, accountReference, bankAccounts: opened.accounts };
  return { ...user, reservedAccounts: [...others, reserved] };
}

const freezeOf = ({ id, data }: Extract<UserEvent, { type: 'SpendingFrozen' }>): Freeze => ({
  id,
  reason: data.reason,
});

const withApiToken = (user: User, { tokenDigest, lastFour, validUntil }: ApiTokenIssued): User => ({
  ...withoutApiToken(user),
  apiTokenDigest: tokenDigest,
  apiTokenLastFour: lastFour,
  ...(validUntil !== undefined && { apiTokenValidUntil: Date.parse(validUntil) }),
});

const withoutApiToken = ({
  apiTokenDigest: _digest,
  apiTokenLastFour: _lastFour,
  apiTokenValidUntil: _until,
  ...user
}: User): User => user;

const withoutPush = ({ pushDevices: _devices, ...user }: User): User => user;

const withoutPin = ({ pinMac: _mac, pinLockedUntil: _until, pinLockedAt: _at, ...user }: User): User => user;

/**
 * Maximum number of codes kept per user. The number is high, because codes that strangers request must not push
 * out the code that the user is about to type.
 */
const CODES_KEPT = 12;

const withoutCodes = (user: User, purpose: CodePurpose): Pick<User, 'codes'> => ({
  codes: (user.codes ?? []).filter((code) => code.purpose !== purpose),
});

export const savedAs = (
  { service, recipient, provider }: Omit<SavedBeneficiary, 'id'>,
  { beneficiaries = [] }: Pick<User, 'beneficiaries'>,
): SavedBeneficiary | undefined =>
  beneficiaries.find(
    (one) => one.service === service && one.recipient === recipient && one.provider === provider,
  );

const beneficiariesWithout = (user: User, id: string): readonly SavedBeneficiary[] =>
  (user.beneficiaries ?? []).filter((saved) => saved.id !== id);

export const foldUser = (events: Iterable<UserEvent | undefined>, open: OpenSealed): User | undefined => {
  let user: User | undefined;
  for (const event of events) if (event) user = evolveUser(user, event, open);
  return user;
};

/** Facts about a person that can be known without the person's key. */
export interface Standing {
  readonly userId: string;
  /** Type of the newest event of the person. Absent when the person is unknown. */
  readonly newest?: string;
  readonly tier: Tier;
  readonly tierChanges: readonly string[];
  readonly freezes: readonly string[];
  /** Newest event that delays payouts, and everyone who caused a delay. Absent while payouts are not delayed. */
  readonly payoutDelay?: { readonly id: string; readonly by: readonly string[] };
  /** Ids of `PayoutsAllowed` events. */
  readonly allowed: readonly string[];
  readonly forgotten: boolean;
}

export function standingOf(userId: string, events: readonly RecordedEvent[]): Standing {
  let standing: Standing = {
    userId,
    tier: 'regular',
    tierChanges: [],
    freezes: [],
    allowed: [],
    forgotten: false,
  };
  for (const recorded of events) {
    standing = { ...standing, newest: recorded.type };
    const event = userEvent(recorded);
    if (event?.type === 'UserRegistered') standing = { ...standing, tier: event.data.tier };
    if (event?.type === 'TierChanged') {
      const tierChanges = [...standing.tierChanges, event.id];
      standing = { ...standing, tier: event.data.tier, tierChanges };
    }
    if (event?.type === 'SpendingFrozen')
      standing = { ...standing, freezes: [...standing.freezes, event.id] };
    if (event?.type === 'EmailChanged' || (event?.type === 'PinChanged' && event.data.how === 'recovery'))
      standing = {
        ...standing,
        payoutDelay: { id: event.id, by: [...(standing.payoutDelay?.by ?? []), event.actor.id] },
      };
    if (event?.type === 'PayoutsAllowed') {
      const { payoutDelay: _ended, ...rest } = standing;
      standing = { ...rest, allowed: [...standing.allowed, event.id] };
    }
    if (event?.type === 'PersonForgotten') standing = { ...standing, forgotten: true };
  }
  return standing;
}
