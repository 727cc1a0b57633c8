import type { EventData, Json, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { ActivityArea, ActivityRow } from '../../services/contracts/admin/activity.contract.js';
import { CABLE_PROVIDERS } from '../../services/contracts/cable.contract.js';
import { PLAN_TYPES } from '../../services/contracts/data.contract.js';
import { EXPORTED, SHOWN } from '../../services/administrators/visits/visits.events.js';
import { DISCOS } from '../../services/contracts/electricity.contract.js';
import { EXAMS } from '../../services/contracts/exams.contract.js';
import { lagosIso } from '../../services/contracts/fields/lagos-day.js';
import { ownEntry } from '../../services/contracts/own-entry.js';
import { SERVICE_NAMES } from '../../services/contracts/services.js';
import { NETWORKS } from '../../services/contracts/fields/codes.js';

export interface DescribedActivity {
  readonly area: ActivityArea;
  readonly what: string;
  readonly subject: {
    readonly kind: 'person' | 'purchase' | 'broadcast' | 'thing';
    readonly id: string;
    readonly text: string;
  };
  readonly changes: ActivityRow['changes'];
  readonly reason: string;
}

type Described = Pick<RecordedEvent, 'type' | 'stream' | 'actor' | 'data'>;

/** Descriptions by event type. `wordsOf` describes all other types. */
const WHAT: Readonly<Record<string, string | ((data: EventData) => string)>> = {
  ActiveVendorChosen: ({ vendor }) =>
    vendor === 0 ? 'Switched a service off' : 'Switched a service to a vendor',
  AdministratorAccessChanged: 'Changed the access of an administrator',
  AdministratorInvited: 'Invited an administrator',
  AdministratorPasskeyAdded: 'Set up a device to sign in with',
  AdministratorPasskeyNamed: 'Renamed a device that they sign in with',
  AdministratorPasskeyRemoved: 'Removed a device that they signed in with',
  AdministratorPasskeyUsed: 'Proved who they are with a device',
  AdministratorReinstated: 'Reinstated an administrator',
  AdministratorSessionEnded: 'Signed an administrator out of one browser',
  AdministratorSignedIn: 'Signed in',
  AdministratorSuspended: 'Suspended an administrator',
  AffiliateFeeSet: 'Changed the affiliate charge',
  AmountTermsSet: 'Changed the commissions or the range of an amount',
  AdjustmentLapsed: 'Approved an adjustment too late',
  AlertAcknowledged: 'Took an alert on',
  ApiTokenIssued: 'Issued an API token',
  ApiTokenRevoked: 'Revoked an API token',
  ApprovalGranted: 'Approved a movement of money',
  ApprovalRefused: 'Refused a movement of money',
  ApprovalRequested: 'Asked for approval of a movement of money',
  BrandSet: 'Changed the brand',
  BroadcastActivated: 'Activated a broadcast',
  BroadcastCreated: 'Created a broadcast',
  BroadcastDeactivated: 'Deactivated a broadcast',
  CablePlanSet: ({ was, scheduleId }) =>
    asScheduled(was === null ? 'Added a cable plan' : 'Changed a cable plan', scheduleId),
  ChargebackWon: 'Recorded a dispute as won',
  DataPlanSet: ({ was, scheduleId }) =>
    asScheduled(was === null ? 'Added a data plan' : 'Changed a data plan', scheduleId),
  DiscoSwitched: ({ on }) => (on === true ? 'Activated a distributor' : 'Disabled a distributor'),
  DiscountSet: 'Changed a discount',
  ExamSet: ({ was, scheduleId }) =>
    asScheduled(was === null ? 'Added exam pins' : 'Changed exam pins', scheduleId),
  FundingChargedBack: 'Recorded a chargeback',
  FundingRejected: 'Decided that a payment did not arrive',
  FundingReported: 'Had a payment looked up at its provider',
  FundingTermsSet: 'Changed the bank and the charge of funding',
  FundingUnmatched: 'Stated the amount of an unread payment',
  HouseFunded: 'Funded the house account',
  ImportPlanned: 'Planned to move customers in',
  ImportReleased: 'Released customers to move in',
  InvitationAccepted: 'Accepted an invitation as an administrator',
  InvitationSentAgain: 'Sent an invitation again',
  InvitationWithdrawn: 'Withdrew an invitation',
  LegalPagePublished: ({ version }) => `Published version ${String(version)} of a legal page`,
  LogoRemoved: 'Removed the logo',
  LogoSet: 'Changed the logo',
  ManualFundingCredited: 'Credited a payment by hand',
  NetworkSwitched: ({ on }) => (on === true ? 'Activated a network' : 'Disabled a network'),
  PasswordChanged: 'Changed a password',
  PermissionsChanged: 'Changed permissions',
  PersonalDataExported: 'Exported personal data',
  PersonalDataViewed: 'Looked at personal data',
  PlanRetired: 'Took a plan off the list',
  PlanStartedAtVendor: 'Sells a plan at a vendor again',
  PlanStoppedAtVendor: 'Stopped a plan at a vendor',
  PlanTypeSwitched: ({ on }) => (on === true ? 'Activated a plan type' : 'Disabled a plan type'),
  PriceChangeCancelled: 'Cancelled a scheduled change of prices',
  PriceChangeRefused: 'Could not change prices as scheduled',
  PriceChangeScheduled: 'Scheduled a change of prices',
  PricesConfirmed: 'Confirmed the prices, so that sales begin',
  ProfileChanged: 'Changed a profile',
  PspSettled: 'Booked a settlement of a payment provider',
  PurchaseAccepted: 'Bought from the house account',
  ReviewResolved: ({ decision, sealed }) => {
    if (decision === 'refund') return 'Refunded a purchase';
    const typed = sealed === undefined ? '' : ', with tokens or pins';
    return `Marked a purchase as successful${typed}`;
  },
  RecoveryCodeUsed: 'Proved who they are with a recovery code',
  SecondFactorEnrolled: 'Set up a second factor',
  SecondFactorLocked: 'Was locked after wrong codes of a second factor',
  SecondFactorReset: 'Reset the second factor of an administrator',
  SecondFactorRemoved: 'Turned the second factor off',
  SecondFactorUsed: 'Proved who they are with a code',
  SendingHeld: 'Held sending after a restore',
  SendingReleased: 'Released sending',
  SellingBelowCostSwitched: ({ allowed }) =>
    allowed === true ? 'Allowed selling below cost' : 'Stopped selling below cost',
  SignInsRefused: 'Could not sign in',
  SignInsUnfinished: 'Gave the right password and no second factor',
  TierChanged: ({ tier }) => (tier === 'affiliate' ? 'Upgraded to affiliate' : 'Downgraded to regular'),
  UnmatchedAssigned: 'Assigned an unmatched payment',
  UnmatchedReturned: 'Returned an unmatched payment',
  VendorAccountPaused: 'Paused a vendor account by itself',
  VendorAccountResumed: 'Resumed a vendor account',
  VendorFloatToppedUp: 'Topped up a vendor',
  VendorOrderSet: 'Changed the order of vendors',
  VendorPaused: ({ automatic }) =>
    automatic === undefined ? 'Paused a vendor' : 'Paused a vendor by itself',
  VendorRefusalLifted: 'Sells a product at a vendor again',
  VendorRefusedProduct: 'Stopped a product that a vendor refuses',
  VendorResumed: 'Resumed a vendor',
  WalletAdjusted: 'Adjusted a wallet',
};

function asScheduled(words: string, scheduleId: Json | undefined): string {
  return scheduleId === undefined ? words : `${words}, as scheduled`;
}

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  disco: DISCOS,
  exam: EXAMS,
  network: NETWORKS,
  planType: PLAN_TYPES,
  provider: CABLE_PROVIDERS,
  service: SERVICE_NAMES,
};

