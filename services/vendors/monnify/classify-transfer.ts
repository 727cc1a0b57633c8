import type { Artefacts } from '../../contracts/artefacts.js';
import type { Kobo } from '../../contracts/money.js';
import { plainText } from '../artefact-text.js';
import type { CallResult } from '../http-call.js';
import { type QueryOutcome, type RefusedFor, refusedFor, type VendorOutcome } from '../vendor-adapter.js';
import { fieldsOf, idOf, jsonOf, koboFromVendor, wordOf, type Fields } from '../vendor-json.js';

export interface AskedTransfer {
  readonly reference: string;
  readonly amount: Kobo;
}

type Answered = Extract<CallResult, { answered: true }>;

/**
 * HTTP statuses that mean that a transfer was refused. The status of `D07` (duplicate) is left out, because a
 * duplicate proves that an earlier transfer exists.
 */
const REFUSED_STATUS: Readonly<Record<number, RefusedFor>> = {
  400: 'input',
  401: 'access',
  403: 'access',
};

/** Matches a refusal whose reason is the low balance of our own account at Monnify. */
const OUR_BALANCE = /insufficient (?:balance|fund)/i;

/** An answer that is not listed here is `unknown`, never `failed`. */
export function classifySingle(result: Answered, asked: AskedTransfer): VendorOutcome {
  const envelope = fieldsOf(jsonOf(result));
  if (!envelope) return { outcome: 'unknown', reason: `http ${result.status}` };
  const cause = REFUSED_STATUS[result.status];
  if (cause && (envelope['requestSuccessful'] === false || envelope['error'] !== undefined))
    return refusedFor(`HTTP_${result.status}`, saysEmpty(envelope['responseMessage']) ? 'balance' : cause);
  return classifyTransfer(result.status, envelope, asked);
}

export function classifySummary(result: Answered, asked: AskedTransfer): QueryOutcome {
  const envelope = fieldsOf(jsonOf(result));
  if (!envelope) return { outcome: 'unknown', reason: `http ${result.status}` };
  // Treat a 404 as `notFound` only when it has Monnify's envelope. A wrong address in the settings
  // gives a 404 without the envelope.
  if (result.status === 404 && envelope['requestSuccessful'] === false)
    return { outcome: 'notFound', code: '404' };
  return classifyTransfer(result.status, envelope, asked);
}

function classifyTransfer(httpStatus: number, envelope: Fields, asked: AskedTransfer): VendorOutcome {
  const transfer = fieldsOf(envelope['responseBody']);
  if (httpStatus !== 200 || envelope['requestSuccessful'] !== true || !transfer) {
    const code = envelope['responseCode'];
    const said = typeof code === 'string' && /^[A-Z]?\d{1,3}$/.test(code) ? ` code ${code}` : '';
    return { outcome: 'unknown', reason: `http ${httpStatus}${said}` };
  }
  if (transfer['reference'] !== asked.reference)
    return { outcome: 'unknown', reason: 'answer about another request' };
  const status = transfer['status'];
  const settled = status === 'SUCCESS' || status === 'COMPLETED';
  const id = idOf(transfer['transactionReference'] ?? (settled ? transfer['sessionId'] : undefined));
  const about = id === undefined ? {} : { vendorTransactionId: id };
  switch (status) {
    case 'PENDING':
    case 'AWAITING_PROCESSING':
    case 'IN_PROGRESS':
      return { outcome: 'pending', code: status, ...about };
    // Return `review`, because the transfer waits for a code that an administrator must type at Monnify.
    case 'PENDING_AUTHORIZATION':
    case 'OTP_EMAIL_DISPATCH_FAILED':
      return { outcome: 'review', code: status, ...about };
    case 'FAILED':
    case 'EXPIRED':
      return refusedFor(status, saysEmpty(transfer['transactionDescription']) ? 'balance' : 'biller');
    case 'REVERSED':
      return { outcome: 'reversed', code: status, ...about };
    case 'SUCCESS':
    case 'COMPLETED':
      return delivered(transfer, asked, about);
    default:
      return { outcome: 'unknown', reason: `status ${wordOf(status) ?? 'none'}` };
  }
}

const saysEmpty = (words: unknown): boolean =>
  typeof words === 'string' && OUR_BALANCE.test(words.slice(0, 500));

/** `cost` includes Monnify's fee. */
function delivered(
  transfer: Fields,
  asked: AskedTransfer,
  about: { readonly vendorTransactionId?: string },
): VendorOutcome {
  const amount = koboFromVendor(transfer['amount']);
  if (amount !== undefined && amount !== asked.amount)
    return { outcome: 'review', code: 'AMOUNT_MISMATCH', ...about };
  const fee = koboFromVendor(transfer['fee'] ?? transfer['totalFee']);
  return {
    outcome: 'delivered',
    ...about,
    ...(fee === undefined ? {} : { cost: asked.amount + fee }),
    ...sessionOf(transfer['sessionId']),
  };
}

function sessionOf(said: unknown): { readonly artefacts?: Artefacts } {
  // Accept only a string. `JSON.parse` rounds long numbers, so a number may be wrong.
  const sessionId = typeof said === 'string' ? idOf(said.trim()) : undefined;
  if (sessionId !== undefined) return { artefacts: { sessionId } };
  if (said === undefined || said === null || said === '') return {};
  return {
    artefacts: { unread: plainText(`sessionId: ${typeof said === 'object' ? 'not a text' : String(said)}`) },
  };
}
