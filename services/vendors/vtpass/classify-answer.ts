import type { HandedOver } from '../../contracts/artefacts.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { Kobo } from '../../contracts/money.js';
import { type QueryOutcome, type RefusedFor, refusedFor, type VendorOutcome } from '../vendor-adapter.js';
import { readAnswer, type VtpassAnswer } from './read-answer.js';
import { unreadArtefacts } from './read-artefacts.js';

export interface Asked {
  readonly reference: string;
  readonly amount?: Kobo;
  /** True for a prepaid meter. Its delivery must contain a token. */
  readonly needsToken?: boolean;
  readonly pins?: number;
  readonly listed?: Kobo;
}

/**
 * Codes of orders that failed and cost nothing. VTpass answers both purchases and queries with these codes.
 */
const FAILED: Readonly<Record<string, RefusedFor>> = { '016': 'biller', '091': 'biller' };

/**
 * Codes that mean that a purchase was refused before anything was bought. In the answer to a query,
 * such a code refuses only the query, and says nothing about the purchase.
 */
const REFUSED: Readonly<Record<string, RefusedFor>> = {
  '013': 'input', '017': 'input', '020': 'input', '025': 'input', '026': 'input', '031': 'input', '032': 'input',
  '010': 'plan', '012': 'plan', '028': 'plan', '011': 'order', '085': 'reference',
  '018': 'balance', '021': 'access', '022': 'access', '023': 'access', '024': 'access', '027': 'access', '087': 'access',
  '030': 'biller', '034': 'biller', '035': 'biller',
}; // prettier-ignore

/**
 * Statuses of orders that may have been bought. With such a status, a code in `REFUSED` or `FAILED`
 * does not prove a failure.
 */
const BOUGHT = new Set(['delivered', 'initiated', 'pending', 'successful', 'success']);

/** Reads the answer to a purchase. A code that is not listed here is `unknown`, never `failed`. */
export function classifyPay(httpStatus: number, answer: unknown, asked: Asked): VendorOutcome {
  const said = readAnswer(answer, wantedOf(asked));
  const strange = whyUnusable(httpStatus, said, asked);
  if (strange !== undefined) return { outcome: 'unknown', reason: strange };
  const cause = ownEntry(REFUSED, said.code!);
  if (cause && !BOUGHT.has(said.status ?? '')) return refusedFor(said.code!, cause);
  const outcome = classifyTransaction(httpStatus, said, asked);
  return withUnread(outcome.outcome === 'partial' ? pinsMissing(outcome) : outcome, answer);
}

export function classifyQuery(httpStatus: number, answer: unknown, asked: Asked): QueryOutcome {
  const said = readAnswer(answer, wantedOf(asked));
  const strange = whyUnusable(httpStatus, said, asked);
  if (strange !== undefined) return { outcome: 'unknown', reason: strange };
  if (said.code === '015' && said.status === undefined) return { outcome: 'notFound', code: '015' };
  const outcome = classifyTransaction(httpStatus, said, asked);
  if (outcome.outcome !== 'partial') return withUnread(outcome, answer);
  return chargedForAll(outcome, asked)
    ? withUnread(pinsMissing(outcome), answer)
    : { outcome: 'notFound', code: PINS_MISSING, found: outcome };
}

function wantedOf({ needsToken, pins }: Asked): HandedOver | undefined {
  if (pins !== undefined) return 'pins';
  return needsToken === undefined ? undefined : 'tokens';
}

/**
 * Adds the vendor's unread text to an outcome without a delivery. A reviewer may need the tokens or pins in
 * this text.
 */
function withUnread(outcome: VendorOutcome, answer: unknown): VendorOutcome {
  const incomplete = outcome.outcome === 'pending' && INCOMPLETE.has(outcome.code);
  const unread = incomplete || outcome.outcome === 'review' ? unreadArtefacts(answer) : undefined;
  return unread === undefined ? outcome : ({ ...outcome, unread } as VendorOutcome);
}

