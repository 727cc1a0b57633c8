import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import type { Kobo } from '../../contracts/money.js';
import { lagosDateOf, lagosDayStart } from '../../contracts/fields/lagos-day.js';
import {
  type Agreement,
  comparePayment,
  type Difference,
  DIFFERENCES,
  TheirLines,
  type TheirEntry,
} from './compare-payment.js';
import { type Fact, type FactOf, type OurEntry, OurPayments } from './our-books.js';
import type { StatementLine } from './statement.js';
import { Spill } from './spill.js';

/** Range of time in Unix ms. The range ends just before `toMs`. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ReconcileOptions {
  readonly eventStore: Pick<EventStore, 'readAll' | 'lastPosition'>;
  readonly factOf: FactOf;
  readonly statement: AsyncIterable<StatementLine>;
  /** Days to compare. Default: from the first to the last date of the statement. */
  readonly period?: Partial<Period>;
  readonly onDifference?: (found: Found) => void;
  readonly onProgress?: (position: number, of: number) => void;
}

export interface Found {
  readonly kind: Difference;
  readonly ours?: OurEntry;
  readonly theirs?: TheirEntry;
}

export interface Counted {
  readonly count: number;
  readonly ours: Kobo;
  readonly theirs: Kobo;
}

export interface Reconciliation {
  readonly position: number;
  readonly lines: number;
  readonly period: Period;
  readonly agreed: Readonly<Record<Agreement, Counted>>;
  readonly differences: Readonly<Record<Difference, Counted>>;
  readonly differing: number;
}

const PAGE = 1_000;
/**
 * Number of files into which each side (statement, our books) is split. Only one file per side is in memory
 * at a time, which takes 400 MB for 100 million lines.
 */
const PARTS = 128;
const AGREEMENTS: readonly Agreement[] = ['matched', 'unsettled', 'uncharged'];

type SpilledLine = Omit<StatementLine, 'amount'> & { readonly amount: string };

/**
 * Compares our books with a statement. Both may be larger than the memory, so `Spill` splits both
 * into files by reference.
 */
