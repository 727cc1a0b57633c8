import { request } from 'undici';
import { addressOf, CALLS, type CallName, SHAPES, TOKEN_FIELDS } from '../../contracts/calls.js';

export interface BadRequest {
  readonly call: CallName;
  readonly what: string;
  readonly body: string;
  readonly contentType: string;
  readonly statuses: readonly number[];
  /** Field that a 422 names. */
  readonly field?: string;
}

const TOKENS = new Set<string>(TOKEN_FIELDS);
const MEGABYTE = 'x'.repeat(1_000_000);
const JSON_TYPE = 'application/json';

/** A valid value for every field, so that only the tested field is wrong. */
const GOOD: Readonly<Record<string, unknown>> = {
  email: 'nobody@demo.test',
  username: 'nobody@demo.test',
  password: 'Wrong-pass-1',
  amount: 100,
  per_second: 100,
  network: 1,
  phone: '08031234567',
  transaction_pin: '4826',
  reference: 'NL-NONE',
  month: '2026-03',
  query_type: 2,
  fname: 'Ada',
  lname: 'Obi',
  phone_number: '08031234567',
  password1: 'Another-pass-1',
  password2: 'Another-pass-1',
  resetCode: '000000',
  otp_code: '000000',
  old_password: 'Wrong-pass-1',
  new_password: 'Another-pass-1',
  old_pin: '0000',
  new_pin: '4826',
  recipient: '08031234567',
  service: 'airtime',
  id: 'none',
  holdId: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c11',
  datanetwork: 1,
  selectedPlanType: 3,
  selectedDataPlan: 1301,
  cablenetwork: 1,
  iuc: '1212121212',
  selectedcablePlan: 101,
  cable_plan_code: 101,
  disco_name: 18,
  discoName: 18,
  meter_number: '11111111111',
  meterNumber: '11111111111',
  meter_type: 'Prepaid',
  meterType: 'Prepaid',
  examName: 1,
  quantity: 1,
  quoted_price: 99,
  senderid: 'AdaShop',
  messageBody: 'Hello',
  betPlatform: 'BET9JA',
  clientId: '77121234',
  account_number: '0123456789',
  bankCode: '058',
  bank_name_code: '058',
  user_account_number: '0123456789',
  amount_to_withdrawal: 200,
  name: 'Ada Obi',
  dateOfBirth: '03-Oct-1993',
  mobileNo: '08031234567',
  bvn: '22222222226',
  identity_kind: 'bvn',
  identity_number: '22222222226',
  dataapiidentifier: 1,
  airtimeapiidentifier: 1,
  cableapiidentifier: 1,
  electricapiidentifier: 1,
  examsapiidentifier: 1,
  dataNetwork: 1,
  plantype: 3,
  newPrices: 550,
  affiliate_price: 540,
  affiliate_amount: 500,
  cost: 480,
  category: 'cable',
  plan_code: 101,
  cost_amount: 485,
  minimum: 50,
  maximum: 5_000,
  commissions: [{ code: 1, percent: 3 }],
  loaded_terms: { minimum: 50, maximum: 5_000, commissions: [{ code: 1, percent: 3 }] },
  at: '2026-03-01T08:00:00+01:00',
  changeId: 'none',
  csv: 'Service,Code,Price (NGN)',
  version: 1,
  limit: 5_000,
  price: 99,
  plan_type: 1,
  size: '1GB',
  days: 30,
  place: 1,
  codes: [{ at: 'vtpass', code: 'mtn-1gb' }],
  on: true,
  order: { amount: 100, network: 1, phone: '08031234567' },
  credential: { id: 'none', response: { clientDataJSON: 'none', attestationObject: 'none' } },
  broadcastTitle: 'Maintenance',
  broadcastMessage: 'Data is slow tonight.',
  broadcastId: 'none',
  ids: ['none'],
  decision: 'refund',
  idempotency_key: 'order-4711',
  reason: 'The vendor confirmed it.',
  vendors: [1],
  shown: [1],
  problem: 'not-received',
  transaction_status: 'Pending',
  words: 'It is not there.',
  first_name: 'Ada',
  last_name: 'Obi',
  invitation: 'none',
  loaded_sends: 1,
  session: 'none',
  role: 'auditor',
  loaded_role: 'auditor',
  permissions: ['support'],
  loaded_permissions: ['support'],
  enrolment: 'none',
  code: '000000',
  alertId: 'none',
  pauseId: 'none',
  refusalId: 'none',
  vendor: 1,
  product: 'data/1102',
  form_id: 'form-1',
  user_id: 'none',
  before: 100,
  after: 200,
  kind: 'correction',
  bank: 'GTBank',
  provider: 'monnify',
  fee: 0,
  bank_reference: 'FT1',
  depositor: 'ADA OBI',
  evidence: 'Mail of 2 March',
  monify_charges: 50,
  payment_reference: 'MNFY|1',
  dispute_reference: 'CB-1',
  freeze: true,
  endpoint: 'https://fcm.googleapis.com/fcm/send/none',
  p256dh: 'BAt0Mwfx',
  auth: 'c2VjcmV0',
  manual_funding_bank_name: 'GTBank',
  manual_funding_account_name: 'Naira Ledger',
  manual_funding_account_number: '0123456789',
  legal_page: 'terms',
  text: 'You are at least 18.',
  short_name: 'Ada Pay',
  colour: '#1d4ed8',
  dark_colour: '#93c5fd',
  headline: 'Top up in a tap',
  lead: 'Airtime and data',
  hidden_tiles: ['kyc-api'],
  logo: 'iVBORw0KGgo=',
  support_email: 'help@adapay.ng',
  support_phone: '0803 123 4567',
  whatsapp: '0803 123 4567',
  address: '1 Broad Street, Lagos',
  community_chat: 'https://t.me/adapay',
  api_documentation: 'https://adapay.ng/api',
  sender: 'Ada Pay',
};

