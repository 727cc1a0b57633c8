import {
  AUDIT_ANSWERS,
  AUDIT_PATHS,
  AUDIT_QUERIES,
  type AuditRead,
} from '../../../contracts/admin/audit.contract.js';
import type { CallDoc, Chapter } from '../call-docs.js';
import { described } from '../json-schema.js';

export const AUDIT_CHAPTER = {
  title: 'Auditors',
  about:
    'What auditors read, and administrators too: with the admin_session cookie, by GET. Money is kobo. Nothing personal is opened.',
  calls: {},
} as const satisfies Chapter;

const DOCS: Readonly<Record<AuditRead, Pick<CallDoc, 'title' | 'about'>>> = {
  overview: {
    title: 'How the ledger stands',
    about: 'Its last event, how far each view is, and whether the books add up to zero.',
  },
  events: {
    title: 'Events',
    about:
      'Events in the order of the log. A filter that matches rarely is answered with what was found so far, and with the place that was reached: ask again from there until done is true.',
  },
  event: {
    title: 'One event',
    about:
      'The event as it is stored, to the byte, its hash and that of the event before it, what led to it and what it led to. Personal data stays sealed.',
  },
  streamEvent: {
    title: 'One event of a stream',
    about: 'The same for an event whose position is not counted.',
  },
  walletSteps: {
    title: 'Every step of a wallet',
    about:
      'What each event added to what can be spent and to what is held: a list for each figure, oldest first.',
  },
  trialBalance: {
    title: 'Trial balance',
    about:
      'Debits and credits of every account now, or what every account came to at a moment of the past; those of customers are one line each kind.',
  },
  accounts: {
    title: 'Accounts of one kind',
    about: 'In the order of their names.',
  },
  account: {
    title: 'What was posted to an account',
    about:
      'Newest first. Of an account that is no wallet it is looked for in the log, a few thousand events at a time: ask again before the place that was reached.',
  },
  accountSteps: {
    title: 'Every step of an account',
    about:
      'What each event posted to an account, oldest first, a list for each figure: looked for in the log, a few thousand events at a time. Ask again after the place that was reached, up to the position the books were found to be of.',
  },
  seals: {
    title: 'Seals',
    about:
      'Signed statements of what the ledger was, newest first, and the public keys they are checked with. Kept elsewhere they tell whether the ledger was written anew.',
  },
  consistency: {
    title: 'Consistency of two seals',
    about: 'Proves that the ledger of the second size begins with that of the first (RFC 6962).',
  },
  eventProof: {
    title: 'Proof of an event',
    about:
      'The way from the event to the root of the newest seal; proof is null while no seal covers it. Whoever has it checks it without the ledger.',
  },
  receiptProof: {
    title: 'Proof of a receipt',
    about: 'The same of all that a wallet knows of a purchase.',
  },
  why: {
    title: 'Why a purchase was charged what it was',
    about:
      'Who ordered what, every rule that the price hangs on as it stood, what set it and who, the price recomputed from them to the kobo, whom the service went to when it was ordered and at each attempt, and what followed. verdict says whether the charge follows from the rules in force. Prices that are settings of the installation are recomputed by what they are now.',
  },
};

const addressOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? `{${part.slice(1)}}` : part))
    .join('/');

function operationOf(name: AuditRead): object {
  const { title, about } = DOCS[name];
  const inPath = new Set(
    AUDIT_PATHS[name].split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])),
  );
  const { properties = {}, required = [] } = described(AUDIT_QUERIES[name], 'input').schema;
  return {
    operationId: `audit${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: [AUDIT_CHAPTER.title],
    summary: title,
    description: about,
    security: [{ admin_session: [] }],
    parameters: Object.entries(properties).map(([field, { description, ...schema }]) => ({
      in: inPath.has(field) ? 'path' : 'query',
      name: field,
      required: inPath.has(field) || required.includes(field),
      description,
      schema,
    })),
    responses: {
      200: {
        description: 'Found.',
        content: { 'application/json': { schema: described(AUDIT_ANSWERS[name], 'output').schema } },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

export const AUDIT_DOCUMENTED: Readonly<Record<string, object>> = Object.fromEntries(
  (Object.keys(AUDIT_PATHS) as AuditRead[]).map((name) => [
    addressOf(AUDIT_PATHS[name]),
    { get: operationOf(name) },
  ]),
);
