import type { StatementLine } from './statement.js';

export interface SignedLine {
  readonly line: StatementLine;
  readonly sign?: '-' | '+';
}

export const WAITING_MAX = 10_000;

/**
 * Decides the meaning of unsigned amounts in a vendor's statement. If any line has a minus, minus lines are
 * charges and unsigned lines are reversals. Otherwise unsigned lines are charges.
 */
export class SignedLines {
  private waiting: StatementLine[] | undefined = [];
  private signed = false;

  add({ line, sign }: SignedLine): readonly StatementLine[] {
    if (sign === undefined) {
      if (!this.waiting) return [this.signed ? given(line) : line];
      this.waiting.push(line);
      return this.waiting.length > WAITING_MAX ? this.rest() : [];
    }
    if (!this.signed && !this.waiting)
      throw new Error(
        `is the first with a sign after more than ${WAITING_MAX} without: say with --columns movement=… that a minus is a charge`,
      );
    this.signed = true;
    return [...this.rest().map(given), sign === '-' ? line : given(line)];
  }

  rest(): readonly StatementLine[] {
    const waited = this.waiting ?? [];
    this.waiting = undefined;
    return waited;
  }
}

const given = (line: StatementLine): StatementLine =>
  line.state === 'charged' ? { ...line, state: 'reversed' } : line;
