import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { shownText } from '../../contracts/fields/plain-text.js';
import { lagosDateOf, lagosIsoAt } from '../../contracts/fields/lagos-day.js';
import type { Posting } from '../../ledger/postings.js';
import { beancountAccount, hledgerAccount, plainText } from './account-names.js';

export const JOURNAL_FORMATS = ['hledger', 'beancount', 'csv', 'jsonl'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

/**
 * Writer of one journal format. `head` is the beginning of the journal. `entry` is the text of one
 * event, and may be empty.
 */
export interface JournalWriter {
  readonly head: string;
  entry(event: RecordedEvent): string;
}

/**
 * Error for an event that no version of the product could have stored. Someone must have changed
 * this event.
 */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
  constructor({ position, stream }: RecordedEvent, what: string) {
    super(`event ${position} of ${plainText(stream)} ${what}: run \`ledger -- verify\``);
  }
}

const KOBO = /^(-?)(\d{1,40})$/;

/**
 * Converts kobo as a decimal string to naira: `-12345` becomes `-123.45`. Returns `undefined` for any other
 * text.
 */
export function nairaDigits(kobo: string): string | undefined {
  const [, sign, digits] = (kobo.length <= 41 && KOBO.exec(kobo)) || [];
  if (digits === undefined) return undefined;
  const padded = digits.padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

interface Line {
  readonly account: string;
  /** Naira with two decimals. Debits are positive. */
  readonly amount: string;
}

/** @throws JournalDamaged */
function linesOf(event: RecordedEvent): readonly Line[] {
  const { postings = [] } = event.data;
  if (!Array.isArray(postings)) throw new JournalDamaged(event, 'has postings that are no list');
  return (postings as readonly Partial<Posting>[]).map((posting) => {
    const { account, amount } = posting ?? {};
    const naira = typeof amount === 'string' ? nairaDigits(amount) : undefined;
    if (typeof account !== 'string' || naira === undefined)
      throw new JournalDamaged(event, 'has a posting without an account or an amount');
    return { account, amount: naira };
  });
}

/** Unix ms. @throws JournalDamaged */
function momentOf(event: RecordedEvent): number {
  const at = Date.parse(event.at);
  if (Number.isNaN(at)) throw new JournalDamaged(event, 'has no moment');
  return at;
}

/**
 * Lagos day, yyyy-MM-dd.
 * @throws JournalDamaged when the event has no valid time
 */
export const dayOf = (event: RecordedEvent): string => lagosDateOf(momentOf(event));

const hledger = (): JournalWriter => ({
  head: 'commodity 1000.00 NGN\n',
  entry(event) {
    const lines = linesOf(event);
    if (lines.length === 0) return '';
    const { position, id, type, stream } = event;
    const postings = lines.map(({ account, amount }) => `    ${hledgerAccount(account)}  ${amount} NGN\n`);
    return `\n${dayOf(event)} (${position}) ${plainText(type)}  ; position:${position}, event:${plainText(id)}, stream:${plainText(stream)}\n${postings.join('')}`;
  },
});

const OPENED = '1970-01-01';

function beancount(): JournalWriter {
  const opened = new Set<string>();
  return {
    head: 'option "title" "Ledger"\noption "operating_currency" "NGN"\n',
    entry(event) {
      const lines = linesOf(event);
      if (lines.length === 0) return '';
      let text = '\n';
      const postings = lines.map(({ account, amount }) => {
        const name = beancountAccount(account);
        if (!opened.has(name)) text += `${OPENED} open ${name} NGN\n`;
        opened.add(name);
        return `  ${name}  ${amount} NGN\n`;
      });
      const { position, id, type, stream } = event;
      text += `${dayOf(event)} * "${plainText(type)}"\n  position: ${position}\n  event: "${plainText(id)}"\n  stream: "${plainText(stream)}"\n`;
      return text + postings.join('');
    },
  };
}

/**
 * Quotes a CSV field that needs quotes. Puts `'` in front of a field that a spreadsheet would run
 * as a formula.
 */
function csvField(text: string): string {
  const shown = shownText(text);
  const harmless = /^[=+\-@\t\r]/.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Amounts are in naira, and times are Lagos times. */
const csv = (): JournalWriter => ({
  head: 'position,at,type,stream,account,amount\n',
  entry(event) {
    const lines = linesOf(event);
    if (lines.length === 0) return '';
    const about = [lagosIsoAt(momentOf(event)), event.type, event.stream].map(csvField).join(',');
    return lines
      .map(({ account, amount }) => `${event.position},${about},${csvField(account)},${amount}\n`)
      .join('');
  },
});

/** Personal data stays encrypted. */
const jsonl = (): JournalWriter => ({ head: '', entry: (event) => `${JSON.stringify(event)}\n` });

const WRITERS: Readonly<Record<JournalFormat, () => JournalWriter>> = { hledger, beancount, csv, jsonl };

export const journalWriter = (format: JournalFormat): JournalWriter => WRITERS[format]();
