import type { FoundCustomer, Lookup, LookupAnswer } from '../vendor-adapter.js';
import { koboOf } from './read-answer.js';
import { CABLE_SERVICE, ELECTRICITY_SERVICE } from './service-ids.js';

type Fields = Readonly<Record<string, unknown>>;
const NAME_MAX = 200;

/** Returns undefined when VTpass does not offer this look-up. */
export function verifyBody(lookup: Lookup): string | undefined {
  if (lookup.kind === 'smartcard')
    return JSON.stringify({ billersCode: lookup.number, serviceID: CABLE_SERVICE[lookup.provider] });
  if (lookup.kind === 'meter')
    return JSON.stringify({
      billersCode: lookup.number,
      serviceID: ELECTRICITY_SERVICE[lookup.disco],
      type: lookup.meterType,
    });
  return undefined;
}

/** For an unknown number, VTpass sends status 200 and code `000`, and puts the error into `content`. */
export function readCustomer(httpStatus: number, answer: unknown): LookupAnswer {
  const top = fieldsOf(answer);
  const content = fieldsOf(top?.['content']);
  if (httpStatus >= 300 || !top || !content) return { lookup: 'unavailable', reason: `http ${httpStatus}` };
  const name = textOf(content['Customer_Name']);
  const wrong = content['WrongBillersCode'] === true || content['error'] !== undefined;
  if (wrong && name === undefined) return { lookup: 'invalid' };
  const code = String(top['code']);
  if (code === '012' || code === '030') return { lookup: 'unavailable', reason: `code ${code}` };
  if (code !== '000' && code !== '020') return { lookup: 'unavailable', reason: 'not an answer' };
  return name === undefined || wrong
    ? { lookup: 'invalid' }
    : { lookup: 'found', customer: customerOf(name, content) };
}

function customerOf(name: string, content: Fields): FoundCustomer {
  const address = textOf(content['Address']);
  const minimum = koboOf(content['Min_Purchase_Amount'] ?? content['Minimum_Amount']);
  const maximum = koboOf(content['MAX_Purchase_Amount']);
  const currentPlan = textOf(content['Current_Bouquet']);
  const dueDate = textOf(content['Due_Date']);
  return {
    name,
    ...(address !== undefined && { address }),
    ...(minimum !== undefined && minimum > 0n && { minimum }),
    ...(maximum !== undefined && maximum > 0n && { maximum }),
    ...(currentPlan !== undefined && { currentPlan }),
    ...(dueDate !== undefined && { dueDate }),
  };
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, NAME_MAX) : undefined;
