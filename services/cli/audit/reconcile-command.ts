import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { startTimer } from '../../../infra/host/timers.js';
import type { Config } from '../../runtime/config.js';
import { formatNaira } from '../../contracts/money.js';
import { lagosDateOf, lagosDayStart, lagosIso, lagosIsoAt } from '../../contracts/fields/lagos-day.js';
import { DIFFERENCES, type Difference } from '../../audit/reconcile/compare-payment.js';
import { attemptsAt, type FactOf, fundingsBy } from '../../audit/reconcile/our-books.js';
import { readStatement } from '../../audit/reconcile/read-statement.js';
import {
  type Counted,
  type Found,
  type Period,
  reconcile,
  type Reconciliation,
} from '../../audit/reconcile/reconcile.js';
import {
  type NamedColumns,
  type NamedStatuses,
  plainWord,
  STATEMENT_FIELDS,
  type StatementField,
  THEIR_STATES,
  type TheirState,
} from '../../audit/reconcile/statement-columns.js';
import type { Skipped } from '../../audit/reconcile/statement-skips.js';
import { momentOf } from '../../audit/reconcile/statement-moment.js';
import { reading } from '../reading-commands.js';
import { progressBar } from '../long-work.js';
import type { ReadConfig } from '../read-config.js';

export interface ReconcileCommandOptions {
  readonly vendor?: string;
  readonly psp?: string;
  readonly statement: string;
  readonly from?: string;
  readonly to?: string;
  readonly columns?: readonly string[];
  readonly statuses?: readonly string[];
  readonly json?: boolean;
}

/** Exit codes. */
const [MATCHED, DIFFERS, UNFINISHED] = [0, 1, 2] as const;
const LISTED_MAX = 1_000;

/** Returns the exit code. */
export async function reconcileCommand(
  config: ReadConfig,
  options: ReconcileCommandOptions,
  print: (line: string) => void,
): Promise<number> {
  try {
    return await reconcileWith(await config(), options, print);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return UNFINISHED;
  }
}

async function reconcileWith(
  config: Config,
  options: ReconcileCommandOptions,
  print: (line: string) => void,
): Promise<number> {
  const { factOf, side } = sideOf(options);
  const columns = namedColumns(options.columns ?? []);
  const statuses = namedStatuses(options.statuses ?? []);
  const period = periodOf(options);
  const json = options.json ?? false;
  const listed: Found[] = [];
  const skipped: Skipped[] = [];
  let skippedLines = 0;
  // Stop the download of a statement that is refused. An unread answer would keep this process alive.
  const over = new AbortController();
  const done = await reading(config, async (eventStore, signal) =>
    reconcile({
      eventStore,
      factOf,
      period,
      onProgress: progressBar('events'),
      statement: readStatement(bytesOf(options.statement, AbortSignal.any([signal, over.signal])), {
        side,
        name: options.statement,
        columns,
        statuses,
        onSkipped: (lines) => {
          skippedLines += lines.to - lines.from + 1;
          if (!json) print(`  ${skipOf(lines)}`);
          else if (skipped.length < LISTED_MAX) skipped.push(lines);
        },
      }),
      onDifference: (found) => {
        if (!json) print(`  ${lineOf(found)}`);
        else if (listed.length < LISTED_MAX) listed.push(found);
      },
    }),
  ).finally(() => over.abort());
  if (json) print(jsonOf({ ...done, skippedLines, skipped, listed }));
  else for (const line of summaryOf(done, skippedLines)) print(line);
  return done.differing === 0 ? MATCHED : DIFFERS;
}

function sideOf({ vendor, psp }: ReconcileCommandOptions): {
  readonly factOf: FactOf;
  readonly side: 'vendor' | 'psp';
} {
  if ((vendor === undefined) === (psp === undefined)) throw new Error('say either --vendor or --psp');
  if (psp !== undefined) return { side: 'psp', factOf: fundingsBy(psp) };
  if (!/^\d{1,4}$/.test(vendor!)) throw new Error('--vendor: the code of a vendor, a whole number');
  return { side: 'vendor', factOf: attemptsAt(Number(vendor)) };
}

/** @throws Error that names the wrong option */
function namedPairs(option: string, pairs: readonly string[]): (readonly [string, string])[] {
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1)
      throw new Error(`${option}: ${JSON.stringify(pair)} is not like name=value`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function namedColumns(pairs: readonly string[]): NamedColumns {
  const named: Partial<Record<StatementField, string>> = {};
  for (const [name, header] of namedPairs('--columns', pairs)) {
    const field = STATEMENT_FIELDS.find((each) => each === name);
    if (!field) throw new Error(`--columns: there is no ${name}, only ${STATEMENT_FIELDS.join(', ')}`);
    named[field] = header;
  }
  return named;
}

const namedStatuses = (pairs: readonly string[]): NamedStatuses =>
  new Map(
    namedPairs('--statuses', pairs).map(([word, meaning]): [string, TheirState] => {
      const state = THEIR_STATES.find((each) => each === meaning);
      if (!state) throw new Error(`--statuses: ${word} can mean ${THEIR_STATES.join(', ')}, not ${meaning}`);
      return [plainWord(word), state];
    }),
  );

const isDay = (typed: string): boolean => !typed.includes(':');

function periodOf({ from, to }: ReconcileCommandOptions): Partial<Period> {
  const atMs = (option: string, typed: string): number => {
    const moment = momentOf(typed);
    if (moment === undefined)
      throw new Error(`${option}: ${JSON.stringify(typed)} is no day like 2026-03-01, nor a moment`);
    return moment;
  };
  const fromMs = from === undefined ? undefined : atMs('--from', from);
  const lastMs = to === undefined ? undefined : atMs('--to', to);
  const toMs =
    lastMs === undefined || !isDay(to!) ? lastMs : Date.parse(lagosDayStart(lagosDateOf(lastMs), 1));
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) throw new Error('--from is after --to');
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}

