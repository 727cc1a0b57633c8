import type { Artefacts, HandedOver } from '../../contracts/artefacts.js';
import type { Kobo } from '../../contracts/money.js';
import { readArtefacts } from './read-artefacts.js';

export interface VtpassAnswer {
  /** Three digits. */
  readonly code?: string;
  /** `content.transactions.status`, lower case. */
  readonly status?: string;
  readonly hasErrors: boolean;
  readonly requestId?: string;
  readonly vendorTransactionId?: string;
  readonly amount?: Kobo;
  /** Kobo that VTpass took from our balance, according to the field `total_amount`. */
  readonly cost?: Kobo;
  readonly artefacts?: Artefacts;
}

type Fields = Readonly<Record<string, unknown>>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** Matches the beginning of a number that has at least sixteen digits and may stand outside of quotes. */
const LONG = /[:,[\s]\d{16}/;
/**
 * Matches long whole numbers, which `JSON.parse` would round, and quoted strings, whose digits must not
 * change.
 */
const TEXT_OR_LONG = /"(?:[^"\\]|\\.)*"?|(?<![\d.eE+-])\d{16,}(?![\d.eE])/gs;

/** Returns undefined when the text is not JSON. Numbers of sixteen digits or more become strings. */
export function parseJson(text: string): unknown {
  try {
    if (!LONG.test(text)) return JSON.parse(text);
    return JSON.parse(text.replace(TEXT_OR_LONG, (found) => (found.startsWith('"') ? found : `"${found}"`)));
  } catch {
    return undefined;
  }
}

/** Never throws an error. */
export function readAnswer(answer: unknown, wanted?: HandedOver): VtpassAnswer {
  const top = fieldsOf(answer);
  const read: Writable<VtpassAnswer> = { hasErrors: false };
  if (!top) return read;
  const code = codeOf(top['code']);
  if (code !== undefined) read.code = code;
  if (typeof top['requestId'] === 'string') read.requestId = top['requestId'];
  const artefacts = readArtefacts(top, wanted);
  if (Object.keys(artefacts).length > 0) read.artefacts = artefacts;

  const content = fieldsOf(top['content']);
  read.hasErrors = isSomething(content?.['errors']) || isSomething(content?.['error']);
  const transaction = fieldsOf(content?.['transactions']);
  if (typeof transaction?.['status'] === 'string') read.status = transaction['status'].trim().toLowerCase();
  const id = transaction?.['transactionId'];
  if ((typeof id === 'string' && id !== '') || typeof id === 'number') read.vendorTransactionId = String(id);
  const amount = koboOf(transaction?.['amount'] ?? top['amount']);
  if (amount !== undefined) read.amount = amount;
  const cost = koboOf(transaction?.['total_amount']);
  if (cost !== undefined) read.cost = cost;
  return read;
}

/** According to VTpass's documentation, the code is a string, but some answers contain a number. */
function codeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\d{3}$/.test(value) ? value : undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 999) return undefined;
  return String(value).padStart(3, '0');
}

/** Rounds to the nearest kobo, because commissions in percent lead to more than two decimals. */
export function koboOf(value: unknown): Kobo | undefined {
  if (typeof value === 'string' && !/^\d{1,12}(\.\d{1,8})?$/.test(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const kobo = Math.round(Number(value) * 100);
  return Number.isSafeInteger(kobo) && kobo >= 0 ? BigInt(kobo) : undefined;
}

const isSomething = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Reads a webhook that is not signed. The caller must ask VTpass for the outcome. */
export function parseVtpassWebhook(body: string): { readonly vendorReference: string } | undefined {
  const hook = fieldsOf(parseJson(body));
  const data = fieldsOf(hook?.['data']);
  if (hook?.['type'] !== 'transaction-update' || !data) return undefined;
  const reference = data['requestId'] ?? data['request_id'];
  return typeof reference === 'string' && /^\d{12}[A-Za-z0-9]{0,24}$/.test(reference)
    ? { vendorReference: reference }
    : undefined;
}

export interface Variation {
  readonly code: string;
  readonly name: string;
  readonly price?: Kobo;
}

export function readVariations(answer: unknown): readonly Variation[] | undefined {
  const content = fieldsOf(fieldsOf(answer)?.['content']);
  const listed = content?.['variations'] ?? content?.['varations'];
  if (!Array.isArray(listed) || listed.length === 0) return undefined;
  return listed.flatMap((each): readonly Variation[] => {
    const { variation_code: code, name, variation_amount: amount } = fieldsOf(each) ?? {};
    if (typeof code !== 'string' || typeof name !== 'string') return [];
    const price = koboOf(amount);
    return [{ code, name, ...(price !== undefined && { price }) }];
  });
}
