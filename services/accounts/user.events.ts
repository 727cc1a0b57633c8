import type { NewEvent } from '../../infra/event-store/event-store.js';
import type { Role, Tier } from '../contracts/services.js';

/** Facts of one person, in stream `user-<userId>`. `sealed` is encrypted with the person's key. */
export type UserEvent =
  | NewEvent<'UserRegistered', UserRegistered>
  | NewEvent<'EmailVerified', { readonly userId: string }>
  | NewEvent<'PinSet', { readonly userId: string; /** `{ pinMac }` */ readonly sealed: string }>
  | NewEvent<
      'ApiTokenIssued',
      { readonly userId: string; readonly tokenDigest: string; readonly lastFour: string }
    >
  | NewEvent<'TierChanged', { readonly userId: string; readonly tier: Tier }>
  | NewEvent<'AccountReserved', AccountReserved>;

export const userStream = (userId: string): string => `user-${userId}`;
/** Uniqueness of an email is the existence of this stream; its one event is EmailClaimed. */
export const emailStream = (emailMac: string): string => `email-${emailMac}`;
/** Finds the owner of an API token by the token's digest; its one event is ApiTokenIssued. */
export const apiTokenStream = (tokenDigest: string): string => `apitoken-${tokenDigest}`;
/** Finds the owner of a reserved account by our account reference; its one event is AccountReserved. */
export const reservedAccountStream = (accountReference: string): string => `reserved-${accountReference}`;

export type EmailEvent = NewEvent<'EmailClaimed', { readonly userId: string }>;

export interface UserRegistered {
  readonly userId: string;
  readonly role: Role;
  readonly tier: Tier;
  /** `{ firstName, lastName, email, phone, passwordHash }` */
  readonly sealed: string;
}

export interface AccountReserved {
  readonly userId: string;
  readonly provider: string;
  readonly accountReference: string;
  /** `{ accounts: [{ bankCode, bankName, accountNumber, accountName }] }` */
  readonly sealed: string;
}
