import { request } from 'undici';
import { addressOf, CALLS, type CallName, SHAPES } from '../../contracts/calls.js';
import { BOMBS } from '../../contracts/testing/pattern-bombs.js';
import { goodBodyOf } from './bad-input.js';

/** Names that every object inherits. Look-up tables must not find them. */
const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'isPrototypeOf',
  'toJSON',
  'then',
  'length',
  'name',
];

/** Lengths in characters: near the 64 kB body limit, and that of a usual field. */
const BOMB_LENGTHS = [60_000, 200];
/** Texts sent to every field over HTTP, because they once stopped a server. */
const BOMBS_SENT = ['an address of dots', 'spaces', 'digits'] as const;

/** Request with a valid form and a hostile value. */
export interface HostileRequest {
  readonly call: CallName;
  readonly what: string;
  readonly body: Record<string, unknown>;
  /** Field that the schema refuses; undefined when the handler has to cope. */
  readonly refused: string | undefined;
}

const VALUES: readonly (readonly [what: string, value: string])[] = [
  ...PROTOTYPE_NAMES.map((name) => [name, name] as const),
  ...BOMBS_SENT.flatMap((what) =>
    BOMB_LENGTHS.map((length) => [`${length} of ${what}`, BOMBS[what]!(length)] as const),
  ),
];

export function* hostileRequests(calls = Object.keys(CALLS) as CallName[]): Generator<HostileRequest> {
  for (const call of calls) {
    const shape = SHAPES[call].request;
    const fields = Object.keys(shape.shape);
    for (const field of fields)
      for (const [what, value] of VALUES) {
        const body = { ...goodBodyOf(fields, field) };
        // `__proto__` as a value is harmless. `badRequests` sends it as a field name.
        body[field] = value;
        const refused = shape.safeParse(body).error?.issues[0]?.path.join('.');
        yield { call, what: `${field}: ${what}`, body, refused };
      }
  }
}

export interface HostileSweep {
  readonly baseUrl: string;
  readonly headers: (call: CallName) => Readonly<Record<string, string>>;
  readonly calls?: CallName[];
  /** Sends the values that schemas refuse, or those they accept. Accepted ones need a whole product. */
  readonly send: 'refused' | 'accepted';
}

/** Sends all values and returns a line for each wrong answer. */
export async function sweepHostileValues(sweep: HostileSweep): Promise<{ sent: number; faults: string[] }> {
  const faults: string[] = [];
  let sent = 0;
  for (const { call, what, body, refused } of hostileRequests(sweep.calls)) {
    if ((refused === undefined) !== (sweep.send === 'accepted')) continue;
    const { method } = CALLS[call];
    const path = addressOf(CALLS[call], 'none');
    const answer = await request(new URL(path, sweep.baseUrl), {
      method,
      headers: { ...sweep.headers(call), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    sent += 1;
    const fault = faultOf(refused, answer.statusCode, text);
    if (fault !== undefined) faults.push(`${path} ${what}: ${fault} ${text.slice(0, 200)}`);
  }
  return { sent, faults };
}

/** Fault of an answer: a refused value must be named, and any other answer must not be a 5xx. */
function faultOf(refused: string | undefined, status: number, text: string): string | undefined {
  let answer: { status?: unknown; code?: unknown; field?: unknown };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    return `${status} without JSON`;
  }
  if (status >= 500 && answer.code === 'INTERNAL') return 'failed';
  if (refused === undefined)
    return answer.status === status < 400 ? undefined : `${status} is not of the contract`;
  // Guards check body tokens before the schema.
  if (status === 401 || (status === 422 && answer.field === refused)) return undefined;
  return `${status} of ${String(answer.field)}`;
}
