import { ownEntry } from '../../contracts/own-entry.js';
import type { Kobo } from '../../contracts/money.js';
import type { CallResult } from '../http-call.js';
import { type QueryOutcome, type RefusedFor, refusedFor, type VendorOutcome } from '../vendor-adapter.js';
import { fieldsOf, idOf, jsonOf, koboFromVendor, wordOf, type Fields } from '../vendor-json.js';

export interface AskedFunding {
  readonly reference: string;
  readonly amount: Kobo;
}

type Answered = Extract<CallResult, { answered: true }>;

/**
 * Codes that mean that an order was refused before anything was bought. An error with any other
 * code gives the outcome `unknown`.
 */
const REFUSED: Readonly<Record<string, RefusedFor>> = {
  missing_fields: 'order',
  below_minimum_amount: 'input',
  above_maximum_amount: 'input',
  invalid_service: 'plan',
  customer_not_found: 'input',
  insufficient_funds: 'balance',
  rest_forbidden: 'access',
  jwt_auth_invalid_token: 'access',
};

export function classifyFunding(result: Answered, asked: AskedFunding): VendorOutcome {
  const answer = fieldsOf(jsonOf(result));
  if (!answer || result.status >= 500) return { outcome: 'unknown', reason: `http ${result.status}` };
  const code = typeof answer['code'] === 'string' ? answer['code'] : '';
  const cause = result.status >= 400 ? ownEntry(REFUSED, code) : undefined;
  if (cause) return refusedFor(code, cause);
  return classifyOrder(result.status, answer, asked);
}

export function classifyRequery(result: Answered, asked: AskedFunding): QueryOutcome {
  const answer = fieldsOf(jsonOf(result));
  if (!answer || result.status >= 500) return { outcome: 'unknown', reason: `http ${result.status}` };
  if (result.status === 404 && answer['code'] === 'order_not_found')
    return { outcome: 'notFound', code: 'order_not_found' };
  return classifyOrder(result.status, answer, asked);
}

function classifyOrder(httpStatus: number, answer: Fields, asked: AskedFunding): VendorOutcome {
  const order = fieldsOf(answer['data']);
  const status = typeof order?.['status'] === 'string' ? order['status'] : undefined;
  if (httpStatus !== 200 || !order || status === undefined)
    return { outcome: 'unknown', reason: wordOf(answer['code']) ?? `http ${httpStatus}` };
  if (order['request_id'] !== asked.reference)
    return { outcome: 'unknown', reason: 'answer about another request' };
  const id = idOf(order['order_id']);
  const about = id === undefined ? {} : { vendorTransactionId: id };
  switch (status) {
    case 'initiated-api':
    case 'queued-api':
    case 'processing-api':
    case 'on-hold':
      return { outcome: 'pending', code: status, ...about };
    case 'on-hold-review':
      return { outcome: 'review', code: status, ...about };
    case 'failed-api':
      return refusedFor(status, 'biller');
    case 'refunded':
    case 'refunded-api':
      return { outcome: 'reversed', code: status, ...about };
    case 'completed-api': {
      const amount = koboFromVendor(order['amount']);
      if (amount !== undefined && amount !== asked.amount)
        return { outcome: 'review', code: 'AMOUNT_MISMATCH', ...about };
      const cost = koboFromVendor(order['amount_charged']);
      return { outcome: 'delivered', ...about, ...(cost === undefined ? {} : { cost }) };
    }
    default:
      return { outcome: 'unknown', reason: wordOf(status) ?? 'no status' };
  }
}
