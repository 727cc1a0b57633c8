import { lowerThreadPriority } from '../../infra/threads/throttled-follow.js';
import type { Letterhead } from './pdf-page.js';
import { receiptPdf, type SealedReceipt } from './receipt-pdf.js';
import { statementCsv } from './statement.js';
import { statementPdf } from './statement-pdf.js';
import type { TransactionDetails } from '../contracts/history.contract.js';
import type { StatementHead } from './statement-pdf.js';
import type { Statement } from './statement.js';

export type Drawing =
  | (Letterhead & {
      readonly kind: 'receipt';
      readonly transaction: TransactionDetails;
      readonly sealed?: SealedReceipt;
    })
  | (Letterhead & {
      readonly kind: 'statement';
      readonly statement: Statement;
      readonly head: StatementHead;
    })
  | { readonly kind: 'csv'; readonly statement: Statement };

lowerThreadPriority();

/** @returns the bytes of a PDF, or of a CSV file in UTF-8 with a byte order mark */
export default async function draw(drawing: Drawing): Promise<Uint8Array> {
  switch (drawing.kind) {
    case 'receipt':
      return receiptPdf(drawing.transaction, drawing, drawing.sealed);
    case 'statement':
      return statementPdf(drawing.statement, drawing.head, drawing);
    case 'csv':
      return statementCsv(drawing.statement);
  }
}
