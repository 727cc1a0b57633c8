import { ownEntry } from '../../contracts/own-entry.js';
import type { Kobo } from '../../contracts/money.js';
import type { Blame, QueryOutcome, VendorOutcome } from '../vendor-adapter.js';
import { readAnswer, type VtpassAnswer } from './read-answer.js';

/** What was asked for, to tell an answer to something else. */
export interface Asked {
  readonly reference: string;
  /** Where the amount decides what is delivered; where a plan does, the vendor's price of it may have moved. */
  readonly amount?: Kobo;
  /** A prepaid meter: without its token nothing is delivered. */
  readonly needsToken?: boolean;
  /** How many pins were ordered, and what they cost the customer at most. */
  readonly pins?: number;
  readonly listed?: Kobo;
}

/** The purchase itself has failed and was not charged, whether we hear it at once or on a requery. */
const FAILED: Readonly<Record<string, Blame>> = { '016': 'biller', '091': 'biller' };

/**
 * The call was refused before anything was bought. True of a purchase only: the same code on a requery refuses the
 * *question* (a rotated key, an address no longer allowed) and says nothing about the purchase.
 */
const REFUSED: Readonly<Record<string, Blame>> = {
  '010': 'input', '011': 'input', '012': 'input', '013': 'input', '017': 'input', '020': 'input',
  '025': 'input', '026': 'input', '031': 'input', '032': 'input', '085': 'input',
  '018': 'ourAccount', '021': 'ourAccount', '022': 'ourAccount', '023': 'ourAccount', '024': 'ourAccount',
  '027': 'ourAccount', '028': 'ourAccount', '087': 'ourAccount',
  '030': 'biller', '034': 'biller', '035': 'biller',
}; // prettier-ignore

/** Statuses that contradict a code saying that nothing was bought. */
const BOUGHT = new Set(['delivered', 'initiated', 'pending', 'successful', 'success']);

/** Reads the answer to a purchase. Whatever is not listed is `unknown`, never `failed`. */
export function classifyPay(httpStatus: number, answer: unknown, asked: Asked): VendorOutcome {
  const said = readAnswer(answer);
  const strange = whyUnusable(httpStatus, said, asked);
  if (strange !== undefined) return { outcome: 'unknown', reason: strange };
  const blame = ownEntry(REFUSED, said.code!);
  if (blame && !BOUGHT.has(said.status ?? '')) return failed(said.code!, blame);
  const outcome = classifyTransaction(httpStatus, said, asked);
  return outcome.outcome === 'partial' ? pinsMissing(outcome) : outcome;
}

/** Reads the answer to a requery. */
export function classifyQuery(httpStatus: number, answer: unknown, asked: Asked): QueryOutcome {
  const said = readAnswer(answer);
  const strange = whyUnusable(httpStatus, said, asked);
  if (strange !== undefined) return { outcome: 'unknown', reason: strange };
  if (said.code === '015' && said.status === undefined) return { outcome: 'notFound', code: '015' };
  const outcome = classifyTransaction(httpStatus, said, asked);
  if (outcome.outcome !== 'partial') return outcome;
  return chargedForAll(outcome, asked)
    ? pinsMissing(outcome)
    : { outcome: 'notFound', code: PINS_MISSING, found: outcome };
}

type SomePins = Extract<VendorOutcome, { readonly outcome: 'partial' }>;
const PINS_MISSING = 'PINS_MISSING';

/** Those that are missing may still come: nothing is final about fewer pins than ordered until they were asked for again. */
const pinsMissing = ({ vendorTransactionId }: SomePins): VendorOutcome => ({
  outcome: 'pending',
  code: PINS_MISSING,
  ...(vendorTransactionId === undefined ? {} : { vendorTransactionId }),
});

/** More was charged than the pins that arrived could cost: the vendor owes the others, which a person has to claim. */
const chargedForAll = ({ cost, delivered, of }: SomePins, { listed }: Asked): boolean =>
  cost !== undefined && listed !== undefined && cost * BigInt(of) > listed * BigInt(delivered);

/** What both answers share: the state of the transaction itself. */
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
      if (status === 'failed') return failed(code, 'biller');
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
      const blame = ownEntry(FAILED, code);
      return blame && !BOUGHT.has(status ?? '') ? failed(code, blame) : unknown;
    }
  }
}

/** What a customer has to type in belongs to the delivery: until it is there, the delivery is not. */
function delivered(
  { cost, artefacts }: VtpassAnswer,
  { needsToken, pins: ordered }: Asked,
  about: { vendorTransactionId?: string },
): VendorOutcome {
  if (needsToken && !artefacts?.tokens?.length)
    return { outcome: 'pending', code: 'TOKEN_DELAYED', ...about };
  const delivery = {
    ...about,
    ...(cost === undefined ? {} : { cost }),
    ...(artefacts === undefined ? {} : { artefacts }),
  };
  if (ordered === undefined) return { outcome: 'delivered', ...delivery };
  const got = artefacts?.pins?.length ?? 0;
  if (got === 0) return { outcome: 'pending', code: 'PINS_DELAYED', ...about };
  return got < ordered
    ? { outcome: 'partial', delivered: got, of: ordered, ...delivery }
    : { outcome: 'delivered', ...delivery };
}

/** Why an answer tells nothing at all: the vendor is broken, did not speak VTpass, or speaks of another purchase. */
function whyUnusable(httpStatus: number, said: VtpassAnswer, asked: Asked): string | undefined {
  if (httpStatus < 200 || httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400))
    return `http ${httpStatus}`;
  if (said.code === undefined) return 'no code in the answer';
  if (said.requestId !== undefined && said.requestId !== asked.reference)
    return 'answer about another request';
  return undefined;
}

const failed = (code: string, blame: Blame): VendorOutcome => ({
  outcome: 'failed',
  charged: false,
  code,
  blame,
});

/** A reason is stored: only a plain word of the vendor's gets into it. */
const isWord = (status: string | undefined): boolean =>
  status !== undefined && /^[a-z_-]{1,20}$/.test(status);
