import type { StatementLine } from './read-statement.js';

/** A line of an account's statement whose amount alone can say which way it went. */
export interface SignedLine {
  readonly line: StatementLine;
  readonly sign?: '-' | '+';
}

/** Lines that wait for a sign at most: beyond them a statement has none. */
export const WAITING_MAX = 10_000;

/**
 * What amounts without a sign mean, in a vendor's statement of an account: beside amounts with a minus they are what was given back; where
 * none has one they are charges. So lines wait until one has a sign.
 */
export class SignedLines {
  private waiting: StatementLine[] | undefined = [];
  private signed = false;

  /**
   * Those that are known now.
   * @throws Error when amounts without a sign were taken for charges before
   */
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

  /** Those that still wait: no line has a sign. */
  rest(): readonly StatementLine[] {
    const waited = this.waiting ?? [];
    this.waiting = undefined;
    return waited;
  }
}

/** What moved the other way gives back; what is open or failed stays so. */
const given = (line: StatementLine): StatementLine =>
  line.state === 'charged' ? { ...line, state: 'reversed' } : line;
