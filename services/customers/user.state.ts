import type { BankAccount } from '../contracts/funding.contract.js';
import type { Role, Service, Tier } from '../contracts/services.js';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { evolvePasskeys, type Passkey } from './passkeys/passkey.state.js';
import { evolvePushDevices, type PushDevice } from './push/push-device.state.js';
import { userEvent } from './user.events.js';
import type { CodeIssued, CodePurpose, NoticeSettings, UserEvent } from './user.events.js';

/** The bank accounts of one customer at a payment provider. */
export interface ReservedAccounts {
  readonly provider: string;
  readonly accountReference: string;
  readonly bankAccounts: readonly BankAccount[];
}

/** Somebody or something a person buys for, kept for the next time. */
export interface SavedBeneficiary {
  readonly id: string;
  readonly service: Service;
  readonly recipient: string;
  readonly name: string;
  readonly provider: string;
  readonly kind: string;
}

/** Why an administrator stopped somebody's spending. */
interface Freeze {
  /** Of the fact. */
  readonly id: string;
  readonly reason: string;
}

export type IssuedCode = Omit<CodeIssued, 'userId'>;

/** A person as the events tell it. Absent: somebody whose key was deleted is nobody. */
export interface User {
  readonly userId: string;
  readonly role: Role;
  readonly tier: Tier;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  /** As typed at registration. */
  readonly phone: string;
  readonly passwordHash: string;
  /** How often the password or the email was changed, or the person signed out by an administrator: what was proven or begun under another number is void. */
  readonly credentialEpoch: number;
  /** How often an email that they had claimed, and did not have, was left to somebody else. */
  readonly emailClaimsVoided?: number;
  readonly pinMac?: string;
  /** Milliseconds since the epoch; Infinity when only a reset unlocks it. */
  readonly pinLockedUntil?: number;
  readonly apiTokenDigest?: string;
  readonly apiTokenLastFour?: string;
  /** Present while an administrator has stopped their spending. */
  readonly frozen?: true;
  /** What stopped it since it was last allowed, newest last; present with `frozen`. */
  readonly freezes?: readonly Freeze[];
  readonly reservedAccounts: readonly ReservedAccounts[];
  /** Newest last. Those that were used are gone, those that expired may still be here. */
  readonly codes?: readonly IssuedCode[];
  readonly beneficiaries?: readonly SavedBeneficiary[];
  /** Oldest first. */
  readonly passkeys?: readonly Passkey[];
  /** Browsers that are told what happened, oldest first. */
  readonly pushDevices?: readonly PushDevice[];
  /** Absent: a mail for each purchase. */
  readonly notices?: NoticeSettings;
}

/** What a person gets who never said anything. */
const ALL_NOTICES = { delivered: true, refunded: true, statement: false };

/** Which mails a person wants. */
export const noticesOf = ({ notices }: Pick<User, 'notices'>): Required<NoticeSettings> => ({
  ...ALL_NOTICES,
  ...notices,
});

/** Codes of a purpose, or the one that is named: issued, unused and not expired. */
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

/** Opens what is sealed for the person; undefined when the person's key is gone. */
/** First and last name; empty of nobody, and of whoever is forgotten. */
export const nameOf = (person: Pick<User, 'firstName' | 'lastName'> | undefined): string =>
  person ? `${person.firstName} ${person.lastName}`.trim() : '';

export type OpenSealed = (sealed: string) => Record<string, unknown> | undefined;

export type PersonalData = Pick<User, 'firstName' | 'lastName' | 'email' | 'phone' | 'passwordHash'>;

