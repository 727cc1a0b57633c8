import {
  ADMIN_EXPORT_PATH,
  ADMIN_EXPORTS,
  EXPORT_TOTAL_HEADER,
} from '../../contracts/admin/admin-histories.contract.js';
import { ADMIN_LIVE_PATH, LIVE_PATH } from '../../contracts/calls.js';
import { BRAND_PATH, BrandAnswer } from '../../contracts/brand/brand.contract.js';
import {
  RECEIPT_PATH,
  RECEIPT_PROOF_PATH,
  STATEMENT_FORMATS,
  STATEMENT_PATH,
} from '../../contracts/history.contract.js';
import { described } from './json-schema.js';

const TAG = 'Wallet and history';
const SECURITY = [{ session: [] }];
const refusal = { $ref: '#/components/responses/Refusal' };
const day = (name: string, description: string) => ({
  in: 'query',
  name,
  description,
  schema: { type: 'string', format: 'date' },
});

const word = (name: string, description: string) => ({
  ...day(name, description),
  schema: { type: 'string' },
});

const SINCE = {
  ...day('after', 'Position that the page shows already: what changed after it is told at once.'),
  schema: { type: 'integer', minimum: 0 },
};

/** Descriptions of calls that answer with a file or a stream, which `CALLS` does not describe. */
export const FILE_PATHS: Readonly<Record<string, object>> = {
  [BRAND_PATH]: {
    get: {
      operationId: 'brand',
      tags: [TAG],
      summary: 'The brand',
      description: 'Name, colours, texts and contacts. Answers 304 to the ETag of the present brand.',
      security: [],
      responses: {
        200: {
          description: 'The brand.',
          content: { 'application/json': described(BrandAnswer, 'output') },
        },
        304: { description: 'You have the present brand.' },
        default: refusal,
      },
    },
  },
  [`${RECEIPT_PATH}{reference}.pdf`]: {
    get: {
      operationId: 'receipt',
      tags: [TAG],
      summary: 'Receipt',
      description:
        'One transaction to keep or to share. Once the ledger is sealed over it, its proof is attached as `proof.json`.',
      security: SECURITY,
      parameters: [{ in: 'path', name: 'reference', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'The receipt.', content: { 'application/pdf': {} } },
        default: refusal,
      },
    },
  },
  [`${RECEIPT_PROOF_PATH}{reference}/proof`]: {
    get: {
      operationId: 'receiptProof',
      tags: [TAG],
      summary: 'Proof of a receipt',
      description:
        'What the wallet knows of a purchase, event by event as stored, and the way from each to the root that was sealed and signed. Anybody checks it without us, with the verifier page or RFC 6962 and Ed25519.',
      security: SECURITY,
      parameters: [{ in: 'path', name: 'reference', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: '`proof`, to be kept as a file.', content: { 'application/json': {} } },
        202: { description: 'Not sealed yet: ask again in a few seconds.' },
        default: refusal,
      },
    },
  },
  [`${STATEMENT_PATH}{format}`]: {
    get: {
      operationId: 'statement',
      tags: [TAG],
      summary: 'Statement',
      description: 'What a customer bought and paid in, oldest first, at most a year.',
      security: SECURITY,
      parameters: [
        { in: 'path', name: 'format', required: true, schema: { enum: STATEMENT_FORMATS } },
        day('from', 'First day in Lagos.'),
        day('to', 'Last day in Lagos, included.'),
      ],
      responses: {
        200: { description: 'The statement.', content: { 'text/csv': {}, 'application/pdf': {} } },
        default: refusal,
      },
    },
  },
  [LIVE_PATH]: {
    get: {
      operationId: 'live',
      tags: [TAG],
      summary: 'Live updates',
      description:
        'Server-sent events: which lists changed. The id of an event is the position they have committed.',
      security: SECURITY,
      parameters: [SINCE],
      responses: {
        200: { description: 'A stream of events.', content: { 'text/event-stream': {} } },
        default: refusal,
      },
    },
  },
  [`${ADMIN_EXPORT_PATH}{list}.csv`]: {
    get: {
      operationId: 'adminExport',
      tags: [TAG],
      summary: 'A list as a file',
      description: `All rows of a list over all customers, newest first, sent while it is read. ${EXPORT_TOTAL_HEADER} says how many there are.`,
      security: [{ admin_session: [] }],
      parameters: [
        { in: 'path', name: 'list', required: true, schema: { enum: ADMIN_EXPORTS } },
        day('from', 'First day in Lagos.'),
        day('to', 'Last day in Lagos, included.'),
        word('search', 'As the list itself is searched.'),
        word('service', 'One service, of transactions.'),
        word('status', 'One status, of purchases.'),
        word('bought_by', 'house for what the house bought.'),
        word('standing', 'taken or won, of chargebacks.'),
      ],
      responses: {
        200: { description: 'The list.', content: { 'text/csv': {} } },
        default: refusal,
      },
    },
  },
  [ADMIN_LIVE_PATH]: {
    get: {
      operationId: 'adminLive',
      tags: [TAG],
      summary: 'Live updates for administrators',
      description: 'As the live updates of a customer, of lists over all users.',
      security: [{ admin_session: [] }],
      parameters: [SINCE],
      responses: {
        200: { description: 'A stream of events.', content: { 'text/event-stream': {} } },
        default: refusal,
      },
    },
  },
};
