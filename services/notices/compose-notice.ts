import {
  ACCESS_STREAM,
  accessEvent,
  type AccessEvent,
  type InvitationLink,
} from '../administrators/access/access.events.js';
import { administratorEvent, type AdministratorEvent } from '../administrators/administrator.events.js';
import { invitationAddress } from '../administrators/invitations/invitation-link.js';
import { isEntryOf } from '../contracts/own-entry.js';
import type { KeyObject } from 'node:crypto';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore, RecordedEvent, Wants } from '../../infra/event-store/event-store.js';
import type { Mail } from '../../infra/mail/mailer.js';
import { isEmailAddress } from '../contracts/fields/people.js';
import { codeDigits } from '../customers/mailed-codes/code-digits.js';
import { noticesOf } from '../customers/user.state.js';
import { userEvent, type UserEvent } from '../customers/user.events.js';
import { fundingEvent, type FundingEvent } from '../funding/funding.events.js';
import { walletEvent, type WalletEvent } from '../wallet/wallet.events.js';
import { Brands } from '../brand/brands.js';
import type { KnownPeople } from './known-people.js';
import {
  codeMail,
  formerAddressMail,
  invitationMail,
  MONEY_NEWS,
  moneyMail,
  type MoneyFacts,
  purchaseMail,
  securityMail,
  type MailText,
  type PurchaseEnd,
} from './mail-templates.js';
import { isOwnerNews } from './owner-news.js';
import { type DecidedPurchases, purchaseFacts, type PurchaseEnded } from './purchase-facts.js';

export interface NoticeDeps {
  readonly eventStore: EventStore;
  readonly vault: Pick<KeyVault, 'open'>;
  readonly people: Pick<KnownPeople, 'byId'>;
  readonly decided: Pick<DecidedPurchases, 'has'>;
  /** From `codeKey`. */
  readonly codeKey: KeyObject;
  readonly publicUrl?: string | undefined;
}

const ENDS: Record<PurchaseEnded['type'], PurchaseEnd> = {
  PurchaseCaptured: 'delivered',
  PurchaseReleased: 'refunded',
  PurchaseReversed: 'reversed',
};

/** The customer gets a mail about each event, even after turning off optional mails. */
const STAFF_NEWS: ReadonlySet<string> = new Set(MONEY_NEWS);

const ACCOUNT_NEWS: ReadonlySet<string> = new Set([
  'CodeIssued',
  'RegistrationRepeated',
  'EmailChanged',
  'PasswordChanged',
  'PinChanged',
  'PinLocked',
  'PasskeyEnrolled',
  'ApiTokenIssued',
]);
const ADMINISTRATOR_NEWS: ReadonlySet<string> = new Set([
  'SecondFactorReset',
  'SecondFactorLocked',
  'AdministratorInvited',
  'InvitationSentAgain',
]);
const SIGN_IN_NEWS: ReadonlySet<string> = new Set([
  'SecondFactorEnrolled',
  'SecondFactorRemoved',
  'RecoveryCodeUsed',
  'AdministratorPasskeyAdded',
  'AdministratorPasskeyRemoved',
]);
const isSignInNews = (type: string, stream: string): boolean =>
  SIGN_IN_NEWS.has(type) && stream.startsWith('administrator-');

export const concernsSomebody: Wants = (type, stream) =>
  isEntryOf(ENDS, type) ||
  STAFF_NEWS.has(type) ||
  isOwnerNews(type, stream) ||
  stream.startsWith('user-') ||
  stream === ACCESS_STREAM ||
  isSignInNews(type, stream);

export function laneOf({ type, stream, actor }: RecordedEvent): 'account' | 'purchase' | undefined {
  if (isEntryOf(ENDS, type)) return 'purchase';
  if (STAFF_NEWS.has(type)) return 'account';
  if (isOwnerNews(type, stream)) return 'account';
  if (stream === ACCESS_STREAM) return ADMINISTRATOR_NEWS.has(type) ? 'account' : undefined;
  if (isSignInNews(type, stream)) return 'account';
  if (!ACCOUNT_NEWS.has(type) || !stream.startsWith('user-')) return undefined;
  // Send no mail about an API token that the system issued, because only demo accounts get such tokens.
  return type === 'ApiTokenIssued' && actor.kind === 'system' ? undefined : 'account';
}

/**
 * Makes the mail about an event. Returns undefined when the person has turned off such mails, was
 * erased, or has no usable email address.
 */
