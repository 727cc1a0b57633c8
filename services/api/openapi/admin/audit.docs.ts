import { z } from 'zod';
import {
  AUDIT_ANSWERS,
  AUDIT_PATHS,
  AUDIT_QUERIES,
  type AuditAsked,
  type AuditRead,
} from '../../../contracts/admin/audit.contract.js';
import type { Chapter } from '../call-docs.js';

interface AuditDoc<Name extends AuditRead> {
  readonly title: string;
  readonly about: string;
  readonly fields: Readonly<Record<keyof AuditAsked<Name> & string, string>>;
}

export const AUDIT_CHAPTER = {
  title: 'Auditors',
  about:
    'What auditors read, and administrators too: with the admin_session cookie, by GET. Money is kobo. Nothing personal is opened.',
  calls: {},
} as const satisfies Chapter;

const DOCS: { readonly [Name in AuditRead]: AuditDoc<Name> } = {
  overview: {
    title: 'How the ledger stands',
    about: 'Its last event, how far each view is, and whether the books add up to zero.',
    fields: {},
  },
  events: {
    title: 'Events',
    about:
      'Events in the order of the log. A filter that matches rarely is answered with what was found so far, and with the place that was reached: ask again from there until done is true.',
    fields: {
      order: 'newest or oldest first. Without it newest, or oldest when after is given.',
      after: 'Oldest first: events after this position; with stream, after this revision.',
      before: 'Newest first: events before this position; with stream, before this revision.',
      limit: '1 to 1,000; 100 without it.',
      stream: 'Only this stream.',
      type: 'Only of this type.',
      actor: 'Only by this actor: an id, or a kind as user, admin, auditor, system, vendor.',
      from: 'Not before this moment, ISO 8601 with its offset.',
      to: 'Not after this moment.',
    },
  },
  event: {
    title: 'One event',
    about:
      'The event as it is stored, to the byte, its hash and that of the event before it, what led to it and what it led to. Personal data stays sealed.',
    fields: { position: 'Place in the log, from 1.' },
  },
  streamEvent: {
    title: 'One event of a stream',
    about: 'The same for an event whose position is not counted.',
    fields: { stream: 'Name of the stream.', revision: 'Place in the stream, from 0.' },
  },
  walletSteps: {
    title: 'Every step of a wallet',
    about:
      'What each event added to what can be spent and to what is held: a list for each figure, oldest first.',
    fields: {
      userId: 'Id of the customer.',
      from: 'First revision.',
      limit: '1 to 1,000; 100 without it.',
    },
  },
  trialBalance: {
    title: 'Trial balance',
    about:
      'Debits and credits of every account now, or what every account came to at a moment of the past; those of customers are one line each kind.',
    fields: {
      at: 'A moment, ISO 8601, in Lagos unless it says where: one without a fraction counts to the end of its second, one without seconds to that of its minute; a Lagos day, which means its end; or the position of the last event that counts. Without it, now.',
    },
  },
  accounts: {
    title: 'Accounts of one kind',
    about: 'In the order of their names.',
    fields: {
      kind: 'What stands before the colon: user_available.',
      after: 'Accounts after this one.',
      limit: '1 to 1,000; 100 without it.',
    },
  },
  account: {
    title: 'What was posted to an account',
    about:
      'Newest first. Of an account that is no wallet it is looked for in the log, a few thousand events at a time: ask again before the place that was reached.',
    fields: {
      account: 'Name of the account.',
      from: 'Postings from this moment, day or position on: what the account came to before them is opening.',
      at: 'Postings up to this moment, day or position: what the account came to then is balance.',
      before: 'The place that was reached: of a wallet a revision, else a position.',
      limit: '1 to 1,000; 100 without it.',
    },
  },
  accountSteps: {
    title: 'Every step of an account',
    about:
      'What each event posted to an account, oldest first, a list for each figure: looked for in the log, a few thousand events at a time. Ask again after the place that was reached, up to the position the books were found to be of.',
    fields: {
      account: 'Name of the account.',
      after: 'Steps after this position.',
      to: 'Steps up to this position.',
      limit: '1 to 1,000; 100 without it.',
    },
  },
  seals: {
    title: 'Seals',
    about:
      'Signed statements of what the ledger was, newest first, and the public keys they are checked with. Kept elsewhere they tell whether the ledger was written anew.',
    fields: {
      before: 'Seals before this revision of their stream.',
      limit: '1 to 1,000; 100 without it.',
    },
  },
  consistency: {
    title: 'Consistency of two seals',
    about: 'Proves that the ledger of the second size begins with that of the first (RFC 6962).',
    fields: { first: 'Events that the earlier seal covers.', second: 'Events that the later seal covers.' },
  },
  eventProof: {
    title: 'Proof of an event',
    about:
      'The way from the event to the root of the newest seal; proof is null while no seal covers it. Whoever has it checks it without the ledger.',
    fields: { position: 'Place in the log, from 1.' },
  },
  receiptProof: {
    title: 'Proof of a receipt',
    about: 'The same of all that a wallet knows of a purchase.',
    fields: { reference: 'Reference or id of the purchase.' },
  },
  why: {
    title: 'Why a purchase was charged what it was',
    about:
      'Who ordered what, every rule that the price hangs on as it stood, what set it and who, the price recomputed from them to the kobo, whom the service went to when it was ordered and at each attempt, and what followed. verdict says whether the charge follows from the rules in force. Prices that are settings of the installation are recomputed by what they are now.',
    fields: { reference: 'Reference or id of the purchase.' },
  },
};

interface JsonSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
};

/** `:id` as `{id}`. */
const addressOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? `{${part.slice(1)}}` : part))
    .join('/');

function operationOf(name: AuditRead): object {
  const { title, about } = DOCS[name];
  const fields: ReadonlyMap<string, string> = new Map(Object.entries(DOCS[name].fields));
  const inPath = new Set(
    AUDIT_PATHS[name].split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])),
  );
  const { properties = {}, required = [] } = schemaOf(AUDIT_QUERIES[name], 'input');
  return {
    operationId: `audit${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: [AUDIT_CHAPTER.title],
    summary: title,
    description: about,
    security: [{ admin_session: [] }],
    parameters: Object.entries(properties).map(([field, schema]) => ({
      in: inPath.has(field) ? 'path' : 'query',
      name: field,
      required: inPath.has(field) || required.includes(field),
      description: fields.get(field) ?? '',
      schema,
    })),
    responses: {
      200: {
        description: 'Found.',
        content: { 'application/json': { schema: schemaOf(AUDIT_ANSWERS[name], 'output') } },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

/** OpenAPI paths of the audit reads. */
export const AUDIT_DOCUMENTED: Readonly<Record<string, object>> = Object.fromEntries(
  (Object.keys(AUDIT_PATHS) as AuditRead[]).map((name) => [
    addressOf(AUDIT_PATHS[name]),
    { get: operationOf(name) },
  ]),
);
