import { request } from 'undici';
import { addressOf, CALLS, type CallName, SHAPES } from '../../contracts/calls.js';
import { BOMBS } from '../../contracts/testing/pattern-bombs.js';
import { goodBodyOf } from './bad-input.js';

/** Names that every object answers to: a table that is asked for them must not. */
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

/** As long as a body of 64 kB can carry one, and about as long as fields go. */
const BOMB_LENGTHS = [60_000, 200];
/** Each is sent to every field over HTTP: those that have stopped a server before. */
const BOMBS_SENT = ['an address of dots', 'spaces', 'digits'] as const;

/** One request whose form may be right and whose meaning is hostile. */
export interface HostileRequest {
  readonly call: CallName;
  readonly what: string;
  readonly body: Record<string, unknown>;
  /** The field that the shape refuses; undefined when it lets all of it through, and whoever handles it has to cope. */
  readonly refused: string | undefined;
}

const VALUES: readonly (readonly [what: string, value: string])[] = [
  ...PROTOTYPE_NAMES.map((name) => [name, name] as const),
  ...BOMBS_SENT.flatMap((what) =>
    BOMB_LENGTHS.map((length) => [`${length} of ${what}`, BOMBS[what]!(length)] as const),
  ),
];

/** Every hostile value in every field of every call. */
export function* hostileRequests(calls = Object.keys(CALLS) as CallName[]): Generator<HostileRequest> {
  for (const call of calls) {
    const shape = SHAPES[call].request;
    const fields = Object.keys(shape.shape);
    for (const field of fields)
      for (const [what, value] of VALUES) {
        const body = { ...goodBodyOf(fields, field) };
        // An assignment of `__proto__` as a value is harmless; as a name it is in the sweep of bad input.
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
  /** Values that shapes refuse, or values that they let through: the latter need a product with everything behind it. */
  readonly send: 'refused' | 'accepted';
}

/** Sends all of it and tells, one line each, what was not answered as a contract answers. Empty is good. */
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

/** What is not let through is refused by name; the rest is answered with success or a refusal, never with a failure. */
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
  // A token in the body is looked at first.
  if (status === 401 || (status === 422 && answer.field === refused)) return undefined;
  return `${status} of ${String(answer.field)}`;
}
