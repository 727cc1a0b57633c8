import type { Role, Service, Tier } from '../contracts/services.js';
import type { CodeIssued, CodePurpose, NoticeSettings, UserEvent } from './user.events.js';

/** A bank account at a payment provider that belongs to one customer. */
export interface BankAccount {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

export interface ReservedAccounts {
  readonly provider: string;
  readonly accountReference: string;
  readonly accounts: readonly BankAccount[];
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
  readonly pinMac?: string;
  readonly apiTokenDigest?: string;
  readonly apiTokenLastFour?: string;
  readonly reservedAccounts: readonly ReservedAccounts[];
  /** Newest last. Those that were used are gone, those that expired may still be here. */
  readonly codes?: readonly IssuedCode[];
  readonly beneficiaries?: readonly SavedBeneficiary[];
  /** Absent: all mails. */
  readonly notices?: NoticeSettings;
}

/** Opens what is sealed for the person; undefined when the person's key is gone. */
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
      ...{ userId, role, tier, emailVerified: false, reservedAccounts: [] },
      ...{ firstName, lastName, email, phone, passwordHash },
      ...(notices && { notices }),
    };
  }
  if (!user) return undefined;
  switch (event.type) {
    case 'EmailVerified':
      return { ...user, emailVerified: true, ...withoutCodes(user, 'email') };
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
    case 'PasswordChanged': {
      const opened = open(event.data.sealed) as { passwordHash: string } | undefined;
      return opened && { ...user, passwordHash: opened.passwordHash, ...withoutCodes(user, 'recovery') };
    }
    case 'PinChanged': {
      const opened = open(event.data.sealed) as { pinMac: string } | undefined;
      return opened && { ...user, pinMac: opened.pinMac, ...withoutCodes(user, 'pin') };
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
        reservedAccounts: [...others, { provider, accountReference, accounts: opened.accounts }],
      };
    }
  }
}

/** Enough that a few requests side by side, some of them somebody else's, do not push out the one in use. */
const CODES_KEPT = 12;

/** A code is used once: what it was for takes all codes of that purpose with it. */
const withoutCodes = (user: User, purpose: CodePurpose): Pick<User, 'codes'> => ({
  codes: (user.codes ?? []).filter((code) => code.purpose !== purpose),
});

const beneficiariesWithout = (user: User, id: string): readonly SavedBeneficiary[] =>
  (user.beneficiaries ?? []).filter((saved) => saved.id !== id);

export const foldUser = (events: Iterable<UserEvent>, open: OpenSealed): User | undefined => {
  let user: User | undefined;
  for (const event of events) user = evolveUser(user, event, open);
  return user;
};
