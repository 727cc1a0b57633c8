import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import {
  columnsIn,
  type NamedColumns,
  type NamedStatuses,
  type StatementColumns,
  type TheirState,
} from './statement-columns.js';
import { LineReader, shown, StatementUnreadable } from './statement-line.js';
import { type Skipped, SkippedLines } from './statement-skips.js';
import { SignedLines } from './statement-signs.js';
import type { StatementLine } from './statement.js';

export interface StatementOptions {
  readonly side: 'vendor' | 'psp';
  readonly name: string;
  readonly columns?: NamedColumns;
  readonly statuses?: NamedStatuses;
  readonly onSkipped?: (skipped: Skipped) => void;
}

const LINE_LENGTH_MAX = 100_000;
const PREAMBLE_LINES_MAX = 20;
const SNIFFED_BYTES_MAX = 65_536;
const UTF16_MARK = '\u00ff\u00fe';
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Yields the lines of a CSV statement.
 * @throws StatementUnreadable that names the line and the column
 */
export async function* readStatement(
  source: AsyncIterable<Uint8Array>,
  options: StatementOptions,
): AsyncGenerator<StatementLine> {
  const { name, side, columns: named = {}, statuses = new Map<string, TheirState>(), onSkipped } = options;
  const { delimiter, bytes, close } = await sniffed(source, options);
  let lastLine = 0;
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // Treat a quote inside a cell as text. Examples of such cells are `="ref"` and `5" pipe`.
    relax_quotes: true,
    max_record_size: LINE_LENGTH_MAX,
    on_record: (record: string[], { lines }) => {
      lastLine = lines;
      return record;
    },
  });
  // The loop below throws the error of the parser.
  pipeline(Readable.from(bytes), parser).catch(() => undefined);
  let first: readonly string[] | undefined;
  let columns: StatementColumns | undefined;
  let reader: LineReader | undefined;
  const signed = new SignedLines();
  const skipped = new SkippedLines((lines) => onSkipped?.(lines));
  let above = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      first ??= record;
      if (reader) {
        const read = reader.read(record, info.lines);
        if (typeof read === 'string') {
          skipped.add(info.lines, read);
          continue;
        }
        skipped.end();
        yield* read.waits ? reader.known(signed, read) : [read.line];
        continue;
      }
      columns = headersIn(record, { name, line: info.lines, side, named });
      if (columns) reader = new LineReader({ name, delimiter }, record, columns, side, statuses);
      else if (++above >= PREAMBLE_LINES_MAX) break;
    }
    skipped.end();
    yield* signed.rest();
  } catch (error) {
    throw asUnreadable(error, name, lastLine);
  } finally {
    close();
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

function withoutHeaders(name: string, first: readonly string[] | undefined, named: NamedColumns): string {
  if (!first) return `${name} is empty`;
  const wanted = Object.entries(named).map(([field, header]) => `${field}=${header}`);
  const sought = wanted.length > 0 ? `with ${wanted.join(', ')}` : 'with a reference and an amount';
  return `${name} line 1: has no line of headers ${sought}; it says ${shown(first.join(', '))}: name the columns with --columns`;
}

function asUnreadable(error: unknown, name: string, lastLine: number): unknown {
  const { code, lines, message } = error as Partial<CsvError> & { readonly lines?: number };
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error;
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new StatementUnreadable(`${name} line ${lastLine + 1}: a quote that opens here is never closed`, {
      cause: error,
    });
  return new StatementUnreadable(
    `${name}${lines === undefined ? '' : ` line ${lines}`}: ${message ?? code}`,
    {
      cause: error,
    },
  );
}

/**
 * Finds the character that separates the columns of a statement. Tries each of `DELIMITERS` until `columnsIn`
 * recognizes one of the first lines as the header.
 */
async function sniffed(
  source: AsyncIterable<Uint8Array>,
  { name, side, columns = {} }: StatementOptions,
): Promise<{
  readonly delimiter: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Closes `source`, because a refused statement is not read to its end. */
  close(): void;
}> {
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
  if (text.includes('\0') && !text.startsWith(UTF16_MARK)) {
    await iterator.return?.();
    throw new StatementUnreadable(`${name} is no text: save it as CSV UTF-8`);
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
    close: () => void iterator.return?.().catch(() => undefined),
    bytes: (async function* again() {
      yield* read;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    })(),
  };
}