type SomePins = Extract<VendorOutcome, { readonly outcome: 'partial' }>;
const PINS_MISSING = 'PINS_MISSING';
const PINS_DELAYED = 'PINS_DELAYED';
const TOKEN_DELAYED = 'TOKEN_DELAYED';
const INCOMPLETE: ReadonlySet<string> = new Set([PINS_MISSING, PINS_DELAYED, TOKEN_DELAYED]);

/** Keep the purchase `pending` when pins are missing, because a later query may find them. */
const pinsMissing = ({ vendorTransactionId }: SomePins): VendorOutcome => ({
  outcome: 'pending',
  code: PINS_MISSING,
  ...(vendorTransactionId === undefined ? {} : { vendorTransactionId }),
});

/**
 * True when VTpass charged for all pins but delivered only some of them. An administrator must then ask
 * VTpass for the missing pins.
 */
const chargedForAll = ({ cost, delivered, of }: SomePins, { listed }: Asked): boolean =>
  cost !== undefined && listed !== undefined && cost * BigInt(of) > listed * BigInt(delivered);

function classifyTransaction(httpStatus: number, said: VtpassAnswer, asked: Asked): VendorOutcome {
  const { code, status } = said as VtpassAnswer & { readonly code: string };
  const about =
    said.vendorTransactionId === undefined ? {} : { vendorTransactionId: said.vendorTransactionId };
  const unknown: VendorOutcome = {
    outcome: 'unknown',
    reason: `code ${code}${isWord(status) ? ` ${status}` : ''}`,
  };
  switch (code) {
    case '000':
      if (said.hasErrors || httpStatus >= 300) return unknown;
      if (status === 'initiated' || status === 'pending') return { outcome: 'pending', code, ...about };
      if (status === 'failed') return refusedFor(code, 'biller');
      if (status === 'reversed') return { outcome: 'reversed', code, ...about };
      if (status !== 'delivered') return unknown;
      if (said.amount !== undefined && asked.amount !== undefined && said.amount !== asked.amount)
        return { outcome: 'review', code: 'AMOUNT_MISMATCH', ...about };
      return delivered(said, asked, about);
    case '099':
    case '089':
      return { outcome: 'pending', code, ...about };
    case '040':
      return BOUGHT.has(status ?? '') ? unknown : { outcome: 'reversed', code, ...about };
    case '044':
      return { outcome: 'review', code, ...about };
    default: {
      const cause = ownEntry(FAILED, code);
      return cause && !BOUGHT.has(status ?? '') ? refusedFor(code, cause) : unknown;
    }
  }
}

/** The purchase stays `pending` while its token or pins are missing. */
function delivered(
  { cost, artefacts }: VtpassAnswer,
  { needsToken, pins: ordered }: Asked,
  about: { vendorTransactionId?: string },
): VendorOutcome {
  if (needsToken && !artefacts?.tokens?.length) return { outcome: 'pending', code: TOKEN_DELAYED, ...about };
  const delivery = {
    ...about,
    ...(cost === undefined ? {} : { cost }),
    ...(artefacts === undefined ? {} : { artefacts }),
  };
  if (ordered === undefined) return { outcome: 'delivered', ...delivery };
  const got = artefacts?.pins?.length ?? 0;
  if (got === 0) return { outcome: 'pending', code: PINS_DELAYED, ...about };
  return got < ordered
    ? { outcome: 'partial', delivered: got, of: ordered, ...delivery }
    : { outcome: 'delivered', ...delivery };
}

function whyUnusable(httpStatus: number, said: VtpassAnswer, asked: Asked): string | undefined {
  if (httpStatus < 200 || httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400))
    return `http ${httpStatus}`;
  if (said.code === undefined) return 'no code in the answer';
  if (said.requestId !== undefined && said.requestId !== asked.reference)
    return 'answer about another request';
  return undefined;
}

/**
 * True for a single plain word. A status becomes part of a stored reason, so it must not contain the name of a
 * person.
 */
const isWord = (status: string | undefined): boolean =>
  status !== undefined && /^[a-z_-]{1,20}$/.test(status);
