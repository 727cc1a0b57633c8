import { CsvError, type Info, parse } from 'csv-parse/sync';
import { type CsvColumn, csvOf } from '../../../infra/csv/csv.js';
import {
  PRICE_LINES_MAX,
  PRICED_SERVICES,
  type PricedService,
} from '../../contracts/admin/prices.contract.js';
import { plainAmount } from '../../contracts/fields/written-numbers.js';
import { koboFromNaira } from '../../contracts/money.js';
import type { CatalogState } from '../catalog.state.js';
import type { WantedPrices } from './price-many.decider.js';
import { type PricedPlan, pricedPlan, pricedPlans } from './priced-plans.state.js';

/** Column names of a price file. `PLAN` reveals a code in the line of another plan. */
const SERVICE = 'Service';
const CODE = 'Code';
const PLAN = 'Plan';
const PRICE = 'Price (NGN)';
const AFFILIATE = 'Affiliate price (NGN)';
const COST = 'Cost (NGN)';
const COLUMNS = [
  [SERVICE, ({ service }) => service],
  [CODE, ({ code }) => String(code)],
  [PLAN, ({ label }) => label],
  [PRICE, ({ prices }) => nairaText(prices.price)],
  [
    AFFILIATE,
    ({ prices: { affiliatePrice } }) => (affiliatePrice === undefined ? '' : nairaText(affiliatePrice)),
  ],
  [COST, ({ prices }) => nairaText(prices.cost)],
] as const satisfies readonly CsvColumn<PricedPlan>[];
type Column = (typeof COLUMNS)[number][0];
const HEADERS = COLUMNS.map(([header]): Column => header);
const NEEDED: readonly Column[] = [SERVICE, CODE, PRICE];

/** Longer than any valid line. */
const LINE_LENGTH_MAX = 2_000;
const SHOWN_LENGTH_MAX = 40;
const LOOK = 'Download the file to see how it looks.';

/** `column` is empty when the fault concerns the whole line. */
export interface FileFault {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

export interface ReadPrices {
  readonly wanted: readonly (WantedPrices & { readonly line: number })[];
  readonly faults: readonly FileFault[];
}

export const writePrices = (state: CatalogState): string => csvOf<PricedPlan>(COLUMNS, pricedPlans(state));

/** Prices in a file. Returns all faults and no prices when any line is wrong. */
export function readPrices(text: string, state: CatalogState): ReadPrices {
  const faults: FileFault[] = [];
  const [head, ...lines] = linesOf(text, faults);
  if (faults.length > 0) return { wanted: [], faults };
  const columns = columnsOf(head?.cells ?? [], faults);
  if (faults.length === 0 && lines.length === 0)
    faults.push({ line: 1, column: '', message: `No line follows the first one. ${LOOK}` });
  if (faults.length > 0) return { wanted: [], faults };
  const seen = new Map<string, number>();
  const wanted = lines.flatMap((line) => wantedOf(line, columns, { state, seen, faults }) ?? []);
  return faults.length > 0 ? { wanted: [], faults } : { wanted, faults };
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Non-empty lines, headers first. */
function linesOf(text: string, faults: FileFault[]): readonly Line[] {
  try {
    const records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Spreadsheets write semicolons in locales with a decimal comma.
      delimiter: /^[^\n\r,]*;/.test(text) ? ';' : ',',
      max_record_size: LINE_LENGTH_MAX,
      // Limit of records to read: the header, the allowed lines, and another one that shows that the file is too long.
      to: PRICE_LINES_MAX + 2,
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: Info }[];
    const lines = records.map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => cell.trim()),
    }));
    const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''));
    if (records.length > PRICE_LINES_MAX + 1) {
      const message = `The file has more than ${PRICE_LINES_MAX} lines. Cut it into several files.`;
      faults.push({ line: PRICE_LINES_MAX + 2, column: '', message });
    }
    return filled;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    const message = error.code.includes('QUOTE')
      ? 'A quotation mark is not closed, or stands inside a cell without quotes. Double it, or remove it.'
      : `This is no line of a CSV file. ${LOOK}`;
    faults.push({ line, column: '', message });
    return [];
  }
}

