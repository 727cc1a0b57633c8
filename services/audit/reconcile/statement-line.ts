import { plainText } from '../../contracts/fields/plain-text.js';
import type { Kobo } from '../../contracts/money.js';
import type { StatementLine } from './statement.js';
import {
  type NamedStatuses,
  type StatementColumns,
  type StatementField,
  stateOf,
  type TheirState,
} from './statement-columns.js';
import { DirectionColumn, type Moved, movedOf } from './statement-direction.js';
import { NOTHING, type SkipReason, skipReason } from './statement-skips.js';
import { momentOf } from './statement-moment.js';
import { nairaIn, type SignedNaira } from './statement-naira.js';
import type { SignedLine, SignedLines } from './statement-signs.js';

export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable';
}

/** Matches a number that a spreadsheet has shortened, such as `2.34803E+12`. */
const ROUNDED = /^[-+]?\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i;

/** Matches the form `="0012"`, by which exporters keep a cell as text. */
const FORMULA = /^=\s?"([^"]*)"$/;

/**
 * Removes invisible characters from a cell. Also removes a leading apostrophe and the form `="…"`, by which
 * spreadsheets mark a cell as text.
 */
function unwrapped(cell: string): string {
  const text = plainText(cell).trim();
  return (FORMULA.exec(text)?.[1] ?? text).replace(/^'/, '').trim();
}

type Read = SignedLine & { readonly waits: boolean };

type Money = SignedNaira & { readonly moved?: Moved | undefined };

export class LineReader {
  private readonly directions: readonly DirectionColumn[];

  constructor(
    private readonly file: { readonly name: string; readonly delimiter: string },
    private readonly headers: readonly string[],
    private readonly columns: StatementColumns,
    private readonly side: 'vendor' | 'psp',
    private readonly statuses: NamedStatuses,
  ) {
    this.directions = columns.directions.map((at) => new DirectionColumn(at, side, statuses));
  }

  /**
   * @returns the statement line, or the reason to skip the line
   * @throws StatementUnreadable that names the line and the column
   */
  read(cells: readonly string[], line: number): Read | SkipReason {
    const swallowing = cells.findIndex((cell) => this.isSwallowing(cell));
    if (swallowing >= 0)
      throw this.wrongIn(line, [swallowing], 'goes over several lines: a quote in it or before it is stray');
    const record = cells.map(unwrapped);
    const skip = skipReason(record, this.headers, this.columns);
    if (skip !== undefined) return skip;
    if (record.length !== this.headers.length)
      throw new StatementUnreadable(
        `${this.file.name} line ${line}: has ${record.length} columns, and the line of headers ${this.headers.length}`,
      );
    const names = this.namesIn(record, line);
    const said = this.stateIn(record, line);
    const { kobo, sign, moved } = this.moneyIn(record, line, said);
    const [date = ''] = this.texts(record, 'date');
    const atMs = date === '' ? undefined : momentOf(date);
    if (date !== '' && atMs === undefined)
      throw this.wrong(
        line,
        'date',
        `${shown(date)} is no moment like 2026-03-01 09:30:00, 01/03/2026 09:30 or 1 March 2026 9:30 AM`,
      );
    const { at, balance } = this.columns;
    return {
      line: {
        line,
        amount: kobo,
        state: said === 'charged' ? (moved ?? said) : said,
        ...names,
        ...(atMs !== undefined && { atMs }),
      },
      ...(sign !== undefined && { sign }),
      waits: moved === undefined && balance && at.amount !== undefined,
    };
  }

  /** @throws StatementUnreadable that names the line and the column */
  known(lines: SignedLines, read: Read): readonly StatementLine[] {
    try {
      return lines.add(read);
    } catch (error) {
      throw this.wrong(read.line.line, 'amount', (error as Error).message);
    }
  }

  private isSwallowing(cell: string): boolean {
    const breaks = cell.split('\n').length - 1;
    const delimiters = cell.split(this.file.delimiter).length - 1;
    return breaks > 0 && delimiters === breaks * (this.headers.length - 1);
  }

  private namesIn(
    record: readonly string[],
    line: number,
  ): Pick<StatementLine, 'reference' | 'vendorReference'> {
    const nameIn = (field: StatementField): string =>
      (this.texts(record, field)[0] ?? '').replace(/[\r\n]+/g, '');
    const [reference, vendorReference] = [nameIn('reference'), nameIn('vendorReference')];
    for (const [field, name] of [
      ['reference', reference],
      ['vendorReference', vendorReference],
    ] as const)
      if (ROUNDED.test(name))
        throw this.wrong(
          line,
          field,
          `${shown(name)} lost its digits in a spreadsheet: use the statement as it was downloaded`,
        );
    if (reference === '' && vendorReference === '')
      throw this.wrong(
        line,
        this.columns.at.reference ? 'reference' : 'vendorReference',
        'is empty: nothing says which payment it is',
      );
    return { ...(reference !== '' && { reference }), ...(vendorReference !== '' && { vendorReference }) };
  }

  private stateIn(record: readonly string[], line: number): TheirState {
    const [status] = this.texts(record, 'status');
    const state = status === undefined ? 'charged' : stateOf(status, this.side, this.statuses);
    if (state === undefined)
      throw this.wrong(
        line,
        'status',
        `${shown(status!)} is no status that is known: say what it means with --statuses`,
      );
    return state;
  }

  private moneyIn(record: readonly string[], line: number, said: TheirState): Money {
    const { at, balance } = this.columns;
    if (at.debit) return this.pairIn(record, line, said);
    const field = at.movement ? 'movement' : 'amount';
    const naira = this.sumOf(record, line, field);
    const { sign } = naira;
    const signMeans = movedOf(sign === '-' ? 'out' : 'in', this.side);
    if (at.movement) return { ...naira, moved: signMeans };
    const moved = this.directionIn(record, line);
    if (moved !== undefined) {
      if (sign !== undefined && moved !== signMeans)
        throw this.wrong(line, field, `its sign says ${signMeans}, and its direction ${moved}`);
      return { ...naira, moved };
    }
    if (sign !== undefined && !balance)
      throw this.wrong(
        line,
        field,
        `${shown(this.texts(record, field).join('+'))} is no amount in naira that is understood, as no column of balances, debits or directions says what its sign means: where a minus left their account of ours, name it with --columns movement=…`,
      );
    return this.side === 'psp' && balance ? { ...naira, moved: signMeans } : naira;
  }

  private pairIn(record: readonly string[], line: number, said: TheirState): Money {
    const debit = this.sumOf(record, line, 'debit');
    const credit = this.sumOf(record, line, 'credit');
    const signed = ([debit.sign && 'debit', credit.sign && 'credit'] as const).find(Boolean);
    if (signed)
      throw this.wrong(line, signed as 'debit' | 'credit', 'has a sign, which may mean the other of the two');
    const both = (what: string): StatementUnreadable => this.wrong(line, ['debit', 'credit'], what);
    if (debit.kobo > 0n && credit.kobo > 0n)
      throw both('both are filled: which way the money went nobody knows');
    if (debit.kobo === 0n && credit.kobo === 0n) {
      if (said === 'charged') throw both('neither is filled: nothing says how much it was');
      return { kobo: 0n };
    }
    const moved = movedOf(debit.kobo > 0n ? 'out' : 'in', this.side);
    return { kobo: debit.kobo + credit.kobo, moved };
  }

  private directionIn(record: readonly string[], line: number): Moved | undefined {
    let said: Moved | undefined;
    for (const column of this.directions) {
      const text = record[column.at.place] ?? '';
      const wrong = (what: string): StatementUnreadable =>
        this.wrongIn(line, [column.at.place], `${shown(text)} ${what}`);
      let moved: Moved | undefined;
      try {
        moved = column.read(text);
      } catch (error) {
        throw wrong((error as Error).message);
      }
      if (said !== undefined && moved !== undefined && said !== moved)
        throw wrong(`says ${moved}, and another column ${said}`);
      said ??= moved;
    }
    return said;
  }

  private sumOf(
    record: readonly string[],
    line: number,
    field: 'amount' | 'movement' | 'debit' | 'credit',
  ): SignedNaira {
    let sum: Kobo = 0n;
    let sign: SignedNaira['sign'];
    for (const text of this.texts(record, field)) {
      if ((field === 'debit' || field === 'credit') && NOTHING.has(text)) continue;
      const naira = nairaIn(text);
      if (naira === undefined)
        throw this.wrong(
          line,
          field,
          `${shown(text)} is no amount in naira${ROUNDED.test(text) ? ': a spreadsheet may have rounded it' : ''}`,
        );
      if (sum > 0n && naira.kobo > 0n && sign !== naira.sign)
        throw this.wrong(line, field, 'its parts have different signs');
      if (naira.kobo > 0n) sign = naira.sign;
      sum += naira.kobo;
    }
    return { kobo: sum, ...(sign !== undefined && { sign }) };
  }

  private texts(record: readonly string[], field: StatementField): readonly string[] {
    return (this.columns.at[field] ?? []).map((place) => record[place] ?? '');
  }

  private wrong(
    line: number,
    fields: StatementField | readonly StatementField[],
    what: string,
  ): StatementUnreadable {
    return this.wrongIn(
      line,
      [fields].flat().flatMap((field) => this.columns.at[field as StatementField] ?? []),
      what,
    );
  }

  private wrongIn(line: number, places: readonly number[], what: string): StatementUnreadable {
    const called = places.map((place) => this.headers[place]).join('+');
    return new StatementUnreadable(`${this.file.name} line ${line}, column "${called}": ${what}`);
  }
}

const SHOWN_LENGTH_MAX = 40;

export const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text);
