import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { breathe } from '../../infra/host/timers.js';
import { RuleBroken } from '../contracts/errors.js';
import { walletStream } from '../ledger/streams.js';
import { describeMovement } from './describe-movement.js';
import { type CsvColumn, csvOf } from '../../infra/csv/csv.js';
import { nairaFromKobo, type Kobo } from '../contracts/money.js';
import { lagosDisplay } from '../contracts/fields/lagos-day.js';

/** Line of a statement: one change of the available balance. Times are in UTC. */
export interface StatementLine {
  readonly at: string;
  readonly reference: string;
  readonly description: string;
  /** Kobo. Negative when money went out. */
  readonly amount: Kobo;
  readonly balance: Kobo;
}

export interface Statement {
  readonly opening: Kobo;
  readonly closing: Kobo;
  readonly lines: readonly StatementLine[];
}

export interface StatementQuestion {
  readonly eventStore: Pick<EventStore, 'head' | 'readStream'>;
  readonly vault: Pick<KeyVault, 'open'>;
  readonly userId: string;
  /** ISO 8601 UTC, inclusive. */
  readonly from: string;
  /** ISO 8601 UTC, exclusive. */
  readonly to: string;
  readonly linesMax?: number;
}

/**
 * Maximum number of lines of a statement. Spreadsheets can open this many lines, and a request can produce them
 * within its timeout.
 */
const LINES_MAX = 10_000;
const PAGE = 500;
const LINES_AT_A_TIME = 50;
export const OUT_OF_ORDER = 64;

/**
 * The lines come from the ledger, because people use statements as evidence.
 * @throws RuleBroken STATEMENT_TOO_LONG
 */
export async function statementOf(question: StatementQuestion): Promise<Statement> {
  const { eventStore, vault, userId, from, to, linesMax = LINES_MAX } = question;
  const stream = walletStream(userId);
  const lines: Omit<StatementLine, 'balance'>[] = [];
  let revision = Math.max(0, (await firstSince(eventStore, stream, from)) - OUT_OF_ORDER);
  let available = revision === 0 ? 0n : await balanceAfter(eventStore, stream, revision - 1);
  let opening = available;
  let end = Infinity;
  while (revision <= end + OUT_OF_ORDER) {
    const page = await eventStore.readStream(stream, { from: revision, limit: PAGE });
    for (const event of page) {
      const after = availableAfter(event) ?? available;
      const amount = after - available;
      available = after;
      if (event.at < from) opening += amount;
      if (event.at >= to) end = Math.min(end, event.revision);
      if (amount === 0n || event.at < from || event.at >= to) continue;
      if (lines.length === linesMax) throw new RuleBroken('STATEMENT_TOO_LONG', { lines: linesMax });
      // Let purchases continue after each group of lines, because `describeMovement` decrypts for a long time.
      if (lines.length % LINES_AT_A_TIME === LINES_AT_A_TIME - 1) await breathe();
      lines.push({
        at: event.at,
        amount,
        ...describeMovement(event, (text) => vault.open(userId, text)),
      });
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    revision = last.revision + 1;
  }
  let balance = opening;
  const balanced = lines.map((line) => ({ ...line, balance: (balance += line.amount) }));
  return { opening, closing: balance, lines: balanced };
}

async function firstSince(
  eventStore: StatementQuestion['eventStore'],
  stream: string,
  moment: string,
): Promise<number> {
  let low = 0;
  let high = (await eventStore.head(stream)).revision + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await eventStore.readStream(stream, { from: middle, limit: 1 });
    if (event && event.at < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function balanceAfter(
  eventStore: StatementQuestion['eventStore'],
  stream: string,
  revision: number,
): Promise<Kobo> {
  const backwards = await eventStore.readStream(stream, {
    from: revision,
    direction: 'backwards',
    limit: PAGE,
  });
  for (const event of backwards) {
    const available = availableAfter(event);
    if (available !== undefined) return available;
  }
  return 0n;
}

const availableAfter = ({ data }: RecordedEvent): Kobo | undefined =>
  typeof data['availableAfter'] === 'string' ? BigInt(data['availableAfter']) : undefined;

const naira = (kobo: Kobo): string => nairaFromKobo(kobo).toFixed(2);

/** Columns of the CSV file. Amounts are naira with two decimals. Times are Lagos times. */
const COLUMNS: readonly CsvColumn<StatementLine>[] = [
  ['Date', ({ at }) => lagosDisplay(at)],
  ['Reference', ({ reference }) => reference],
  ['Description', ({ description }) => description],
  ['Money in (NGN)', ({ amount }) => (amount > 0n ? naira(amount) : '')],
  ['Money out (NGN)', ({ amount }) => (amount < 0n ? naira(-amount) : '')],
  ['Balance (NGN)', ({ balance }) => naira(balance)],
];

export const statementCsv = ({ lines }: Statement): Buffer => Buffer.from(csvOf(COLUMNS, lines));