const MONEY =
  /^(?:price|affiliatePrice|cost|expectedCost|fee|amount|delta|credited|debited|paid|settled|loss|charge|discount|providerFee|limit|total|(?:available|held|balance)(?:Before|After)|balance)$/;
const UNTOLD =
  /^(?:sealed|postings|codes|otherCosts|firstAnswer|order|product|attempt|code|commandId|step|counter|digest|triesInAll|shown|list|approvedBy|plannedBy|automatic|wasUnread|heldBefore|heldAfter|[a-z]*(?:Id|Ids|Digest|Mac|Key|Digests)|id)$/;
const REASON = /^(?:reason|note|why)$/;
const NAMING = ['service', 'network', 'provider', 'planType', 'disco', 'exam', 'name', 'tier'] as const;
const SAID: ReadonlySet<string> = new Set([...NAMING, 'title', 'decision', 'by']);
const DIGITS = /^-?\d{1,18}$/;
const TEXT_MAX = 200;
/** Length of `2026-03-01T10:15`. */
const MINUTE_LENGTH = 16;

export function describeActivity(event: Described): DescribedActivity {
  const { type, data } = event;
  const words = ownEntry(WHAT, type);
  return {
    area: areaOf(event),
    what: typeof words === 'function' ? words(data) : (words ?? wordsOf(type)),
    subject: subjectOf(event),
    changes: changesOfType(type, data),
    reason: textOf('', Object.entries(data).find(([field]) => REASON.test(field))?.[1]),
  };
}