/** Values that are invalid for every field, as JSON text: some have no equivalent JavaScript value. */
const WRONG_ANYWHERE: Readonly<Record<string, string>> = {
  'an object': '{"a":1}',
  'a list': '[1]',
  'a control character': '"1\\u0000"',
  'a line break': '"1\\n"',
  'a negative number': '-5',
  'a huge number': '1e300',
  infinity: '1e999',
  'three decimals': '1.234',
};

const MULTILINE = new Set(['text', 'messageBody', 'broadcastMessage', 'csv', 'words']);

/** Required fields in which an empty text is a choice. */
const MAY_BE_EMPTY = new Set([
  'headline',
  'lead',
  'support_email',
  'support_phone',
  'whatsapp',
  'address',
  'community_chat',
  'api_documentation',
  'sender',
]);

const NUMBER_LISTS = new Set(['vendors', 'shown']);

const WRONG_NUMBERS: Readonly<Record<string, string>> = {
  NaN: '"NaN"',
  Infinity: '"Infinity"',
  true: 'true',
  'an empty text': '""',
  hex: '"0x10"',
  exponent: '"1e2"',
  'a negative text': '"-5"',
  'three decimals in a text': '"1.234"',
  spaces: '"1 2"',
  'long digits': `"${'9'.repeat(40)}"`,
};

const isNumeric = (field: string): boolean =>
  field.endsWith('apiidentifier') ||
  [
    'amount',
    'amount_to_withdrawal',
    'quoted_price',
    'network',
    'query_type',
    'page',
    'page_size',
    'before',
    'after',
    'limit',
    'price',
    'vendor',
    'fee',
    'version',
    'monify_charges',
    'newPrices',
    'affiliate_price',
    'affiliate_amount',
    'cost',
    'cost_amount',
    'minimum',
    'maximum',
    'dataNetwork',
    'plantype',
    'plan_type',
    'days',
    'place',
  ].includes(field);

/** All invalid requests to all calls, derived from `SHAPES`. */
export function* badRequests(calls = Object.keys(CALLS) as CallName[]): Generator<BadRequest> {
  for (const call of calls) {
    const fields = Object.keys(SHAPES[call].request.shape);
    const required = fields.filter(
      (field) => !SHAPES[call].request.safeParse(goodBodyOf(fields, field)).success,
    );
    const json = { call, contentType: JSON_TYPE };
    yield { ...json, what: 'invalid JSON', body: '{"amount": 1', statuses: [400] };
    yield { ...json, what: 'not JSON at all', body: '<xml/>', statuses: [400] };
    yield {
      ...json,
      what: 'a megabyte',
      body: JSON.stringify({ a: MEGABYTE }),
      ...(call === 'setLogo' ? { statuses: [422], field: 'logo' } : { statuses: [413] }),
    };
    for (const contentType of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ])
      yield {
        call,
        contentType,
        what: contentType,
        body: JSON.stringify(goodBodyOf(fields)),
        statuses: [415],
      };
    for (const body of ['[]', '[{}]', '"text"', '12', 'true'])
      yield { ...json, what: `the body ${body}`, body, statuses: [422], field: 'body' };
    if (required.length > 0) {
      const hidden = `{"__proto__":${JSON.stringify(goodBodyOf(fields))},"constructor":{"prototype":${JSON.stringify(goodBodyOf(fields))}}}`;
      yield {
        ...json,
        what: 'prototype keys',
        body: hidden,
        statuses: [422],
        ...(required[0] && { field: required[0] }),
      };
    }
    for (const field of fields) yield* badValues(call, fields, field, required.includes(field));
  }
}

