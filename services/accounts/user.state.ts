import type { Role, Tier } from '../contracts/services.js';
import type { UserEvent } from './user.events.js';

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
}

/** Opens what is sealed for the person; undefined when the person's key is gone. */
export type OpenSealed = (sealed: string) => Record<string, unknown> | undefined;

export type PersonalData = Pick<User, 'firstName' | 'lastName' | 'email' | 'phone' | 'passwordHash'>;

/** What has happened so far makes the user; undefined before registration and after erasure. */
export function evolveUser(user: User | undefined, event: UserEvent, open: OpenSealed): User | undefined {
  if (event.type === 'UserRegistered') {
    const personal = open(event.data.sealed) as PersonalData | undefined;
    if (!personal) return undefined;
    const { userId, role, tier } = event.data;
    const { firstName, lastName, email, phone, passwordHash } = personal;
    return {
      ...{ userId, role, tier, emailVerified: false, reservedAccounts: [] },
      ...{ firstName, lastName, email, phone, passwordHash },
    };
  }
  if (!user) return undefined;
  switch (event.type) {
    case 'EmailVerified':
      return { ...user, emailVerified: true };
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

export const foldUser = (events: Iterable<UserEvent>, open: OpenSealed): User | undefined => {
  let user: User | undefined;
  for (const event of events) user = evolveUser(user, event, open);
  return user;
};