function columnsOf(head: readonly string[], faults: FileFault[]): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const [index, name] of head.entries()) {
    const column = HEADERS.find((known) => known.toLowerCase() === name.toLowerCase());
    if (name === '' && index >= columns.size) continue;
    const said = { line: 1, column: name.slice(0, SHOWN_LENGTH_MAX) };
    if (!column)
      faults.push({
        ...said,
        message: `There is no such column. Remove it, or name it one of: ${HEADERS.join(', ')}.`,
      });
    else if (columns.has(column))
      faults.push({ ...said, message: 'This column stands there twice. Remove one of them.' });
    else columns.set(column, index);
  }
  for (const column of NEEDED)
    if (!columns.has(column))
      faults.push({ line: 1, column, message: `This column is missing in the first line. ${LOOK}` });
  return columns;
}

interface Reading {
  readonly state: CatalogState;
  readonly seen: Map<string, number>;
  readonly faults: FileFault[];
}

function wantedOf(
  { line, cells }: Line,
  columns: ReadonlyMap<Column, number>,
  { state, seen, faults }: Reading,
): ReadPrices['wanted'][number] | undefined {
  const before = faults.length;
  const fault = (column: Column | '', message: string): void => void faults.push({ line, column, message });
  const cellOf = (column: Column): string => cells[columns.get(column) ?? -1] ?? '';
  const last = Math.max(...columns.values());
  if (cells.length <= last) {
    fault('', 'Cells are missing in this line. Write two commas where one is empty.');
    return undefined;
  }
  if (cells.slice(last + 1).some((cell) => cell !== '')) {
    fault('', 'This line has more cells than the first one. Put what holds a comma into quotation marks.');
    return undefined;
  }
  const service = PRICED_SERVICES.find((known) => known === cellOf(SERVICE).toLowerCase());
  if (!service) {
    fault(SERVICE, `Write one of ${PRICED_SERVICES.join(', ')}.`);
    return undefined;
  }
  const code = codeOf(cellOf(CODE));
  const plan = code === undefined ? undefined : pricedPlan(state, service, code);
  if (code === undefined || !plan) {
    fault(CODE, `Write the code of a plan that is sold as ${service}. ${LOOK}`);
    return undefined;
  }
  noteOnce(service, code);
  if (columns.has(PLAN) && cellOf(PLAN) !== '' && !sameWords(cellOf(PLAN), plan.label))
    fault(PLAN, `This code is ${plan.label}. Correct the code, or the plan.`);
  const price = moneyOf(PRICE);
  const affiliate = columns.has(AFFILIATE) && (cellOf(AFFILIATE) === '' ? null : moneyOf(AFFILIATE));
  const cost = columns.has(COST) && moneyOf(COST);
  if (faults.length > before) return undefined;
  return {
    line,
    service,
    code,
    price: price!,
    ...(affiliate !== false && { affiliatePrice: affiliate! }),
    ...(cost !== false && { cost: cost! }),
  };

  function noteOnce(of: PricedService, listed: number): void {
    const key = `${of}/${listed}`;
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line);
    else fault(CODE, `The same plan stands in line ${earlier}. Remove one of the two.`);
  }
  /** Amount of a column in kobo digits; `undefined` after reporting a fault. */
  function moneyOf(column: Column): string | undefined {
    const kobo = koboFromNaira(plainAmount(cellOf(column)));
    if (kobo !== undefined && kobo > 0n) return String(kobo);
    fault(
      column,
      kobo === undefined
        ? 'Write naira with at most two decimals, for example 1500.50.'
        : 'Write more than zero.',
    );
    return undefined;
  }
}

const codeOf = (cell: string): number | undefined => (/^\d{1,4}$/.test(cell) ? Number(cell) : undefined);

/** Compares a cell with a text, ignoring case and an apostrophe that escapes a formula. */
const sameWords = (one: string, other: string): boolean =>
  one.replace(/^'/, '').toLowerCase() === other.toLowerCase();

const nairaText = (digits: string): string =>
  `${BigInt(digits) / 100n}.${String(BigInt(digits) % 100n).padStart(2, '0')}`;
