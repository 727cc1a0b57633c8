import {
  CALLS,
  csrfCookieFor,
  CSRF_HEADER,
  IDEMPOTENCY_HEADER,
  type Access,
  type Call,
  type CallName,
  SHAPES,
  TOKEN_FIELDS,
} from '../../contracts/calls.js';
import { ERRORS } from '../../contracts/errors.js';
import { REQUIRED_OF_CUSTOMERS } from '../../contracts/fields/http-fields.js';
import { ACTIVITY_DOCS } from './admin/activity.docs.js';
import { AUDIT_CHAPTER, AUDIT_DOCUMENTED } from './admin/audit.docs.js';
import { ADMINISTRATOR_ACCESS_DOCS } from './admin/administrator-access.docs.js';
import { BET_FUNDINGS_DOCS } from './admin/bet-fundings.docs.js';
import { BRAND_DOCS } from './admin/brand.docs.js';
import { BROADCAST_DOCS } from './admin/broadcasts.docs.js';
import { CATALOG_CHANGE_DOCS } from './admin/catalog-changes.docs.js';
import { EXTERNAL_DOCS } from './admin/external.docs.js';
import { ADMIN_HISTORY_DOCS } from './admin/histories.docs.js';
import { OPERATIONS_DOCS } from './admin/operations.docs.js';
import { PLAN_DOCS } from './admin/plans.docs.js';
import { PRICE_DOCS } from './admin/prices.docs.js';
import { SALES_DOCS } from './admin/sales.docs.js';
import { USER_DOCS } from './admin/users.docs.js';
import { MONEY_DESK_DOCS } from './admin/money-desk.docs.js';
import { PROBLEM_REPORT_DOCS } from './admin/problem-reports.docs.js';
import { CHARGEBACK_DOCS } from './admin/chargebacks.docs.js';
import { UNMATCHED_DOCS } from './admin/unmatched.docs.js';
import { SECOND_FACTOR_DOCS } from './admin/second-factor.docs.js';
import { VENDOR_DOCS } from './admin/vendors.docs.js';
import { AFFILIATE_DOCS, PROFILE, SIGNING_IN } from './account.docs.js';
import { POLICY_NAMES } from '../../rate-limits/call-budgets.js';
import { AIRTIME_DOCS } from './airtime.docs.js';
import { BET_DOCS } from './bet.docs.js';
import { BVN_DOCS } from './bvn.docs.js';
import { CABLE_DOCS } from './cable.docs.js';
import type { CallDoc, CallDocs, Chapter } from './call-docs.js';
import { CATALOG_DOCS } from './catalog.docs.js';
import { DATA_DOCS } from './data.docs.js';
import { ELECTRICITY_DOCS } from './electricity.docs.js';
import { EXAM_DOCS } from './exams.docs.js';
import { FILE_PATHS } from './file-paths.js';
import { described, type JsonSchema } from './json-schema.js';
import { PASSKEYS_CHAPTER } from './passkeys.docs.js';
import { PUSH_CHAPTER } from './push-devices.docs.js';
import { SMS_DOCS } from './sms.docs.js';
import { TRANSFER_DOCS } from './transfer.docs.js';
import { WALLET } from './wallet.docs.js';

const ADMINISTRATORS = {
  title: 'Administrators',
  about:
    'For the browser of an administrator. Auditors may read. What changes something needs the X-CSRFToken header.',
  calls: {
    ...ACTIVITY_DOCS,
    ...ADMIN_HISTORY_DOCS,
    ...BET_FUNDINGS_DOCS,
    ...ADMINISTRATOR_ACCESS_DOCS,
    ...BRAND_DOCS,
    ...BROADCAST_DOCS,
    ...CATALOG_CHANGE_DOCS,
    ...PLAN_DOCS,
    ...PRICE_DOCS,
    ...EXTERNAL_DOCS,
    ...OPERATIONS_DOCS,
    ...SALES_DOCS,
    ...USER_DOCS,
    ...MONEY_DESK_DOCS,
    ...UNMATCHED_DOCS,
    ...PROBLEM_REPORT_DOCS,
    ...CHARGEBACK_DOCS,
    ...SECOND_FACTOR_DOCS,
    ...VENDOR_DOCS,
  },
} satisfies Chapter;

const CALL_DOCS: CallDocs = {
  ...WALLET.calls,
  ...CATALOG_DOCS,
  ...AIRTIME_DOCS,
  ...DATA_DOCS,
  ...CABLE_DOCS,
  ...ELECTRICITY_DOCS,
  ...EXAM_DOCS,
  ...SMS_DOCS,
  ...BET_DOCS,
  ...TRANSFER_DOCS,
  ...SIGNING_IN.calls,
  ...PROFILE.calls,
  ...PASSKEYS_CHAPTER.calls,
  ...PUSH_CHAPTER.calls,
  ...BVN_DOCS,
  ...AFFILIATE_DOCS,
  ...ADMINISTRATORS.calls,
};

const CHAPTERS: readonly Chapter[] = [
  WALLET,
  { title: 'Airtime and data', calls: { ...CATALOG_DOCS, ...AIRTIME_DOCS, ...DATA_DOCS } },
  {
    title: 'Cable, electricity and exams',
    about: 'Look a card or meter up before you pay: a payment to a wrong number cannot be called back.',
    calls: { ...CABLE_DOCS, ...ELECTRICITY_DOCS, ...EXAM_DOCS },
  },
  { title: 'Bulk SMS and betting', calls: { ...SMS_DOCS, ...BET_DOCS } },
  {
    title: 'Bank transfers',
    about:
      'Look the account up first: a transfer goes only to an account whose name was asked for in the last 15 minutes.',
    calls: TRANSFER_DOCS,
  },
  SIGNING_IN,
  { ...PROFILE, calls: { ...PROFILE.calls, ...BVN_DOCS, ...AFFILIATE_DOCS } },
  PASSKEYS_CHAPTER,
  PUSH_CHAPTER,
  ADMINISTRATORS,
  AUDIT_CHAPTER,
];

