import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { Mail } from '../../infra/mail/mailer.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { ACCESS_STREAM, accessEvent, type AccessEvent } from '../administrators/access/access.events.js';
import { accessText } from '../administrators/access/access.decider.js';
import { administratorEvent } from '../administrators/administrator.events.js';
import { broadcastEvent } from '../broadcasts/broadcast.events.js';
import { contactsText } from '../contracts/brand/brand.js';
import { BRAND_STREAM, brandEvent } from '../brand/brand.events.js';
import { legalEvent } from '../brand/legal/legal.events.js';
import { LOGO_STREAM, logoEvent } from '../brand/logo/logo.events.js';
import { catalogEvent, type StoredFundingTerms } from '../catalog/catalog.events.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import {
  allowanceEvent,
  approvalEvent,
  type ApprovalRequested,
  isOwnAllowance,
  type Work,
} from '../money-desk/approval.events.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { isEmailAddress } from '../contracts/fields/people.js';
import { userEvent, type UserEvent } from '../customers/user.events.js';
import { nameOf, type User } from '../customers/user.state.js';
import type { KnownPeople } from './known-people.js';
import { approverMail, type MailText, newAddressMail, ownerMail } from './mail-templates.js';
import type { Owners } from './owners.js';
import { type RecentNews, NEWS_MAILED_MAX } from './recent-news.js';
import { factsOf } from './request-facts.js';

export interface OwnerNewsDeps {
  readonly vault: Pick<KeyVault, 'open'>;
  readonly people: Pick<KnownPeople, 'byId'>;
  readonly owners: Pick<Owners, 'approvers' | 'invitationOf' | 'isAlone' | 'list'>;
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly recent: RecentNews;
  /** Kobo that one administrator may move alone in a day. */
  readonly limit: Kobo;
}

const IN_ACCESS: ReadonlySet<string> = new Set<AccessEvent['type']>([
  'AdministratorInvited',
  'InvitationWithdrawn',
  'InvitationAccepted',
  'AdministratorAccessChanged',
  'AdministratorSuspended',
  'AdministratorReinstated',
  'AdministratorSessionEnded',
  'SecondFactorReset',
]);

const LOSES: ReadonlySet<string> = new Set<AccessEvent['type'] | UserEvent['type']>([
  'AdministratorAccessChanged',
  'AdministratorSuspended',
  'AdministratorSessionEnded',
  'SignedOutEverywhere',
]);

const ALWAYS_MAILED: ReadonlySet<string> = new Set([
  ...IN_ACCESS,
  'MovedAlone',
  'PermissionsChanged',
  'SignedOutEverywhere',
]);

const OF_USER: ReadonlySet<string> = new Set<UserEvent['type']>([
  'EmailChanged',
  'PayoutsAllowed',
  'SignedOutEverywhere',
  'SpendingFrozen',
  'SpendingUnfrozen',
  'TierChanged',
]);

/** True for events that cause mails to all owners or to all possible approvers. */
export function isOwnerNews(type: string, stream: string): boolean {
  if (stream === ACCESS_STREAM) return IN_ACCESS.has(type);
  if (stream.startsWith('approval-')) return type === 'ApprovalRequested';
  if (isOwnAllowance(stream)) return type === 'MovedAlone';
  if (stream === BRAND_STREAM) return type === 'BrandSet';
  if (stream === LOGO_STREAM) return type === 'LogoSet' || type === 'LogoRemoved';
  if (stream.startsWith('broadcast-')) return type === 'BroadcastActivated';
  if (stream.startsWith('legal-')) return type === 'LegalPagePublished';
  if (stream === 'catalog') return type === 'FundingTermsSet' || type === 'AffiliateFeeSet';
  if (stream.startsWith('administrator-')) return type === 'PermissionsChanged';
  return stream.startsWith('user-') && OF_USER.has(type);
}

/**
 * Mails about an event to all owners. A request for an approval goes to the possible approvers. When an
 * administrator's email changed, the new address gets a mail too.
 */
