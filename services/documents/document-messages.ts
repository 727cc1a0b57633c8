import type { TransactionDetails } from '../contracts/transactions.js';
import type { StatementHead } from './statement-pdf.js';
import type { Statement } from './statement.js';

/** What can be drawn. */
export type Drawing =
  | { readonly kind: 'receipt'; readonly transaction: TransactionDetails }
  | { readonly kind: 'statement'; readonly statement: Statement; readonly head: StatementHead };

export interface DrawingOrder {
  readonly id: number;
  readonly drawing: Drawing;
}

export type DrawingAnswer =
  { readonly id: number; readonly bytes: Uint8Array } | { readonly id: number; readonly error: string };
