import { type StatementColumns, plainWord } from './statement-columns.js';

export type SkipReason = 'blank' | 'the headers again' | 'a total' | 'text without a payment';

export interface Skipped {
  readonly from: number;
  readonly to: number;
  readonly why: SkipReason;
}

const LABEL_LENGTH_MAX = 60;
/** Matches the label of a total or of a balance, such as `Grand Total:` or `Balance B/F`. */
const TOTAL =
  /^(?:(?:sub|grand|page|overall|net)?totals?(?:amounts?|count|credits?|debits?|charges?|charged|transactions?|value|paid|ngn|naira)?|(?:opening|closing)balance|balance(?:brought|carried)?forward|balance[bc]f)$/;

const isTotal = (cell: string): boolean => cell.length <= LABEL_LENGTH_MAX && TOTAL.test(plainWord(cell));

export const NOTHING: ReadonlySet<string> = new Set(['', '-', '--']);

const MONEY = ['amount', 'movement', 'debit', 'credit'] as const;

/**
 * Returns the reason to skip a line of a statement. Returns `undefined` when the line may be a
 * payment.
 */
export function skipReason(
  cells: readonly string[],
  headers: readonly string[],
  { at }: StatementColumns,
): SkipReason | undefined {
  const filled = cells.filter((cell) => cell !== '');
  const [first] = filled;
  if (first === undefined) return 'blank';
  if (
    cells.length === headers.length &&
    cells.every((cell, place) => plainWord(cell) === plainWord(headers[place]!))
  )
    return 'the headers again';
  const cellsOf = (places: readonly number[] = []): readonly string[] =>
    places.map((place) => cells[place] ?? '');
  const names = [...cellsOf(at.reference), ...cellsOf(at.vendorReference)];
  if (isTotal(first) && names.every((name) => name === '' || isTotal(name))) return 'a total';
  const isNameless = names.every((name) => NOTHING.has(name));
  const isMoneyless = MONEY.every((field) => cellsOf(at[field]).every((cell) => NOTHING.has(cell)));
  if (isNameless && isMoneyless) return 'text without a payment';
  return filled.length === 1 && isSentence(first) ? 'text without a payment' : undefined;
}

const isSentence = (cell: string): boolean =>
  cell.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length > 1;

export class SkippedLines {
  private last: Skipped | undefined;

  constructor(private readonly tell: (skipped: Skipped) => void) {}

  add(line: number, why: SkipReason): void {
    if (this.last?.why === why && this.last.to === line - 1) {
      this.last = { ...this.last, to: line };
      return;
    }
    this.end();
    this.last = { from: line, to: line, why };
  }

  end(): void {
    if (this.last) this.tell(this.last);
    this.last = undefined;
  }
}