const OF_VENDORS: ReadonlySet<string> = new Set([
  'ActiveVendorChosen',
  'VendorOrderSet',
  'VendorPaused',
  'VendorResumed',
  'VendorAccountPaused',
  'VendorAccountResumed',
  'VendorRefusedProduct',
  'VendorRefusalLifted',
  'SendingHeld',
  'SendingReleased',
]);

function areaOf({ type, stream, actor, data }: Described): ActivityArea {
  if (type === 'FundingTermsSet') return 'money';
  if (stream === 'catalog') return OF_VENDORS.has(type) ? 'vendors' : 'catalogue';
  if (stream.startsWith('vendor')) return 'vendors';
  if (stream.startsWith('broadcast-')) return 'broadcasts';
  if (/^(?:signins|refusals|unfinished|views)-/.test(stream)) return 'visits';
  if (/^administrator(?:s$|-)/.test(stream)) return 'administrators';
  if (type === 'PurchaseAccepted' || stream.startsWith('purchase-')) return 'purchases';
  if (stream.startsWith('import-')) return 'customers';
  if (stream.startsWith('user-')) return data['userId'] === actor.id ? 'administrators' : 'customers';
  if (/^(?:approval|wallet|funding|float|house|bank|psp|adjustment|money)-?/.test(stream)) return 'money';
  return 'other';
}

function subjectOf({ type, stream, data }: Described): DescribedActivity['subject'] {
  const { purchaseId, broadcastId, userId } = data;
  if (typeof purchaseId === 'string') return { kind: 'purchase', id: purchaseId, text: '' };
  if (typeof broadcastId === 'string')
    return { kind: 'broadcast', id: broadcastId, text: textOf('title', data['title']) };
  if (typeof userId === 'string') return { kind: 'person', id: userId, text: '' };
  if (type === 'SignInsRefused') return { kind: 'thing', id: '', text: 'Unknown names' };
  if (type === 'PersonalDataViewed') return { kind: 'thing', id: '', text: textIn(SHOWN, data['shown']) };
  if (type === 'PersonalDataExported') return { kind: 'thing', id: '', text: textIn(EXPORTED, data['list']) };
  if (stream.startsWith('legal-')) return { kind: 'thing', id: '', text: wordsOf(stream) };
  if (stream === 'brand') return { kind: 'thing', id: '', text: 'Brand' };
  if (isObject(data['terms'])) return { kind: 'thing', id: '', text: 'Funding' };
  if (stream.startsWith('import-')) return { kind: 'thing', id: '', text: 'Older system' };
  if (stream.startsWith('bank-entry-')) return { kind: 'thing', id: '', text: lineOf(data) };
  return { kind: 'thing', id: '', text: thingOf(data) || wordsOf(stream) };
}

const textIn = (names: Readonly<Record<string, string>>, name: Json | undefined): string =>
  ownEntry(names, String(name)) ?? wordsOf(String(name));

/** Bank and reference of a line of a bank statement, such as `GTBank FT2603021015`. */
const lineOf = ({ bank, reference }: EventData): string =>
  `${textOf('bank', bank)} ${textOf('reference', reference)}`.trim();

/** Name of a product, such as `Mtn SME 1GB` or `Airtime regular`. */
function thingOf(data: EventData): string {
  const about = new Map(Object.entries({ ...data, ...Object.values(data).find(isObject) }));
  return NAMING.map((field) => textOf(field, about.get(field)))
    .filter((text) => text !== '')
    .join(' ');
}

function asked({ work, ...data }: EventData): EventData {
  if (!isObject(work)) return work === undefined ? data : { ...data, work };
  const { before, after, line, payment, ...others } = work;
  const part = isObject(line) ? line : isObject(payment) ? payment : {};
  const rest = { ...others, ...part };
  const balance =
    before === undefined || after === undefined ? {} : { balanceBefore: before, balanceAfter: after };
  return { ...data, ...rest, ...balance };
}

