import { type CsvColumn, csvOf } from '../../../infra/csv/csv.js';
import { type CsvLine, CsvUnreadable, readCsvLines } from '../../../infra/csv/read-csv.js';
import {
  PRICE_LINES_MAX,
  PRICED_SERVICES,
  type PricedService,
} from '../../contracts/admin/prices.contract.js';
import { type CableCode, CABLE_PROVIDERS } from '../../contracts/cable.contract.js';
import { PLAN_TYPES, type PlanTypeCode } from '../../contracts/data.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { NETWORKS, type NetworkCode } from '../../contracts/fields/codes.js';
import { plainAmount } from '../../contracts/fields/written-numbers.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { koboFromNaira } from '../../contracts/money.js';
import type { PlanDetails } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { everyPlan, labelOf, offeredPlan, type OfferedPlan, planCodeOf } from './offered-plans.state.js';
import { daysOfPlan, planAfter, sizeOfPlan, type WantedPlan } from './plan-after.decider.js';
import { codeField, costField } from './plan-changes.js';

const SERVICE = 'Service';
const CODE = 'Code';
const PLAN = 'Plan';
const PRICE = 'Price (NGN)';
const AFFILIATE = 'Affiliate price (NGN)';
const COST = 'Cost (NGN)';
const NETWORK = 'Network';
const TYPE = 'Type';
const SIZE = 'Size';
const DAYS = 'Days';
const SOLD = 'Sold';
const PLACE = 'Place';
const COLUMNS = [
  [SERVICE, ({ service }) => service],
  [CODE, (offered) => String(planCodeOf(offered))],
  [PLAN, labelOf],
  [PRICE, ({ plan }) => nairaText(plan.price)],
  [
    AFFILIATE,
    ({ plan: { affiliatePrice } }) => (affiliatePrice === undefined ? '' : nairaText(affiliatePrice)),
  ],
  [COST, ({ plan }) => nairaText(plan.cost)],
  [NETWORK, networkOf],
  [TYPE, ({ service, plan }) => (service === 'data' ? PLAN_TYPES[plan.planType] : '')],
  [
    SIZE,
    ({ service, plan }) => (service === 'data' ? sizeOfPlan(plan) : service === 'cable' ? plan.name : ''),
  ],
  [DAYS, ({ service, plan }) => String((service === 'data' ? daysOfPlan(plan) : undefined) ?? '')],
  [SOLD, ({ plan }) => (plan.on ? 'yes' : 'no')],
  [PLACE, ({ plan: { place } }) => (place === undefined ? '' : String(place))],
] as const satisfies readonly CsvColumn<OfferedPlan>[];
type Fixed = (typeof COLUMNS)[number][0];
type Column = Fixed | `Code at ${string}` | `Cost at ${string}`;
const HEADERS: readonly Column[] = COLUMNS.map(([header]): Column => header);
const NEEDED: readonly Column[] = [SERVICE, CODE, PRICE];
const NOT_SOLD_THERE = '-';

const LINE_LENGTH_MAX = 2_000;
const TEXT_LENGTH_MAX = PRICE_LINES_MAX * LINE_LENGTH_MAX;
const SHOWN_LENGTH_MAX = 40;
/** Signs of a file in another encoding: zero bytes, and the sign in place of a letter that was lost. */
const NOT_UTF8 = /[\0\uFFFD]/;
const LOOK = 'Download the file to see how it looks.';