export async function ownerNews(recorded: RecordedEvent, deps: OwnerNewsDeps): Promise<Mail[]> {
  const { type, stream, at, actor } = recorded;
  if (!isOwnerNews(type, stream)) return [];
  const told = await newsOf(recorded, deps);
  if (!told) return [];
  const owners = await deps.owners.list();
  // `owners` no longer contains a suspended or demoted owner.
  const person = LOSES.has(type) ? await deps.people.byId(String(recorded.data['userId'])) : undefined;
  // The account of an invited person is created after `InvitationAccepted`.
  const by =
    nameOf(await deps.people.byId(actor.id)) ||
    (type === 'InvitationAccepted' && (await whoOf(String(recorded.data['userId']), deps))) ||
    'The command line';
  const number = ALWAYS_MAILED.has(type) ? 0 : deps.recent.numberOf(actor.id, recorded.id, Date.parse(at));
  const isLeftOut = number > NEWS_MAILED_MAX;
  const more =
    number === NEWS_MAILED_MAX
      ? ' Further acts and requests of this hour send no mail, unless they change an access or move money alone.'
      : '';
  const asked =
    told.work === undefined || isLeftOut
      ? []
      : mailsTo(await deps.owners.approvers(actor.id, told.work), recorded, (name) =>
          approverMail(name, `${by} asks for ${told.asked}${more}`, at),
        );
  if (told.work === undefined ? isLeftOut : !(await deps.owners.isAlone(actor.id, at)))
    return [...told.beside, ...asked];
  const concerned = person && !owners.some(({ userId }) => userId === person.userId) ? [person] : [];
  const mails = mailsTo([...owners, ...concerned], recorded, (name) =>
    ownerMail(name, told.subject, `${by} ${told.what}${more}`, at),
  );
  return [...told.beside, ...asked, ...mails];
}

const mailsTo = (
  people: readonly User[],
  { id }: RecordedEvent,
  write: (firstName: string) => MailText,
): Mail[] =>
  people
    .filter(({ email }) => isEmailAddress(email))
    .map(({ userId, email, firstName }) => ({ id: `${id}-${userId}`, to: email, ...write(firstName) }));

interface News {
  readonly subject: string;
  readonly what: string;
  readonly beside: readonly Mail[];
  readonly asked?: string;
  readonly work?: Work['type'];
}

async function whoOf(userId: string, { people, owners, vault }: OwnerNewsDeps): Promise<string> {
  // Call this first, because it loads the key of the person.
  const name = nameOf(await people.byId(userId));
  const { sealed } = (await owners.invitationOf(userId)) ?? {};
  const { email, ...invited } = (sealed !== undefined && vault.open(userId, sealed)) || {};
  if (name !== '') return name;
  if (typeof email !== 'string') return userId;
  return `${String(invited['firstName'])} ${String(invited['lastName'])} (${email})`;
}

async function requestText(
  { userId, reason, work }: ApprovalRequested,
  { people }: OwnerNewsDeps,
): Promise<string> {
  const customer = userId === HOUSE_USER_ID ? undefined : await people.byId(userId);
  const whose =
    userId === HOUSE_USER_ID
      ? 'For the company.'
      : `For ${nameOf(customer) || 'somebody'} (customer ${userId}).`;
  const facts = factsOf(work);
  return [
    `something that needs a second person (${work.type}: ${reason}).`,
    ...(facts && [facts]),
    whose,
  ].join(' ');
}

