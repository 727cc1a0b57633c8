import { ACCESS_STREAM } from '../../administrators/access/access.events.js';
import {
  refusalsStream,
  signInsStream,
  unfinishedStream,
  viewsStream,
} from '../../administrators/visits/visits.events.js';
import { administratorStream } from '../../administrators/administrator.events.js';
import { ALERTS_STREAM } from '../../alerts/alert.events.js';
import { POSTING_RULES } from '../../audit/independent-posting-rules.js';
import { AUDITS_STREAM } from '../../audit/scheduled/audit.events.js';
import { SEALS_STREAM } from '../../audit/seals/seal.events.js';
import { BRAND_STREAM } from '../../brand/brand.events.js';
import { legalStream } from '../../brand/legal/legal.events.js';
import { LOGO_STREAM } from '../../brand/logo/logo.events.js';
import { broadcastStream } from '../../broadcasts/broadcast.events.js';
import { CATALOG_STREAM } from '../../catalog/catalog.events.js';
import { bvnStream, identityStream } from '../../customers/bvn/bvn.events.js';
import {
  apiTokenStream,
  emailStream,
  phoneStream,
  FORGETTINGS_STREAM,
  OLD_HASHES_STREAM,
  userStream,
} from '../../customers/user.events.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { bankSessionStream } from '../../funding/bank-sessions.js';
import { fundingStream } from '../../funding/funding.stream.js';
import { cutOverStream } from '../../funding/cut-over.js';
import { importStream } from '../../moving-in/import.events.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { LEDGER_STREAM } from '../../ledger/ledger.events.js';
import { purchaseStream, walletStream } from '../../ledger/streams.js';
import { allowanceStream, approvalStream } from '../../money-desk/approval.events.js';
import { bankEntryStream } from '../../money-desk/bank-entries.js';
import { disputeStream } from '../../money-desk/chargebacks/disputed-payment.js';
import { problemStream } from '../../purchases/purchase.events.js';
import { type EventType, type EventUnion, type Field, readEvents, type Shape } from './event-types.js';
import { code, page, paragraph, sentence, table } from './markdown.js';
import { postingsOf } from './posting-lines.js';

const STREAMS: Readonly<Record<string, string>> = {
  WalletEvent: walletStream('<userId>'),
  PurchaseEvent: purchaseStream('<purchaseId>'),
  ProblemEvent: problemStream('<purchaseId>'),
  FundingEvent: fundingStream('<provider>', 'any'),
  BankSessionEvent: bankSessionStream('any'),
  CutOverEvent: cutOverStream('<provider>'),
  DisputeEvent: disputeStream({ provider: '<provider>', dispute: 'any' }),
  BankEntryEvent: bankEntryStream('any', 'any'),
  ApprovalEvent: approvalStream('<approvalId>'),
  AllowanceEvent: allowanceStream('<administratorId>', '<day>'),
  CatalogEvent: CATALOG_STREAM,
  UserEvent: userStream('<userId>'),
  EmailEvent: emailStream('<emailMac>'),
  PhoneEvent: phoneStream('<phoneMac>'),
  IdentityEvent: identityStream('<userId>'),
  BvnClaimEvent: bvnStream('<bvnMac>'),
  ForgettingEvent: FORGETTINGS_STREAM,
  OldHashesEvent: OLD_HASHES_STREAM,
  AccessEvent: ACCESS_STREAM,
  AdministratorEvent: administratorStream('<userId>'),
  SignInEvent: signInsStream('<userId>'),
  RefusalEvent: refusalsStream('<userId>'),
  UnfinishedEvent: unfinishedStream('<userId>'),
  ViewEvent: viewsStream('<userId>'),
  ImportEvent: importStream('<importId>'),
  BrandEvent: BRAND_STREAM,
  LegalEvent: legalStream('<page>' as LegalPage),
  LogoEvent: LOGO_STREAM,
  BroadcastEvent: broadcastStream('<broadcastId>'),
  AlertEvent: ALERTS_STREAM,
  LedgerStartEvent: LEDGER_STREAM,
  AuditEvent: AUDITS_STREAM,
  SealEvent: SEALS_STREAM,
};