/** `column` is empty when the fault concerns the whole line. */
export interface FileFault {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

export interface ReadPrices {
  readonly wanted: readonly (WantedPlan & { readonly line: number })[];
  readonly faults: readonly FileFault[];
}

export type FileVendors = readonly { readonly code: number; readonly adapter: string }[];

export function writePrices(state: CatalogState, vendors: FileVendors): string {
  const plans = everyPlan(state);
  const named = new Set(
    plans.flatMap(({ service, plan }) => (service === 'exams' ? [] : Object.keys(plan.codes))),
  );
  const keys = codeKeysOf(vendors).filter((key) => named.has(key) || !/^\d/.test(key));
  const priced = new Set(plans.flatMap(({ plan: { costs = {} } }) => Object.keys(costs)));
  const costs = codeKeysOf(vendors)
    .filter((key) => priced.has(key))
    .map(costColumn);
  const codes = keys.map((key): CsvColumn<OfferedPlan> => [
    codeField(key),
    ({ service, plan }) => (service === 'exams' ? '' : codeText(ownEntry(plan.codes, key))),
  ]);
  return csvOf<OfferedPlan>([...COLUMNS, ...codes, ...costs], plans);
}

/** Writes plans with their codes and costs at one vendor account. Applying it changes nothing else. */
export const writePlansAt = (vendor: number, plans: readonly OfferedPlan[]): string =>
  csvOf(columnsAt(vendor), plans);

/** Writes one line of the file that `writePlansAt` writes. */
export const lineOfPlanAt = (vendor: number, plan: OfferedPlan): string =>
  csvOf(columnsAt(vendor), [plan], false).trimEnd();

function columnsAt(vendor: number): readonly CsvColumn<OfferedPlan>[] {
  const key = String(vendor);
  const code: CsvColumn<OfferedPlan> = [
    codeField(key),
    ({ service, plan }) => (service === 'exams' ? '' : codeText(ownEntry(plan.codes, key))),
  ];
  return [...COLUMNS.filter(([header]) => header !== PLACE), code, costColumn(key)];
}

const costColumn = (account: string): CsvColumn<OfferedPlan> => [
  costHeader(account),
  ({ plan: { costs = {} } }) => {
    const cost = ownEntry(costs, account);
    return cost === undefined ? '' : nairaText(cost);
  },
];

const costHeader = (account: string): Column => `${costField(account)} (NGN)` as Column;

const codeText = (code: string | undefined): string => (code === '' ? NOT_SOLD_THERE : (code ?? ''));

function networkOf({ service, plan }: OfferedPlan): string {
  if (service === 'exams') return '';
  return service === 'data' ? NETWORKS[plan.network] : CABLE_PROVIDERS[plan.provider];
}

const isAccount = (key: string): boolean => /^\d/.test(key);

const codeKeysOf = (vendors: FileVendors): readonly string[] => [
  ...new Set(vendors.map(({ adapter }) => adapter)),
  ...vendors.map(({ code }) => String(code)),
];

/** When any line is wrong, returns the faults of all lines and no prices. */
export function readPrices(text: string, state: CatalogState, vendors: FileVendors): ReadPrices {
  const faults: FileFault[] = [];
  const [head, ...lines] = linesOf(text, faults);
  if (faults.length > 0) return { wanted: [], faults };
  const columns = columnsOf(head?.cells ?? [], codeKeysOf(vendors), faults);
  if (faults.length === 0 && lines.length === 0)
    faults.push({ line: 1, column: '', message: `No line follows the first one. ${LOOK}` });
  if (faults.length > 0) return { wanted: [], faults };
  const seen = new Map<string, number>();
  const wanted = lines.flatMap((line) => wantedOf(line, columns, { state, seen, faults }) ?? []);
  return faults.length > 0 ? { wanted: [], faults } : { wanted, faults };
}

function linesOf(text: string, faults: FileFault[]): readonly CsvLine[] {
  const fault = (line: number, message: string): void => void faults.push({ line, column: '', message });
  if (text.length > TEXT_LENGTH_MAX) {
    fault(1, 'The file is too large. Is it the right file?');
    return [];
  }
  const broken = text.search(NOT_UTF8);
  if (broken !== -1) {
    const line = text.slice(0, broken).split(/\r\n?|\n/).length;
    fault(line, 'This line is not text in UTF-8. Save the file as CSV UTF-8.');
    return [];
  }
  try {
    return readCsvLines(text, {
      lineLengthMax: LINE_LENGTH_MAX,
      linesMax: PRICE_LINES_MAX + 1,
      tooMany: `The file has more than ${PRICE_LINES_MAX} lines. Cut it into several files.`,
    });
  } catch (error) {
    if (!(error instanceof CsvUnreadable)) throw error;
    fault(error.line, error.message);
    return [];
  }
}

interface Columns extends ReadonlyMap<Column, number> {
  readonly codes: ReadonlyMap<string, Column>;
  readonly costs: ReadonlyMap<string, Column>;
}

function columnsOf(head: readonly string[], keys: readonly string[], faults: FileFault[]): Columns {
  const codes = new Map(keys.map((key) => [key, codeField(key) as Column]));
  const costs = new Map(keys.filter(isAccount).map((key) => [key, costHeader(key)]));
  const columns = Object.assign(new Map<Column, number>(), { codes, costs });
  const known = [...HEADERS, ...codes.values(), ...costs.values()];
  for (const [index, name] of head.entries()) {
    const column = known.find((each) => each.toLowerCase() === name.toLowerCase());
    if (name === '' && index >= columns.size) continue;
    const said = { line: 1, column: name.slice(0, SHOWN_LENGTH_MAX) };
    if (!column)
      faults.push({
        ...said,
        message: `There is no such column. Remove it, or name it one of: ${known.join(', ')}.`,
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
  { line, cells }: CsvLine,
  columns: Columns,
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
  const details = code === undefined ? undefined : detailsOf(service);
  const was = code === undefined ? undefined : offeredPlan(state, service, code);
  if (code === undefined || (!was && !details)) {
    fault(CODE, `Write the code of a plan that is sold as ${service}. ${LOOK}`);
    return undefined;
  }
  noteOnce(service, code);
  const price = moneyOf(PRICE);
  const affiliate = columns.has(AFFILIATE) && (cellOf(AFFILIATE) === '' ? null : moneyOf(AFFILIATE));
  const cost = columns.has(COST) && moneyOf(COST);
  if (columns.has(PLAN) && cellOf(PLAN) !== '' && was && !sameWords(cellOf(PLAN), labelOf(was)))
    fault(PLAN, `This code is ${labelOf(was)}. Correct the code, or the plan.`);
  if (faults.length > before) return undefined;
  const wanted = {
    line,
    service,
    code,
    price: price!,
    ...(affiliate !== false && { affiliatePrice: affiliate! }),
    ...(cost !== false && { cost: cost! }),
    ...(details && { details }),
  };
  if (!fits(wanted)) return undefined;
  return wanted;

  function fits({ line: _line, ...plan }: ReadPrices['wanted'][number]): boolean {
    try {
      const now = labelOf(planAfter(plan, state));
      if (was || cellOf(PLAN) === '' || sameWords(cellOf(PLAN), now)) return true;
      fault(PLAN, `A new plan of this code is ${now}. Correct the code, or empty this cell.`);
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      const { field, reason } = error.details;
      const column = COLUMN_OF.get(String(field)) ?? '';
      fault(column, `${column || 'A code at a vendor'} ${String(reason)}.`);
    }
    return false;
  }
  function detailsOf(of: PricedService): PlanDetails | undefined {
    const atVendors = [...columns.codes.values(), ...columns.costs.values()];
    const named = [NETWORK, TYPE, SIZE, DAYS, SOLD, PLACE, ...atVendors] as const;
    if (!named.some((column) => columns.has(column))) return undefined;
    const [network, type] = [cellOf(NETWORK), cellOf(TYPE)];
    const tableOf = of === 'cable' ? CABLE_PROVIDERS : NETWORKS;
    const networkCode = network === '' ? undefined : entryOf(NETWORK, tableOf, network);
    const typeCode = type === '' ? undefined : entryOf(TYPE, PLAN_TYPES, type);
    const size = cellOf(SIZE).replace(/^'/, '');
    const days = wholeOf(DAYS);
    const sold = soldOf();
    const codes = of === 'exams' ? {} : codesOf();
    const costs = of === 'exams' ? {} : costsOf();
    return {
      ...(of === 'data' && networkCode !== undefined && { network: networkCode as NetworkCode }),
      ...(of === 'cable' && networkCode !== undefined && { provider: networkCode as CableCode }),
      ...(typeCode !== undefined && { planType: typeCode as PlanTypeCode }),
      ...(size !== '' && { size }),
      ...(days !== undefined && { days }),
      ...(sold !== undefined && { on: sold }),
      ...(columns.has(PLACE) && { place: wholeOf(PLACE) ?? null }),
      ...(Object.keys(codes).length > 0 && { codes }),
      ...(Object.keys(costs).length > 0 && { costs }),
    };
  }
  function codesOf(): Record<string, string | null> {
    const filled = [...columns.codes].filter(([, column]) => columns.has(column));
    return Object.fromEntries(
      filled.map(([key, column]) => {
        const text = cellOf(column).replace(/^'/, '');
        return [key, text === '' ? null : text === NOT_SOLD_THERE ? '' : text];
      }),
    );
  }
  function costsOf(): Record<string, string | null> {
    const filled = [...columns.costs].filter(([, column]) => columns.has(column));
    return Object.fromEntries(
      filled.map(([account, column]) => [account, cellOf(column) === '' ? null : (moneyOf(column) ?? null)]),
    );
  }
  function entryOf(
    column: Column,
    table: Readonly<Record<number, string>>,
    cell: string,
  ): number | undefined {
    const entries = Object.entries(table);
    const found = entries.find(([key, name]) => key === cell || name.toLowerCase() === cell.toLowerCase());
    if (!found) fault(column, `Write one of ${entries.map(([, name]) => name).join(', ')}.`);
    return found && Number(found[0]);
  }
  function wholeOf(column: Column): number | undefined {
    const cell = cellOf(column);
    if (cell === '') return undefined;
    if (/^\d{1,4}$/.test(cell)) return Number(cell);
    fault(column, 'Write a whole number, for example 30.');
    return undefined;
  }
  function soldOf(): boolean | undefined {
    const cell = cellOf(SOLD).toLowerCase();
    if (cell === '') return undefined;
    if (cell === 'yes' || cell === 'no') return cell === 'yes';
    fault(SOLD, 'Write yes or no.');
    return undefined;
  }
  function noteOnce(of: PricedService, listed: number): void {
    const key = `${of}/${listed}`;
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line);
    else fault(CODE, `The same plan stands in line ${earlier}. Remove one of the two.`);
  }
  /**
   * Returns the amount in a cell in kobo, as a decimal string. When the amount is wrong, reports a fault and
   * returns `undefined`.
   */
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

const COLUMN_OF: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['code', CODE],
  ['network', NETWORK],
  ['type', TYPE],
  ['size', SIZE],
  ['days', DAYS],
  ['place', PLACE],
  ['price', PRICE],
  ['cost', COST],
]);

const codeOf = (cell: string): number | undefined => (/^\d{1,4}$/.test(cell) ? Number(cell) : undefined);

const sameWords = (one: string, other: string): boolean =>
  one.replace(/^'/, '').toLowerCase() === other.toLowerCase();

const nairaText = (digits: string): string =>
  `${BigInt(digits) / 100n}.${String(BigInt(digits) % 100n).padStart(2, '0')}`;
