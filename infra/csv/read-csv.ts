import { CsvError, type Info, parse } from 'csv-parse/sync';

export interface CsvLine {
  /** Last line of the record, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export class CsvUnreadable extends Error {
  override readonly name = 'CsvUnreadable';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const UNCLOSED =
  'A quotation mark is not closed, or stands inside a cell without quotes. Double it, or remove it.';
const NOT_CSV = 'This is no line of a CSV file.';
/** Errors that are found long after the line that causes them. */
const FOUND_LATE: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

export interface CsvLimits {
  readonly lineLengthMax: number;
  /** Counts the header too. */
  readonly linesMax: number;
  readonly tooMany: string;
}

/**
 * Returns non-empty lines, headers first. Accepts mixed line ends, and semicolons between cells, because
 * spreadsheets write them where a comma separates decimals.
 * @throws CsvUnreadable
 */
export function readCsvLines(
  text: string,
  { lineLengthMax, linesMax, tooMany }: CsvLimits,
): readonly CsvLine[] {
  let lastLine = 0;
  try {
    const records = parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: '\n',
      delimiter: /^[^\n\r,]*;/.test(text) ? ';' : ',',
      max_record_size: lineLengthMax,
      on_record: (record, { lines }) => {
        lastLine = lines;
        return record;
      },
      to: linesMax + 1,
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: Info }[];
    // Count empty lines too, because later lines would be lost.
    if (records.length > linesMax) throw new CsvUnreadable(linesMax + 1, tooMany);
    return records
      .map(({ record, info }) => ({ line: info.lines, cells: record.map((cell) => cell.trim()) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = FOUND_LATE.has(error.code) ? lastLine + 1 : Number(error['lines'] ?? 1);
    throw new CsvUnreadable(line, error.code.includes('QUOTE') ? UNCLOSED : NOT_CSV);
  }
}