export async function reconcile(options: ReconcileOptions): Promise<Reconciliation> {
  const folder = await mkdtemp(join(tmpdir(), 'reconcile-'));
  const theirs = new Spill<SpilledLine>(folder, 'theirs', PARTS);
  const facts = new Spill<Fact>(folder, 'facts', PARTS);
  const ours = new Spill<OurEntry>(folder, 'ours', PARTS);
  try {
    const before = await options.eventStore.lastPosition();
    const statement = await layDown(options.statement, theirs);
    const period = periodOf(options.period ?? {}, statement);
    const position = await layDownLog(options, facts);
    await gather(facts, ours, statement.byReference);
    const totals = new Totals(options.onDifference);
    const { byReference } = statement;
    for (let part = 0; part < PARTS; part += 1)
      await comparePart({ part, theirs, ours, byReference, period, before, totals });
    return { position, lines: statement.lines, period, ...totals.result() };
  } finally {
    await Promise.all([theirs.close(), facts.close(), ours.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Laid {
  readonly lines: number;
  readonly byReference: boolean;
  readonly moments?: { readonly firstMs: number; readonly lastMs: number };
  readonly undatedLine?: number;
}

async function layDown(statement: AsyncIterable<StatementLine>, spill: Spill<SpilledLine>): Promise<Laid> {
  let lines = 0;
  let byReference = false;
  let undatedLine: number | undefined;
  let firstMs = Infinity;
  let lastMs = -Infinity;
  for await (const line of statement) {
    lines += 1;
    byReference ||= line.reference !== undefined;
    if (line.atMs === undefined) undatedLine ??= line.line;
    else [firstMs, lastMs] = [Math.min(firstMs, line.atMs), Math.max(lastMs, line.atMs)];
    await spill.add(keyOfTheirs(line), { ...line, amount: String(line.amount) });
  }
  const isDated = lines > 0 && undatedLine === undefined;
  return {
    lines,
    byReference,
    ...(isDated && { moments: { firstMs, lastMs } }),
    ...(undatedLine !== undefined && { undatedLine }),
  };
}

const keyOfTheirs = ({
  reference,
  vendorReference,
}: Pick<StatementLine, 'reference' | 'vendorReference'>): string =>
  reference === undefined ? theirName(vendorReference!) : `=${reference}`;
const theirName = (vendorReference: string): string => `~${vendorReference}`;

const keyOfOurs = ({ reference, vendorReference }: OurEntry, byReference: boolean): string =>
  byReference || vendorReference === undefined ? `=${reference}` : theirName(vendorReference);

async function layDownLog(
  { eventStore, factOf, onProgress }: ReconcileOptions,
  spill: Spill<Fact>,
): Promise<number> {
  const end = await eventStore.lastPosition();
  let position = 0;
  while (position < end) {
    const page = await eventStore.readAll(position, Math.min(PAGE, end - position));
    const last = page.at(-1);
    if (!last)
      throw new Error(`the log ends at ${position}, the store says ${end}: run \`ledger -- verify\``);
    for (const event of page) {
      const fact = factOf(event);
      if (fact) await spill.add(fact.key, fact);
    }
    position = last.position;
    onProgress?.(position, end);
    await breathe();
  }
  return end;
}

async function gather(facts: Spill<Fact>, ours: Spill<OurEntry>, byReference: boolean): Promise<void> {
  for (let part = 0; part < PARTS; part += 1) {
    const payments = new OurPayments();
    for await (const fact of facts.read(part)) payments.add(fact);
    for (const entry of payments.values()) await ours.add(keyOfOurs(entry, byReference), entry);
  }
}

/** @throws Error when neither the statement nor `Period` tells the days to compare */
function periodOf({ fromMs, toMs }: Partial<Period>, { moments, undatedLine }: Laid): Period {
  const from = fromMs ?? (moments && Date.parse(lagosDayStart(lagosDateOf(moments.firstMs))));
  const to = toMs ?? (moments && Date.parse(lagosDayStart(lagosDateOf(moments.lastMs), 1)));
  if (from === undefined && to === undefined) {
    const why =
      undatedLine === undefined ? 'the statement has no payment' : `line ${undatedLine} has no date`;
    throw new Error(
      `${why}, so the days to compare are unknown: say --from and --to, or name the column of dates with --columns date=…`,
    );
  }
  return { fromMs: from ?? -Infinity, toMs: to ?? Infinity };
}

interface Part {
  readonly part: number;
  readonly theirs: Spill<SpilledLine>;
  readonly ours: Spill<OurEntry>;
  readonly byReference: boolean;
  readonly period: Period;
  readonly before: number;
  readonly totals: Totals;
}

const BY_STATE: ReadonlySet<Agreement | Difference> = new Set([
  'missingThere',
  'openThere',
  'refundedHere',
  'reversedHere',
  'givenBackThere',
]);

async function comparePart({ part, theirs, ours, byReference, period, before, totals }: Part): Promise<void> {
  const lines = new Map<string, TheirLines>();
  for await (const { amount, ...line } of theirs.read(part)) {
    const key = keyOfTheirs(line);
    let known = lines.get(key);
    if (!known) lines.set(key, (known = new TheirLines()));
    known.add({ ...line, amount: BigInt(amount) });
  }
  const within = (atMs: number | undefined): boolean =>
    atMs === undefined || (atMs >= period.fromMs && atMs < period.toMs);
  for await (const entry of ours.read(part)) {
    const key = keyOfOurs(entry, byReference);
    const found = lines.get(key)?.total();
    lines.delete(key);
    if (!within(Date.parse(entry.at)) && !(found && within(found.atMs))) continue;
    const verdict = comparePayment(entry, found);
    const later = entry.position > before && BY_STATE.has(verdict);
    totals.add(later ? 'unsettled' : verdict, entry, found);
  }
  for (const line of lines.values()) {
    const found = line.total();
    if (within(found.atMs)) totals.add(comparePayment(undefined, found), undefined, found);
  }
}

interface Sum {
  count: number;
  ours: Kobo;
  theirs: Kobo;
}

class Totals {
  private readonly sums = new Map<Agreement | Difference, Sum>(
    [...AGREEMENTS, ...DIFFERENCES].map((kind) => [kind, { count: 0, ours: 0n, theirs: 0n }]),
  );

  constructor(private readonly onDifference: ((found: Found) => void) | undefined) {}

  add(verdict: Agreement | Difference, ours: OurEntry | undefined, theirs: TheirEntry | undefined): void {
    const sum = this.sums.get(verdict)!;
    sum.count += 1;
    if (ours?.state === 'charged') sum.ours += BigInt(ours.amount);
    if (theirs?.state === 'charged') sum.theirs += theirs.amount;
    const kind = DIFFERENCES.find((each) => each === verdict);
    if (kind) this.onDifference?.({ kind, ...(ours && { ours }), ...(theirs && { theirs }) });
  }

  result(): Pick<Reconciliation, 'agreed' | 'differences' | 'differing'> {
    const of = <Kind extends Agreement | Difference>(kinds: readonly Kind[]): Record<Kind, Counted> =>
      Object.fromEntries(kinds.map((kind) => [kind, this.sums.get(kind)!])) as Record<Kind, Counted>;
    const differences = of(DIFFERENCES);
    const differing = DIFFERENCES.reduce((sum, kind) => sum + differences[kind].count, 0);
    return { agreed: of(AGREEMENTS), differences, differing };
  }
}