/**
 * Maximum milliseconds without data during the download of a statement. After a longer pause, the download is
 * aborted.
 */
const SILENCE_MAX_MS = 120_000;

async function* bytesOf(statement: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!/^https?:\/\//i.test(statement)) {
    if (!(await stat(statement)).isFile()) throw new Error(`${statement} is no file`);
    yield* createReadStream(statement, { signal }) as AsyncIterable<Uint8Array>;
    return;
  }
  const silence = new AbortController();
  const patience = () => startTimer(() => silence.abort(), SILENCE_MAX_MS);
  let timer = patience();
  try {
    const answer = await fetch(statement, { signal: AbortSignal.any([silence.signal, signal]) });
    if (!answer.ok || !answer.body) throw new Error(`it answers ${answer.status}`);
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      timer.cancel();
      timer = patience();
      yield chunk;
    }
  } catch (error) {
    const { message, cause } = error as Error;
    const why = silence.signal.aborted ? 'it says nothing' : cause instanceof Error ? cause.message : message;
    throw new Error(`${statement} cannot be read: ${why}`, { cause: error });
  } finally {
    timer.cancel();
  }
}

const WORDS: Readonly<Record<Difference, string>> = {
  missingHere: 'missing here',
  missingThere: 'missing there',
  differentAmount: 'different amount',
  openHere: 'open here',
  openThere: 'open there',
  refundedHere: 'refunded here',
  reversedHere: 'reversed here',
  givenBackThere: 'given back there',
  repeated: 'charged more than once',
};

function lineOf({ kind, ours, theirs }: Found): string {
  const names = [
    ours?.reference ?? theirs?.reference,
    ...(ours?.purchaseId === undefined ? [] : [`purchase ${ours.purchaseId}`]),
    ...(theirs?.vendorReference === undefined ? [] : [`theirs ${theirs.vendorReference}`]),
  ].filter((name) => name !== undefined);
  const here = ours
    ? `here ${ours.state}${ours.state === 'charged' ? ` ${formatNaira(BigInt(ours.amount))}` : ''} since ${lagosIso(ours.at)}`
    : 'not here';
  const lines = theirs && theirs.charges > 1 ? `, ${theirs.charges} times` : '';
  const there = theirs
    ? `there ${theirs.state} ${formatNaira(theirs.amount)}${lines}, line ${theirs.line}`
    : 'not there';
  return `${WORDS[kind]}: ${names.join(', ')}: ${here}; ${there}`;
}

const skipOf = ({ from, to, why }: Skipped): string =>
  `skipped ${from === to ? `line ${from}` : `lines ${from} to ${to}`}: ${why}`;

function summaryOf(
  { position, lines, period, agreed, differences, differing }: Reconciliation,
  skippedLines: number,
): string[] {
  const from = Number.isFinite(period.fromMs) ? ` from ${lagosIsoAt(period.fromMs)}` : '';
  const to = Number.isFinite(period.toMs) ? ` until before ${lagosIsoAt(period.toMs)}` : '';
  const row = (name: string, { count, ours, theirs }: Counted): string =>
    `${name.padEnd(24)} ${String(count).padStart(9)}   here ${formatNaira(ours)}, there ${formatNaira(theirs)}`;
  return [
    `${lines} lines of the statement${skippedLines === 0 ? '' : `, ${skippedLines} more skipped`}, our ledger at position ${position}${from}${to}`,
    row('matched', agreed.matched),
    row('charged by neither', agreed.uncharged),
    row('open on both sides', agreed.unsettled),
    ...DIFFERENCES.filter((kind) => differences[kind].count > 0).map((kind) =>
      row(WORDS[kind], differences[kind]),
    ),
    differing === 0 ? 'reconciled: nothing differs' : `NOT reconciled: ${differing} payments differ`,
  ];
}

function jsonOf({
  period,
  ...done
}: Reconciliation & {
  readonly skippedLines: number;
  readonly skipped: readonly Skipped[];
  readonly listed: readonly Found[];
}): string {
  const bound = (ms: number): string | undefined =>
    Number.isFinite(ms) ? new Date(ms).toISOString() : undefined;
  const days = { from: bound(period.fromMs), until: bound(period.toMs) };
  return JSON.stringify({ ...done, period: days }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
