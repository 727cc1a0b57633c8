import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import { type Kobo, koboFromNaira } from '../../contracts/money.js';
import {
  columnsIn,
  type NamedColumns,
  type NamedStatuses,
  type StatementColumns,
  type StatementField,
  stateOf,
  type TheirState,
} from './statement-columns.js';
import { momentOf } from './statement-moment.js';

/** One line of the other side's books. */
export interface StatementLine {
  readonly line: number;
  /** As we named the payment; absent where the line has none. */
  readonly reference?: string;
  /** As they named it. */
  readonly vendorReference?: string;
  readonly amount: Kobo;
  readonly state: TheirState;
  /** Milliseconds since 1970. */
  readonly atMs?: number;
}

export interface StatementOptions {
  readonly side: 'vendor' | 'psp';
  /** How the statement is called where something is wrong in it. */
  readonly name: string;
  readonly columns?: NamedColumns;
  readonly statuses?: NamedStatuses;
}

/** A statement that cannot be read: where, and what is wrong. Nothing of it is guessed. */
export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable';
}

/** Longer than any line that makes sense. */
const LINE_LENGTH_MAX = 100_000;
/** What stands above the headers: whose account, which days. */
const PREAMBLE_LINES_MAX = 20;
const SHOWN_LENGTH_MAX = 40;
const SNIFFED_BYTES_MAX = 65_536;
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * The lines of a CSV, one at a time, however many there are.
 * @throws StatementUnreadable naming line and column
 */
export async function* readStatement(
  source: AsyncIterable<Uint8Array>,
  options: StatementOptions,
): AsyncGenerator<StatementLine> {
  const { name, side, columns: named = {}, statuses = new Map<string, TheirState>() } = options;
  const { delimiter, bytes } = await sniffed(source, options);
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LINE_LENGTH_MAX,
  });
  // What goes wrong on the way is thrown by the loop over the parser.
  pipeline(Readable.from(bytes), parser).catch(() => undefined);
  let headers: readonly string[] = [];
  let first: readonly string[] | undefined;
  let columns: StatementColumns | undefined;
  let above = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      first ??= record;
      if (columns) {
        yield lineOf(record, headers, columns, { name, line: info.lines, statuses });
        continue;
      }
      columns = headersIn(record, { name, line: info.lines, side, named });
      headers = record;
      if (!columns && ++above >= PREAMBLE_LINES_MAX) break;
    }
  } catch (error) {
    throw asUnreadable(error, name);
  }
  if (!columns) throw new StatementUnreadable(withoutHeaders(name, first, named));
}

interface Place {
  readonly name: string;
  readonly line: number;
}

function headersIn(
  record: readonly string[],
  { name, line, side, named }: Place & { readonly side: 'vendor' | 'psp'; readonly named: NamedColumns },
): StatementColumns | undefined {
  try {
    return columnsIn(record, side, named);
  } catch (error) {
    throw new StatementUnreadable(`${name} line ${line}: ${(error as Error).message}`, { cause: error });
  }
}

function lineOf(
  record: readonly string[],
  headers: readonly string[],
  columns: StatementColumns,
  { name, line, statuses }: Place & { readonly statuses: NamedStatuses },
): StatementLine {
  const wrong = (field: StatementField, what: string): StatementUnreadable =>
    new StatementUnreadable(
      `${name} line ${line}, column "${columns[field]!.map((place) => headers[place]).join('+')}": ${what}`,
    );
  if (record.length !== headers.length)
    throw new StatementUnreadable(
      `${name} line ${line}: has ${record.length} columns, and the line of headers ${headers.length}`,
    );
  const texts = (field: StatementField): readonly string[] =>
    (columns[field] ?? []).map((place) => record[place] ?? '');
  const [reference = ''] = texts('reference');
  const [vendorReference = ''] = texts('vendorReference');
  if (reference === '' && vendorReference === '')
    throw wrong(
      columns.reference ? 'reference' : 'vendorReference',
      'is empty: nothing says which payment it is',
    );
  let amount = 0n;
  for (const text of texts('amount')) {
    const kobo = nairaIn(text);
    if (kobo === undefined) throw wrong('amount', `${shown(text)} is no amount in naira`);
    amount += kobo;
  }
  const [status] = texts('status');
  const state = status === undefined ? 'charged' : stateOf(status, statuses);
  if (state === undefined)
    throw wrong('status', `${shown(status!)} is no status that is known: say what it means with --statuses`);
  const [date = ''] = texts('date');
  const atMs = date === '' ? undefined : momentOf(date);
  if (date !== '' && atMs === undefined)
    throw wrong('date', `${shown(date)} is no moment like 2026-03-01 09:30:00 or 01/03/2026 09:30`);
  return {
    line,
    amount,
    state,
    ...(reference !== '' && { reference }),
    ...(vendorReference !== '' && { vendorReference }),
    ...(atMs !== undefined && { atMs }),
  };
}

const CURRENCY = /^(?:₦|NGN|N) ?/i;
const GROUPED = /^\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?$/;

/** Naira as statements write them: `₦1,234.50`, `NGN 1234.5`. Never rounded. */
function nairaIn(text: string): Kobo | undefined {
  if (text.length > SHOWN_LENGTH_MAX) return undefined;
  const digits = text.replace(CURRENCY, '');
  return koboFromNaira(GROUPED.test(digits) ? digits.replaceAll(',', '') : digits);
}

const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text);

function withoutHeaders(name: string, first: readonly string[] | undefined, named: NamedColumns): string {
  if (!first) return `${name} is empty`;
  const wanted = Object.entries(named).map(([field, header]) => `${field}=${header}`);
  const sought = wanted.length > 0 ? `with ${wanted.join(', ')}` : 'with a reference and an amount';
  return `${name} line 1: has no line of headers ${sought}; it says ${shown(first.join(', '))}: name the columns with --columns`;
}

function asUnreadable(error: unknown, name: string): unknown {
  const { code, lines, message } = error as Partial<CsvError> & { readonly lines?: number };
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error;
  return new StatementUnreadable(
    `${name}${lines === undefined ? '' : ` line ${lines}`}: ${message ?? code}`,
    {
      cause: error,
    },
  );
}

/** What stands between columns: what makes one of the first lines one of headers; and the bytes again. */
async function sniffed(
  source: AsyncIterable<Uint8Array>,
  { side, columns = {} }: StatementOptions,
): Promise<{ readonly delimiter: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let text = '';
  while (
    text.length < SNIFFED_BYTES_MAX &&
    text.split('\n', PREAMBLE_LINES_MAX + 1).length <= PREAMBLE_LINES_MAX
  ) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    text += Buffer.from(next.value).toString('latin1');
  }
  const lines = text.split('\n', PREAMBLE_LINES_MAX);
  const isHead = (line: string, delimiter: string): boolean => {
    try {
      return columnsIn(line.split(delimiter), side, columns) !== undefined;
    } catch {
      return true;
    }
  };
  const delimiter = DELIMITERS.find((each) => lines.some((line) => isHead(line, each))) ?? DELIMITERS[0];
  return {
    delimiter,
    bytes: (async function* again() {
      yield* read;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    })(),
  };
}
