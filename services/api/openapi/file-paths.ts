import { ADMIN_LIVE_PATH, LIVE_PATH } from '../../contracts/calls.js';
import { RECEIPT_PATH, STATEMENT_FORMATS, STATEMENT_PATH } from '../../contracts/history.contract.js';

const TAG = 'Wallet and history';
const SECURITY = [{ session: [] }];
const refusal = { $ref: '#/components/responses/Refusal' };
const day = (name: string, description: string) => ({
  in: 'query',
  name,
  description,
  schema: { type: 'string', format: 'date' },
});

/** What a browser downloads or listens to: not in the table of calls, since no JSON is sent. */
export const FILE_PATHS: Readonly<Record<string, object>> = {
  [`${RECEIPT_PATH}{reference}.pdf`]: {
    get: {
      operationId: 'receipt',
      tags: [TAG],
      summary: 'Receipt',
      description: 'One transaction to keep or to share.',
      security: SECURITY,
      parameters: [{ in: 'path', name: 'reference', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'The receipt.', content: { 'application/pdf': {} } },
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
      responses: {
        200: { description: 'A stream of events.', content: { 'text/event-stream': {} } },
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
      responses: {
        200: { description: 'A stream of events.', content: { 'text/event-stream': {} } },
        default: refusal,
      },
    },
  },
};
