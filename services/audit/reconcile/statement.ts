import type { Kobo } from '../../contracts/money.js';
import type { TheirState } from './statement-columns.js';

export interface StatementLine {
  readonly line: number;
  /**
   * Our reference of the payment. Absent when the statement line has only the vendor's reference.
   */
  readonly reference?: string;
  readonly vendorReference?: string;
  readonly amount: Kobo;
  readonly state: TheirState;
  /** Unix ms. */
  readonly atMs?: number;
}
