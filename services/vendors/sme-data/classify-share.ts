import { normalisePhone } from '../../contracts/fields/phones.js';
import type { CallResult } from '../http-call.js';
import { type QueryOutcome, type RefusedFor, refusedFor, type VendorOutcome } from '../vendor-adapter.js';
import { fieldsOf, idOf, jsonOf, koboFromVendor, wordOf, type Fields } from '../vendor-json.js';

type Answered = Extract<CallResult, { answered: true }>;

export interface AskedShare {
  readonly phone?: string;
  readonly plan: string;
}

/** Patterns for the texts of refusals. */
const REFUSALS: readonly (readonly [words: RegExp, code: string, cause: RefusedFor])[] = [
  [/insufficient (?:balance|fund)/i, 'INSUFFICIENT', 'balance'],
  [/invalid token|authentication credentials/i, 'CREDENTIALS', 'access'],
  [/not available|disabled/i, 'PLAN_OFF', 'plan'],
  [/invalid (?:plan|pk)|object does not exist/i, 'PLAN_UNKNOWN', 'plan'],
  [/invalid (?:mobile|phone) ?number/i, 'NUMBER', 'input'],
];

/** Reads the answer to a data order. An answer that is not listed here is `unknown`, never `failed`. */
export function classifyShare(result: Answered, asked: AskedShare): VendorOutcome {
  const answer = fieldsOf(jsonOf(result));
  if (!answer || result.status >= 500) return { outcome: 'unknown', reason: `http ${result.status}` };
  if (result.status >= 400) return refusal(answer, result.status);
  return classifyAnswer(answer, asked);
}

export function classifyStatus(result: Answered, asked: AskedShare): QueryOutcome {
  const answer = fieldsOf(jsonOf(result));
  if (!answer || result.status !== 200) return { outcome: 'unknown', reason: `http ${result.status}` };
  return classifyAnswer(answer, asked);
}

function classifyAnswer(answer: Fields, asked: AskedShare): VendorOutcome {
  const id = idOf(answer['id']);
  const about = id === undefined ? {} : { vendorTransactionId: id };
  const said = wordOf(answer['Status'])?.toLowerCase();
  if (isAboutAnother(answer, asked)) return { outcome: 'unknown', reason: 'answer about another order' };
  switch (said) {
    case 'successful':
      return { outcome: 'delivered', ...about, ...costOf(answer) };
    case 'processing':
    case 'pending':
      return { outcome: 'pending', code: said, ...about };
    case 'failed':
      return refusedFor('failed', 'biller');
    case 'reversed':
    case 'refunded':
      return { outcome: 'reversed', code: said, ...about };
    case 'on hold':
      return { outcome: 'review', code: 'on-hold', ...about };
    default:
      return { outcome: 'unknown', reason: `status ${said ?? 'missing'}`, ...about };
  }
}

/**
 * True when the answer is about another order. Compares plan and phone number, because the vendor does not
 * store our reference.
 */
function isAboutAnother(answer: Fields, { phone, plan }: AskedShare): boolean {
  const number = answer['mobile_number'];
  const answeredPlan = answer['plan'];
  return (
    (number !== undefined && phone !== undefined && plainPhone(number) !== plainPhone(phone)) ||
    (answeredPlan !== undefined && String(answeredPlan) !== plan)
  );
}

const plainPhone = (phone: unknown): string => normalisePhone(String(phone)) ?? String(phone);

function costOf(answer: Fields): { cost?: bigint } {
  const before = koboFromVendor(answer['balance_before']);
  const after = koboFromVendor(answer['balance_after']);
  const listed = koboFromVendor(answer['plan_amount']);
  if (before !== undefined && after !== undefined && before > after) return { cost: before - after };
  return listed === undefined ? {} : { cost: listed };
}

function refusal(answer: Fields, status: number): VendorOutcome {
  const words = JSON.stringify(answer['error'] ?? answer['detail'] ?? '');
  const known = REFUSALS.find(([pattern]) => pattern.test(words));
  if (!known) return { outcome: 'unknown', reason: `http ${status}` };
  const [, code, cause] = known;
  return refusedFor(code, cause);
}