function* badValues(
  call: CallName,
  fields: readonly string[],
  field: string,
  required: boolean,
): Generator<BadRequest> {
  const statuses = TOKENS.has(field) ? [401, 422] : [422];
  const spliced = (what: string, text: string): BadRequest => {
    const rest = JSON.stringify(goodBodyOf(fields, field)).slice(1, -1);
    const body = `{${rest}${rest === '' ? '' : ','}${JSON.stringify(field)}:${text}}`;
    return { call, what: `${field}: ${what}`, body, contentType: JSON_TYPE, statuses, field };
  };
  for (const [what, text] of Object.entries(WRONG_ANYWHERE))
    if (what !== 'a line break' || !MULTILINE.has(field))
      if (what !== 'a list' || !NUMBER_LISTS.has(field)) yield spliced(what, text);
  if (isNumeric(field)) for (const [what, text] of Object.entries(WRONG_NUMBERS)) yield spliced(what, text);
  yield spliced('60,000 characters', JSON.stringify('x'.repeat(60_000)));
  if (!required) return;
  yield spliced('null', 'null');
  if (!MAY_BE_EMPTY.has(field)) yield spliced('an empty text', '""');
  yield { ...spliced('missing', '0'), body: JSON.stringify(goodBodyOf(fields, field)) };
}

/** Body of valid fields, except `without`. */
export const goodBodyOf = (fields: readonly string[], without?: string): Record<string, unknown> =>
  Object.fromEntries(
    fields.filter((field) => field !== without && field in GOOD).map((field) => [field, GOOD[field]]),
  );

export interface Sweep {
  readonly baseUrl: string;
  /** Headers that authenticate a call, with its `X-CSRFToken`. */
  readonly headers: (call: CallName) => Readonly<Record<string, string>>;
  readonly calls?: CallName[];
  /** Sends only every n-th request. */
  readonly each?: number;
  /** Number of side effects, which must stay 0. */
  readonly happened: () => number | Promise<number>;
}

/** Sends all requests and returns a line for each wrong answer. */
export async function sweepBadInput({
  baseUrl,
  headers,
  calls,
  each = 1,
  happened,
}: Sweep): Promise<{ sent: number; faults: string[] }> {
  const before = await happened();
  const faults: string[] = [];
  let sent = 0;
  for (const [place, bad] of [...badRequests(calls)].entries()) {
    if (place % each !== 0) continue;
    const { method } = CALLS[bad.call];
    const path = addressOf(CALLS[bad.call], 'none');
    const answer = await request(new URL(path, baseUrl), {
      method,
      headers: { ...headers(bad.call), 'content-type': bad.contentType },
      body: bad.body,
    });
    const text = await answer.body.text();
    sent += 1;
    const fault = faultOf(bad, answer.statusCode, text);
    if (fault !== undefined) faults.push(`${path} ${bad.what}: ${fault}`);
  }
  const after = await happened();
  if (after !== before) faults.push(`${after - before} things happened that must not`);
  return { sent, faults };
}

function faultOf({ statuses, field }: BadRequest, status: number, text: string): string | undefined {
  if (!statuses.includes(status))
    return `${status} instead of ${statuses.join(' or ')}: ${text.slice(0, 200)}`;
  let answer: Record<string, unknown>;
  try {
    answer = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return `${status} without JSON: ${text.slice(0, 200)}`;
  }
  if (
    answer['status'] !== false ||
    typeof answer['code'] !== 'string' ||
    typeof answer['message'] !== 'string'
  )
    return `${status} is not a failure of the contract: ${text.slice(0, 200)}`;
  const named = String(answer['field']);
  // The answer may name a field inside `field`.
  if (status === 422 && named !== field && !named.startsWith(`${field}.`))
    return `names ${named}, not ${field}`;
  return undefined;
}