export async function composeNotice(recorded: RecordedEvent, deps: NoticeDeps): Promise<Mail | undefined> {
  const event =
    userEvent(recorded) ??
    walletEvent(recorded) ??
    accessEvent(recorded) ??
    administratorEvent(recorded) ??
    assignmentOf(recorded);
  if (!event) return undefined;
  const user = await deps.people.byId(event.data.userId);
  if (event.type === 'AdministratorInvited' || event.type === 'InvitationSentAgain')
    return invitationOf(event);
  if (event.type === 'EmailChanged') return user && toFormerAddress(event);
  // Check the email again, because emails that were stored before `isEmailAddress` existed may contain
  // several addresses.
  if (!user || !isEmailAddress(user.email)) return undefined;
  const mail = await mailFor(event);
  if (!mail) return undefined;
  // Look up the person once more, because `purchaseFacts` may take long and the person may be
  // erased meanwhile.
  const addressee = await deps.people.byId(event.data.userId);
  return addressee && { id: event.id, to: addressee.email, ...mail };

  async function invitationOf(
    news: Extract<AccessEvent, { readonly data: InvitationLink }>,
  ): Promise<Mail | undefined> {
    const { userId, expiresAt, sealed } = news.data;
    const { email, firstName } = deps.vault.open(userId, sealed) ?? {};
    if (typeof email !== 'string' || !isEmailAddress(email)) return undefined;
    const address = invitationAddress(deps.codeKey, news.data, deps.publicUrl);
    const name = typeof firstName === 'string' ? firstName : '';
    const brand = await new Brands(deps.eventStore).current();
    return { id: news.id, to: email, ...invitationMail(name, address, expiresAt, brand.name) };
  }

  /**
   * Makes a mail to the former address after a change of the email. A thief may own the new
   * address, so a mail to the new address alone would not warn the customer.
   */
  function toFormerAddress({
    id,
    at,
    data: { userId, sealed, payoutsFrom = at },
  }: Extract<UserEvent, { readonly type: 'EmailChanged' }>): Mail | undefined {
    const { was } = deps.vault.open(userId, sealed) ?? {};
    return typeof was === 'string' && isEmailAddress(was)
      ? { id, to: was, ...formerAddressMail(at, payoutsFrom) }
      : undefined;
  }

  function originOf({
    actor,
    data,
  }: UserEvent | AdministratorEvent | Extract<AccessEvent, { readonly type: 'SecondFactorLocked' }>): {
    readonly address?: string;
    readonly device?: string;
  } {
    return actor.sealed === undefined ? {} : (deps.vault.open(data.userId, actor.sealed) ?? {});
  }

  async function mailFor(
    news: UserEvent | WalletEvent | AccessEvent | AdministratorEvent | Assignment,
  ): Promise<MailText | undefined> {
    // Leave out the name until `emailVerified`, because an address that is not verified may belong
    // to a stranger.
    const name = user?.emailVerified ? user.firstName : '';
    switch (news.type) {
      case 'CodeIssued': {
        const { userId, purpose } = news.data;
        return codeMail(name, purpose, codeDigits(deps.codeKey, userId, news.data));
      }
      case 'RegistrationRepeated':
      case 'PasswordChanged':
      case 'PinChanged':
      case 'PinLocked':
      case 'PasskeyEnrolled':
      case 'ApiTokenIssued':
      case 'SecondFactorLocked':
      case 'SecondFactorEnrolled':
      case 'SecondFactorRemoved':
      case 'RecoveryCodeUsed':
      case 'AdministratorPasskeyAdded':
      case 'AdministratorPasskeyRemoved':
        return securityMail(name, news.type, { at: news.at, ...originOf(news) });
      case 'WalletAdjusted':
      case 'ManualFundingCredited':
      case 'FundingChargedBack':
      case 'ChargebackWon':
        return moneyMail(name, news.type, moneyFacts(news));
      case 'SpendingFrozen':
      case 'SpendingUnfrozen':
      case 'PayoutsAllowed':
        return moneyMail(name, news.type, { at: news.at, amount: 0n });
      case 'UnmatchedAssigned': {
        const { paid, charge } = news.data;
        return moneyMail(name, news.type, { at: news.at, amount: BigInt(paid) - BigInt(charge) });
      }
      case 'SecondFactorReset':
        // Leave out the network address and the device, because they belong to the owner who reset the second
        // factor.
        return securityMail(name, news.type, { at: news.at });
      case 'PurchaseCaptured':
      case 'PurchaseReleased':
      case 'PurchaseReversed': {
        const wanted = user && noticesOf(user);
        const end = ENDS[news.type];
        const isWanted = end === 'delivered' ? wanted?.delivered : wanted?.refunded;
        if (!isWanted && !deps.decided.has(news)) return undefined;
        const facts = await purchaseFacts(news, deps);
        return facts && purchaseMail(name, end, facts);
      }
      default:
        return undefined;
    }
  }
}

type Assignment = Extract<FundingEvent, { readonly type: 'UnmatchedAssigned' }>;

function assignmentOf(recorded: RecordedEvent): Assignment | undefined {
  const event = fundingEvent(recorded);
  return event?.type === 'UnmatchedAssigned' ? event : undefined;
}

type MovedByHand = Extract<
  WalletEvent,
  { type: 'WalletAdjusted' | 'ManualFundingCredited' | 'FundingChargedBack' | 'ChargebackWon' }
>;

function moneyFacts({ type, at, data }: MovedByHand): MoneyFacts {
  const availableAfter = BigInt(data.availableAfter);
  switch (type) {
    case 'WalletAdjusted':
      return { at, amount: BigInt(data.delta), availableAfter };
    case 'ManualFundingCredited':
      return { at, amount: BigInt(data.amount), availableAfter };
    case 'FundingChargedBack':
      return { at, amount: -BigInt(data.debited), availableAfter };
    case 'ChargebackWon':
      return { at, amount: BigInt(data.credited), availableAfter };
  }
}
