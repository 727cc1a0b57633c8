import { ownEntry } from '../../contracts/own-entry.js';
import type { Kobo } from '../../contracts/money.js';
import type { CallResult } from '../http-call.js';
import type { Blame, QueryOutcome, VendorOutcome } from '../vendor-adapter.js';
import { fieldsOf, idOf, jsonOf, koboFromVendor, wordOf, type Fields } from '../vendor-json.js';

export interface AskedFunding {
  readonly reference: string;
  readonly amount: Kobo;
}

type Answered = Extract<CallResult, { answered: true }>;

/** Refusals before anything was bought. Any other refusal is `unknown`. */
const REFUSED: Readonly<Record<string, Blame>> = {
  missing_fields: 'input',
  below_minimum_amount: 'input',
  above_maximum_amount: 'input',
  invalid_service: 'input',
  customer_not_found: 'input',
  insufficient_funds: 'ourAccount',
  rest_forbidden: 'ourAccount',
  jwt_auth_invalid_token: 'ourAccount',
};

export function classifyFunding(result: Answered, asked: AskedFunding): VendorOutcome {
  const answer = fieldsOf(jsonOf(result));
  if (!answer || result.status >= 500) return { outcome: 'unknown', reason: `http ${result.status}` };
  const code = typeof answer['code'] === 'string' ? answer['code'] : '';
  const blame = result.status >= 400 ? ownEntry(REFUSED, code) : undefined;
  if (blame) return { outcome: 'failed', charged: false, code, blame };
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
      return { outcome: 'failed', charged: false, code: status, blame: 'biller' };
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