const SECURITY: Record<Access, readonly Record<string, readonly string[]>[]> = {
  public: [],
  operations: [],
  provider: [],
  session: [{ session: [] }, { admin_session: [] }],
  user: [{ apiToken: [] }, { session: [] }],
  'browser-user': [{ session: [] }],
  buyer: [{ apiToken: [] }, { session: [] }, { admin_session: [] }],
  'browser-buyer': [{ session: [] }, { admin_session: [] }],
  admin: [{ admin_session: [] }],
  auditor: [{ admin_session: [] }],
};

const HEADERS = {
  'RateLimit-Policy': {
    description:
      'The limits of your calls: q calls in w seconds, and for a moment twice as many. No header where a limit is off.',
    schema: { type: 'string' },
    example: '"read";q=50;w=1, "buy";q=50;w=1',
  },
  RateLimit: {
    description: 'The limit that this call counted for, and the r calls that are left in the next t seconds.',
    schema: { type: 'string' },
    example: '"buy";r=49;t=1',
  },
  'Retry-After': {
    description: 'With 429 and 503: seconds after which to send the call again.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
};

const refsOf = (...names: (keyof typeof HEADERS)[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/**
 * Builds the OpenAPI 3.1 document from the same tables that the server uses.
 * @param title name of the brand
 */
export function openApiDocument(serverUrl: string, title: string): object {
  const paths: Record<string, object> = { ...FILE_PATHS, ...AUDIT_DOCUMENTED };
  for (const { title: chapter, calls } of CHAPTERS)
    for (const name of Object.keys(calls) as CallName[])
      paths[pathOf(name)] = { [CALLS[name].method.toLowerCase()]: operation(name, chapter) };
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Every call but those of auditors has a JSON body. Money is naira, times are ISO 8601 with +01:00, ids are text, and fields ' +
        'that are not named are ignored. A purchase answers Pending: what became of it is in its transaction.',
    },
    servers: [{ url: serverUrl }],
    tags: CHAPTERS.map(({ title: name, about }) => ({ name, ...(about ? { description: about } : {}) })),
    paths,
    components: {
      securitySchemes: {
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The API token of a customer, from a server.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        admin_session: { type: 'apiKey', in: 'cookie', name: 'admin_session' },
      },
      headers: HEADERS,
      responses: {
        Refusal: {
          description: 'Refused; nothing was done unless the code says that it is not known.',
          headers: refsOf('RateLimit-Policy', 'RateLimit', 'Retry-After'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            status: { const: false },
            code: {
              type: 'string',
              enum: Object.keys(ERRORS),
              'x-enum-descriptions': Object.values(ERRORS).map(
                ([http, text]) => `${http}. ${text.replace(/\{\w+\}/g, '…')}`,
              ),
            },
            message: { type: 'string', description: 'What to show to a person.' },
            field: { type: 'string', description: 'The field at fault, where it is one.' },
            policy: {
              type: 'string',
              enum: POLICY_NAMES,
              description: 'The limit that a 429 exceeds.',
            },
          },
          required: ['status', 'code', 'message'],
        },
      },
    },
  };
}

export const pathOf = (name: CallName): string => CALLS[name].path.replace(':id', '{id}');

function operation(name: CallName, tag: string): object {
  const doc: CallDoc = CALL_DOCS[name];
  const { kind, access }: Call = CALLS[name];
  const asked = described(SHAPES[name].request, 'input');
  const answered = described(SHAPES[name].answer, 'output');
  return {
    operationId: name,
    tags: [tag],
    summary: doc.title,
    description: doc.about,
    security: SECURITY[access],
    parameters: parametersOf(name),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: withoutTokens(asked.schema),
          example: { ...asked.example, ...doc.body },
        },
      },
    },
    responses: {
      200: {
        description: kind === 'changes' ? 'Done.' : 'Found.',
        headers: refsOf('RateLimit-Policy', 'RateLimit'),
        content: { 'application/json': { ...answered, example: { ...answered.example, ...doc.answer } } },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

const takesKey = (name: CallName): boolean => 'confirm_duplicate' in SHAPES[name].request.shape;

function parametersOf(name: CallName): object[] {
  const { kind, access, path }: Call = CALLS[name];
  const parameters: object[] = [];
  if (path.includes(':id'))
    parameters.push({
      in: 'path',
      name: 'id',
      required: true,
      description: 'What the call is about.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    });
  if (takesKey(name))
    parameters.push({
      in: 'header',
      name: IDEMPOTENCY_HEADER,
      description: 'The same key again answers the same purchase again: you are charged once.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      example: 'order-1042',
    });
  const cookie = csrfCookieFor(access);
  if (kind === 'changes' && access !== 'public')
    parameters.push({
      in: 'header',
      name: CSRF_HEADER,
      description: `The value of the ${cookie} cookie; needed with a session cookie, not with an API token.`,
      schema: { type: 'string' },
    });
  return parameters;
}

function withoutTokens({ properties = {}, required = [], ...rest }: JsonSchema): JsonSchema {
  const own = Object.entries(properties).filter(([field]) => !isToken(field));
  return {
    ...rest,
    properties: Object.fromEntries(own),
    required: own.flatMap(([field, type]) =>
      required.includes(field) || Object.hasOwn(type, REQUIRED_OF_CUSTOMERS) ? [field] : [],
    ),
  };
}

const isToken = (field: string): boolean => (TOKEN_FIELDS as readonly string[]).includes(field);