const ALSO_IN: Readonly<Record<string, string>> = {
  ApiTokenIssued: apiTokenStream('<tokenDigest>'),
  AccountReserved: 'reserved-<provider>-<digest of accountReference>',
};

const INTRO = `The ledger is a log of these events. Each event belongs to one stream, and the hashes of a stream form a
chain. \`npm run ledger -- events\` prints events, and the pages of the auditor show them.`;
const ENVELOPE = `Each stored event also has \`id\`, \`type\`, \`version\`, \`at\` (UTC), \`actor\`, \`correlationId\`,
\`causationId\`, \`stream\`, \`revision\`, \`position\`, \`hash\` and \`previousHash\`. Amounts are kobo, as digits.
\`sealed\` holds personal data, encrypted with the key of its person. A field with \`?\` may be absent.`;
const POSTINGS = `Postings are the lines of a double entry: debits are positive, and the lines of an event add up to
zero. An event without the heading *Postings* moves no money.`;

export function eventsPage(root: string): string {
  const { unions, shapes } = readEvents(root);
  const types = unions.flatMap(({ events }) => events.map(({ type }) => type));
  const missing = Object.keys(POSTING_RULES).filter((type) => !types.includes(type));
  if (missing.length > 0) throw new Error(`no union of events has ${missing.join(', ')}`);
  return page(
    'Events',
    paragraph(INTRO),
    paragraph(ENVELOPE),
    paragraph(POSTINGS),
    table(
      ['stream', 'events'],
      unions.map((union) => [
        streamOf(union),
        union.events.map(({ type }) => `[${type}](#${type.toLowerCase()})`).join(', '),
      ]),
    ),
    ...unions.flatMap(sectionOf),
    '## Shapes of fields',
    ...shapes.flatMap(shapeOf),
  );
}

/** Shows digests as `<digest>`. */
function streamOf({ name }: EventUnion): string {
  const stream = ownEntry(STREAMS, name);
  if (stream === undefined) throw new Error(`events-page.ts does not say which stream has a ${name}`);
  return code(stream.replace(/[0-9a-f]{40}/, '<digest>'));
}

const sectionOf = (union: EventUnion): string[] => [
  `## ${streamOf(union)}`,
  ...(union.meaning === '' ? [] : [paragraph(sentence(union.meaning))]),
  ...union.events.flatMap(eventOf),
];

function eventOf({ type, meaning, fields }: EventType): string[] {
  const also = ownEntry(ALSO_IN, type);
  return [
    `### ${type}`,
    ...(meaning === '' ? [] : [paragraph(sentence(meaning))]),
    ...(also === undefined ? [] : [`Also the one event of the stream ${code(also)}.`]),
    fieldsOf(fields.filter(({ name }) => name !== 'postings')),
    ...postingsOf(type).flatMap(({ when, lines }) => [
      when === '' ? '**Postings**' : `**Postings when ${when}**`,
      table(
        ['account', 'kobo'],
        lines.map(([account, amount]) => [code(account), code(amount)]),
      ),
    ]),
  ];
}

const shapeOf = ({ name, meaning, fields, alternatives }: Shape): string[] => [
  `### ${name}`,
  ...(meaning === '' ? [] : [paragraph(sentence(meaning))]),
  alternatives.length > 0
    ? alternatives.every((one) => /^(?:'[^']*'|\d+)$/.test(one))
      ? paragraph(`One of ${alternatives.toSorted().map(code).join(', ')}.`)
      : `One of:\n\n${alternatives.map((one) => `- ${code(one)}`).join('\n')}`
    : fieldsOf(fields),
];

const fieldsOf = (fields: readonly Field[]): string =>
  table(
    ['field', 'type', 'meaning'],
    fields.map(({ name, optional, type, meaning }) => [
      code(`${name}${optional ? '?' : ''}`),
      code(type),
      meaning,
    ]),
  );