async function newsOf(recorded: RecordedEvent, deps: OwnerNewsDeps): Promise<News | undefined> {
  const news = (subject: string, what: string, beside: readonly Mail[] = []): News => ({
    subject,
    what,
    beside,
  });
  const agreed = async ({ approvedBy }: { readonly approvedBy?: string }): Promise<string> => {
    const second = approvedBy === undefined ? '' : nameOf(await deps.people.byId(approvedBy));
    return second === '' ? '' : `, and ${second} agreed`;
  };
  const customer = userEvent(recorded);
  if (customer?.type === 'EmailChanged') {
    const { userId, sealed, payoutsFrom = recorded.at } = customer.data;
    const { email } = deps.vault.open(userId, sealed) ?? {};
    if (typeof email !== 'string') return undefined;
    const beside = isEmailAddress(email)
      ? [{ id: `${recorded.id}-new`, to: email, ...newAddressMail(recorded.at, payoutsFrom) }]
      : [];
    return news(
      'Staff changed the email of a customer',
      `changed the email of the customer ${userId}.`,
      beside,
    );
  }
  if (customer?.type === 'SignedOutEverywhere') {
    const { userId } = customer.data;
    if (recorded.actor.kind !== 'admin' || recorded.actor.id === userId) return undefined;
    const person = await deps.people.byId(userId);
    return person && person.role !== 'user'
      ? news('An administrator was signed out', `signed ${nameOf(person) || userId} out everywhere.`)
      : undefined;
  }
  if (customer?.type === 'SpendingFrozen' || customer?.type === 'SpendingUnfrozen') {
    const { userId, reason } = customer.data;
    if (recorded.actor.kind !== 'admin') return undefined;
    const [did, subject] =
      customer.type === 'SpendingFrozen'
        ? ['stopped', 'Staff stopped the spending of a customer']
        : ['allowed', 'Staff let a customer spend again'];
    const what = `${did} spending from the wallet of the customer ${userId}. Reason: ${reason}`;
    return news(subject, what);
  }
  if (customer?.type === 'TierChanged') {
    const { userId, tier } = customer.data;
    if (recorded.actor.kind !== 'admin') return undefined;
    const [subject, what] =
      tier === 'affiliate'
        ? ['Staff made a customer an affiliate', `made the customer ${userId} an affiliate, without a fee.`]
        : ['Staff made an affiliate a regular customer', `made the affiliate ${userId} a regular customer.`];
    return news(subject, what);
  }
  if (customer?.type === 'PayoutsAllowed') {
    const second = nameOf(await deps.people.byId(customer.data.approvedBy));
    const what = `asked, and ${second} agreed, that the money of the customer ${customer.data.userId} leaves again at once.`;
    return news('Staff let the money of a customer leave', what);
  }
  const catalog = catalogEvent(recorded);
  if (catalog?.type === 'AffiliateFeeSet') {
    const [was, fee] = [catalog.data.was, catalog.data.fee].map((kobo) => formatNaira(BigInt(kobo)));
    return news('The fee for becoming an affiliate was changed', `changed it from ${was} to ${fee}.`);
  }
  if (catalog?.type === 'FundingTermsSet') {
    const { terms, was } = catalog.data;
    const textOf = ({ charge, bank, accountName, accountNumber }: typeof terms): string =>
      [formatNaira(BigInt(charge)), ...(bank === '' ? [] : [`${bank} ${accountNumber}`, accountName])].join(
        ', ',
      );
    const isCharge = isSameAccount(terms, was);
    const what = isCharge ? 'the charge that is kept of a payment' : 'the bank account that customers see';
    return news(
      isCharge ? 'The charge of funding was changed' : 'The bank account that customers pay into was changed',
      `changed ${what}${await agreed(catalog.data)}. Before: ${textOf(was)}. Now: ${textOf(terms)}.`,
    );
  }
  const branded = brandEvent(recorded);
  if (branded) {
    const { brand, was } = branded.data;
    const did = `changed the brand${await agreed(branded.data)}`;
    const textOf = ({ contacts, ...texts }: typeof brand): string => contactsText(contacts, texts);
    return news('The brand was changed', `${did}. Before: ${textOf(was)}. Now: ${textOf(brand)}.`);
  }
  if (broadcastEvent(recorded)) {
    const events = (await deps.eventStore.readStream(recorded.stream)).map(broadcastEvent);
    const { title, message } = events.find((event) => event?.type === 'BroadcastCreated')?.data ?? {};
    return news('Staff wrote to all customers', `shows all customers this broadcast. ${title}: ${message}`);
  }
  const published = legalEvent(recorded);
  if (published) {
    const { page, version } = published.data;
    const what = `published version ${version} of the legal page ${page}. New customers accept it when they register.`;
    return news('A legal page was published', what);
  }
  const logo = logoEvent(recorded);
  if (logo) {
    const did = logo.type === 'LogoSet' ? 'set another logo' : 'removed the logo';
    return news('The logo was changed', `${did}. Customers see it at once. Look at the page Brand.`);
  }
  const request = approvalEvent(recorded);
  if (request?.type === 'ApprovalRequested') {
    const asked = await requestText(request.data, deps);
    const what = `asked for ${asked} No older owner can agree, so it happens after SOLE_OWNER_DELAY, 24 hours if nobody changed that (for a new owner, counted from their second day), and not within 30 days after another owner lost their access. Until then, take it back on the page Approvals.`;
    const { type: work } = request.data.work;
    return { ...news('This happens later unless you take it back', what), asked, work };
  }
  const moved = allowanceEvent(recorded);
  if (moved) {
    const { limit } = deps;
    const amount = BigInt(moved.data.amount);
    const reached = (sum: bigint) => (sum >= limit ? limit : sum >= limit / 2n ? limit / 2n : 0n);
    const subjectOf = (sum: bigint) =>
      `An administrator moved ${sum >= limit ? 'all' : 'half'} of what one may move alone`;
    // The first movement of a day has revision 0.
    if (recorded.revision === 0) {
      const next = reached(amount) === 0n ? limit / 2n : limit;
      const more =
        amount < limit
          ? ` You get one more mail on the same day, when ${formatNaira(next)} or more is moved.`
          : '';
      const what = `moves ${formatNaira(amount)} by hand, without a second person.${more} Look at the page Activity.`;
      return news(reached(amount) > 0n ? subjectOf(amount) : 'An administrator moves money alone', what);
    }
    const events = (await deps.eventStore.readStream(recorded.stream)).slice(0, recorded.revision + 1);
    const amounts = events.map((event) => BigInt(allowanceEvent(event)?.data.amount ?? 0));
    const sum = amounts.reduce((so, each) => so + each, 0n);
    const awaited = reached(amounts[0] ?? 0n) === 0n ? limit / 2n : limit;
    if (limit === 0n || sum < awaited || sum - amount >= awaited) return undefined;
    const what = `moved ${formatNaira(sum)} by hand in one day, without a second person. On one day, the limit is ${formatNaira(limit)}.`;
    return news(subjectOf(sum), what);
  }
  const own = administratorEvent(recorded);
  if (own?.type === 'PermissionsChanged') {
    // `InvitationAccepted` already caused a mail about permissions of an invitation.
    if (await deps.owners.invitationOf(own.data.userId)) return undefined;
    const who = nameOf(await deps.people.byId(own.data.userId)) || own.data.userId;
    const what = `gave ${who} these permissions: ${own.data.permissions.join(', ') || 'none'}.`;
    return news('The access of an administrator was changed', what);
  }
  const access = accessEvent(recorded);
  return access && accessNews(access, deps, news);
}