function changesOfType(type: string, data: EventData): ActivityRow['changes'] {
  if (type === 'PermissionsChanged') return [listChange('permissions', data)];
  if (type === 'PlanRetired' && isObject(data['plan'])) return differences(data['plan'], {});
  return isObject(data['prices']) ? scheduledChanges(type, data, data['prices']) : changesOf(asked(data));
}

function scheduledChanges(
  type: string,
  { was, takesEffect }: EventData,
  prices: EventData,
): ActivityRow['changes'] {
  const told =
    type === 'PriceChangeCancelled' ? differences(prices, {}) : differences(isObject(was) ? was : {}, prices);
  if (typeof takesEffect !== 'string') return told;
  const moment = lagosIso(takesEffect).slice(0, MINUTE_LENGTH).replace('T', ' ');
  return [...told, { field: 'Takes effect', before: '', after: moment }];
}

function changesOf({ was, ...now }: EventData): ActivityRow['changes'] {
  const thing = Object.values(now).find(isObject);
  if (isObject(was)) return differences(was, thing ?? {});
  if (was === null && thing) return differences({}, thing);
  const fields = new Map(Object.entries(now));
  const told = [...fields].filter(([field, value]) => !untold(field) && value !== undefined);
  const replaced = was === undefined ? undefined : told.at(-1)?.[0];
  return told.flatMap(([field, value]) => {
    if (field.endsWith('Before')) return [];
    const stem = field.endsWith('After') ? field.slice(0, -'After'.length) : undefined;
    const known = field === replaced ? was : stem && fields.get(`${stem}Before`);
    // An event contains a boolean only when the boolean has changed, so its earlier value is the opposite.
    const before = known === undefined && typeof value === 'boolean' ? !value : known;
    if (before === undefined && SAID.has(field)) return [];
    return [{ field: wordsOf(stem ?? field), before: textOf(field, before), after: textOf(field, value) }];
  });
}

const listChange = (field: string, data: EventData): ActivityRow['changes'][number] => ({
  field: wordsOf(field),
  before: textOf(field, data['was']),
  after: textOf(field, ownEntry(data, field)),
});

function differences(was: EventData, is: EventData): ActivityRow['changes'] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => field === 'codes' || !untold(field))
    .map((field) => ({
      field: wordsOf(field),
      before: textOf(field, ownEntry(was, field)),
      after: textOf(field, ownEntry(is, field)),
    }))
    .filter(({ before, after }) => before !== after);
}

const untold = (field: string): boolean => UNTOLD.test(field) || REASON.test(field);

const isObject = (value: Json | undefined): value is EventData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(field: string, value: Json | undefined): string {
  if (field === 'codes' && isObject(value)) return codesText(value);
  if (field === 'costs' && isObject(value)) return costsText(value);
  if (value === undefined || value === null || isObject(value)) return '';
  if (Array.isArray(value)) return value.map((one: Json) => textOf(field, one)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const named = ownEntry(ownEntry(NAMES, field) ?? {}, String(value));
  if (named !== undefined) return named;
  if (field === 'basisPoints' && typeof value === 'number') return `${value / 100} %`;
  const text = String(value);
  if (typeof value === 'string' && MONEY.test(field) && DIGITS.test(text)) return nairaText(BigInt(text));
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

/** `vtpass mtn-1gb-500, 4 213`. */
const codesText = (codes: EventData): string =>
  Object.entries(codes)
    .map(([of, code]) => `${of} ${String(code)}`)
    .join(', ');

/** `4 ₦495.00, 5 ₦480.00`, by vendor account. */
const costsText = (costs: EventData): string =>
  Object.entries(costs)
    .map(([account, cost]) => `${account} ${textOf('cost', cost)}`)
    .join(', ');

/**
 * Formats naira without `Intl`. Rows must be the same on every machine, and the currency data of `Intl`
 * differs between machines.
 */
function nairaText(kobo: bigint): string {
  const digits = String(kobo < 0n ? -kobo : kobo).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first)];
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  return `${kobo < 0n ? '-' : ''}₦${groups.join(',')}.${digits.slice(-2)}`;
}

/**
 * Turns a name into words. `WalletAdjusted` becomes `Wallet adjusted`, and `bank-account` becomes `Bank
 * account`.
 */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
