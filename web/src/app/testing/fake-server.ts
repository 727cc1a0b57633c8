import { afterEach, beforeEach, expect } from '@jest/globals';
import { CALLS } from '../../../../services/contracts/calls.js';
import type { CallAnswer, CallName, CallRequest } from '../../../../services/contracts/calls.js';
import type { ErrorCode } from '../../../../services/contracts/errors.js';

export interface Refusal {
  readonly refused: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
  readonly earlier_reference?: string;
}

/**
 * Prepared result of a call. `refused` has no message, so that the page uses its own text. `broken` gets no
 * answer. `held` never settles. Anything else is the answer.
 */
export type Ending<Answer> =
  | 'refused'
  | 'broken'
  | 'held'
  | Refusal
  | (Omit<Answer, 'status' | 'message'> & { readonly message?: string });

/** Prepared results by call name. A function runs on every call. */
export type Answers = {
  readonly [Name in CallName]?:
    | Ending<CallAnswer<Name>>
    | ((
        body: CallRequest<Name>,
        asked: Asked,
      ) => Ending<CallAnswer<Name>> | Promise<Ending<CallAnswer<Name>>>);
};

export interface Asked {
  readonly name: CallName;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

const NAMES = (Object.keys(CALLS) as CallName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${CALLS[name].path.replace(':id', '[^/]+')}$`),
}));

let answers: Answers = {};
let asked: Asked[] = [];
let unanswered: string[] = [];

/** Adds or replaces answers. */
export const serve = (more: Answers): void => {
  answers = { ...answers, ...more };
};

/** Calls of this name in the present test, oldest first. */
export const callsOf = (name: CallName): Asked[] => asked.filter((one) => one.name === name);

/** Body of the last call of this name, without tokens. */
export function lastSent(name: CallName): Record<string, unknown> {
  const last = callsOf(name).at(-1);
  if (!last) throw new Error(`the page has not called ${name}`);
  const { access_token: _one, grabToken: _other, ...body } = last.body;
  return body;
}

const json = (status: number, body: object): Response =>
  ({ ok: status < 400, status, text: async () => JSON.stringify(body) }) as Response;

const isRefusal = (ending: object): ending is Refusal => 'refused' in ending;

function answered(ending: Ending<object>): Promise<Response> {
  if (ending === 'held') return new Promise(() => undefined);
  if (ending === 'broken') return Promise.reject(new TypeError('Failed to fetch'));
  if (ending === 'refused')
    return Promise.resolve(json(400, { status: false, code: 'NOT_FOUND', message: '' }));
  if (!isRefusal(ending)) return Promise.resolve(json(200, { message: '', ...ending, status: true }));
  const { refused, ...said } = ending;
  return Promise.resolve(json(refused, { status: false, ...said }));
}

/** Replaces `fetch`. Records calls for which no answer is prepared. */
async function fakeFetch(address: string, { body, headers }: RequestInit = {}): Promise<Response> {
  const { pathname: path } = new URL(address, location.href);
  const name = NAMES.find(({ pattern }) => pattern.test(path))?.name;
  const given = name && answers[name];
  if (!name || given === undefined) {
    unanswered.push(`${path} ${typeof body === 'string' ? body : ''}`);
    throw new TypeError('Failed to fetch');
  }
  const one: Asked = {
    name,
    path,
    body: typeof body === 'string' ? (JSON.parse(body) as Asked['body']) : {},
    headers: headers as Asked['headers'],
  };
  asked.push(one);
  const ending = typeof given === 'function' ? await given(one.body as never, one) : given;
  return answered(ending as Ending<object>);
}

beforeEach(() => {
  answers = {};
  asked = [];
  unanswered = [];
  globalThis.fetch = fakeFetch as typeof fetch;
});

/** Fail the test after a call without a prepared answer, which would look like a network failure. */
afterEach(() => {
  expect({ 'calls without an answer': unanswered }).toEqual({ 'calls without an answer': [] });
});