const isSameAccount = (one: StoredFundingTerms, other: StoredFundingTerms): boolean =>
  one.bank === other.bank &&
  one.accountNumber === other.accountNumber &&
  one.accountName === other.accountName;

const WAY_BACK =
  'Any other owner can undo this. If there is none, whoever runs the server makes an owner with ledger create-admin.';

async function accessNews(
  event: AccessEvent,
  deps: OwnerNewsDeps,
  news: (subject: string, what: string) => News,
): Promise<News | undefined> {
  const who = await whoOf(event.data.userId, deps);
  switch (event.type) {
    case 'AdministratorInvited':
      return news('An administrator was invited', `invited ${who}: ${accessText(event.data.access)}.`);
    case 'InvitationWithdrawn':
      return news('An invitation was withdrawn', `withdrew the invitation of ${who}.`);
    case 'InvitationAccepted':
      return news('An invitation was accepted', `accepted: ${accessText(event.data.access)}.`);
    case 'AdministratorAccessChanged': {
      const { access, was } = event.data;
      const what = `changed the access of ${who}. Before: ${accessText(was)}. Now: ${accessText(access)}. ${WAY_BACK}`;
      return news('The access of an administrator was changed', what);
    }
    case 'AdministratorSuspended':
      return news(
        'An administrator was suspended',
        `suspended ${who}. Reason: ${event.data.reason}. ${WAY_BACK}`,
      );
    case 'AdministratorReinstated':
      return news('An administrator can sign in again', `reinstated ${who}. Reason: ${event.data.reason}`);
    case 'AdministratorSessionEnded':
      return news('An administrator was signed out', `signed ${who} out of one browser.`);
    case 'SecondFactorReset':
      return news(
        'A second factor was reset',
        `reset the second factor of ${who}. Reason: ${event.data.reason}`,
      );
    default:
      return undefined;
  }
}