/** What has happened so far makes the user; undefined before registration and after erasure. */
export function evolveUser(user: User | undefined, event: UserEvent, open: OpenSealed): User | undefined {
  if (event.type === 'UserRegistered') {
    const personal = open(event.data.sealed) as PersonalData | undefined;
    if (!personal) return undefined;
    const { userId, role, tier, notices } = event.data;
    const { firstName, lastName, email, phone, passwordHash } = personal;
    return {
      userId,
      role,
      tier,
      emailVerified: false,
      reservedAccounts: [],
      credentialEpoch: 0,
      firstName,
      lastName,
      email,
      phone,
      passwordHash,
      ...(notices && { notices }),
    };
  }
  if (!user) return undefined;
  switch (event.type) {
    case 'EmailVerified':
      // Old ledgers have PINs and tokens from before: whoever set those need not be the owner of the email.
      return { ...withoutPin(withoutApiToken(user)), emailVerified: true, ...withoutCodes(user, 'email') };
    case 'CodeIssued': {
      const { purpose, codeId, expiresAt } = event.data;
      return { ...user, codes: [...(user.codes ?? []), { purpose, codeId, expiresAt }].slice(-CODES_KEPT) };
    }
    case 'RegistrationRepeated':
      return user;
    case 'ProfileChanged': {
      const opened = open(event.data.sealed) as Pick<User, 'firstName' | 'lastName' | 'phone'> | undefined;
      if (!opened) return undefined;
      return { ...user, firstName: opened.firstName, lastName: opened.lastName, phone: opened.phone };
    }
    case 'SignedOutEverywhere':
      return { ...withoutPush(user), credentialEpoch: user.credentialEpoch + 1 };
    case 'SpendingFrozen':
      return { ...user, frozen: true, freezes: [...(user.freezes ?? []), freezeOf(event)] };
    case 'SpendingUnfrozen': {
      const { frozen: _frozen, freezes: _freezes, ...free } = user;
      return free;
    }
    case 'EmailChanged': {
      const opened = open(event.data.sealed) as Pick<User, 'email'> | undefined;
      return (
        opened && {
          ...withoutPush(withoutApiToken(user)),
          email: opened.email,
          emailVerified: false,
          codes: [],
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
    case 'ApiTokenRevoked':
      return withoutApiToken(user);
    case 'PinLocked': {
      const { lockedUntil } = event.data;
      return { ...user, pinLockedUntil: lockedUntil === null ? Infinity : Date.parse(lockedUntil) };
    }
    case 'PinDropped':
      return withoutPin(user);
    case 'PinChanged': {
      const opened = open(event.data.sealed) as { pinMac: string } | undefined;
      return opened && { ...withoutPin(user), pinMac: opened.pinMac, ...withoutCodes(user, 'pin') };
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
    case 'BeneficiarySaved': {
      const opened = open(event.data.sealed) as Omit<SavedBeneficiary, 'id'> | undefined;
      if (!opened) return undefined;
      const { service, recipient, name, provider, kind } = opened;
      const saved = { id: event.data.beneficiaryId, service, recipient, name, provider, kind };
      return { ...user, beneficiaries: [...beneficiariesWithout(user, saved.id), saved] };
    }
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
      return { ...user, apiTokenDigest: event.data.tokenDigest, apiTokenLastFour: event.data.lastFour };
    case 'TierChanged':
      return { ...user, tier: event.data.tier };
    case 'AccountReserved': {
      const { provider, accountReference, sealed } = event.data;
      const opened = open(sealed) as { accounts: BankAccount[] } | undefined;
      if (!opened) return undefined;
      const others = user.reservedAccounts.filter((kept) => kept.accountReference !== accountReference);
      return {
        ...user,
        reservedAccounts: [...others, { provider, accountReference, bankAccounts: opened.accounts }],
      };
    }
    default:
      // A newer process may store facts that this one does not know: the person stays who they are.
      event satisfies never;
      return user;
  }
}

const freezeOf = ({ id, data }: Extract<UserEvent, { type: 'SpendingFrozen' }>): Freeze => ({
  id,
  reason: data.reason,
});

const withoutApiToken = ({ apiTokenDigest: _digest, apiTokenLastFour: _lastFour, ...user }: User): User =>
  user;

/** Whatever ends all sessions ends what they asked for. */
const withoutPush = ({ pushDevices: _devices, ...user }: User): User => user;

const withoutPin = ({ pinMac: _mac, pinLockedUntil: _until, ...user }: User): User => user;

/** Enough that a few requests side by side, some of them somebody else's, do not push out the one in use. */
const CODES_KEPT = 12;

/** A code is used once: what it was for takes all codes of that purpose with it. */
const withoutCodes = (user: User, purpose: CodePurpose): Pick<User, 'codes'> => ({
  codes: (user.codes ?? []).filter((code) => code.purpose !== purpose),
});

/** The saved beneficiary for whom the same would be bought. */
export const savedAs = (
  { service, recipient, provider }: Omit<SavedBeneficiary, 'id'>,
  { beneficiaries = [] }: Pick<User, 'beneficiaries'>,
): SavedBeneficiary | undefined =>
  beneficiaries.find(
    (one) => one.service === service && one.recipient === recipient && one.provider === provider,
  );

const beneficiariesWithout = (user: User, id: string): readonly SavedBeneficiary[] =>
  (user.beneficiaries ?? []).filter((saved) => saved.id !== id);

/** Folds all that is stored of a person. What this version does not know, undefined, is passed over. */
export const foldUser = (events: Iterable<UserEvent | undefined>, open: OpenSealed): User | undefined => {
  let user: User | undefined;
  for (const event of events) if (event) user = evolveUser(user, event, open);
  return user;
};

/** What the log tells of a person in the clear: also of somebody whose key is gone, and where no key is at hand. */
export interface Standing {
  readonly userId: string;
  /** Type of the newest fact, also of one that this version does not know; absent when there is no such person. */
  readonly newest?: string;
  readonly tier: Tier;
  /** Ids of the facts that changed the tier. How many they are names the next charge. */
  readonly tierChanges: readonly string[];
  /** Ids of the facts that ever stopped their spending. */
  readonly freezes: readonly string[];
  readonly forgotten: boolean;
}

/** Folds all that is stored of a person, without opening any of it. */
export function standingOf(userId: string, events: readonly RecordedEvent[]): Standing {
  let standing: Standing = {
    userId,
    tier: 'regular',
    tierChanges: [],
    freezes: [],
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
    if (event?.type === 'PersonForgotten') standing = { ...standing, forgotten: true };
  }
  return standing;
}
