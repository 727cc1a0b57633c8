import type { Kobo } from '../../contracts/money.js';
import type { TheirState } from './statement-columns.js';

export interface StatementLine {
  readonly line: number;
  /** Our reference; absent when the line has only the vendor's. */
  readonly reference?: string;
  readonly vendorReference?: string;
  readonly amount: Kobo;
  readonly state: TheirState;
  /** Unix ms. */
  readonly atMs?: number;
}
