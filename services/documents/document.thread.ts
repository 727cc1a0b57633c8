import { parentPort } from 'node:worker_threads';
import type { Drawing, DrawingAnswer, DrawingOrder } from './document-messages.js';
import { receiptPdf } from './receipt-pdf.js';
import { statementPdf } from './statement-pdf.js';

const draw = (drawing: Drawing): Promise<Buffer> =>
  drawing.kind === 'receipt'
    ? receiptPdf(drawing.transaction)
    : statementPdf(drawing.statement, drawing.head);

parentPort?.on('message', ({ id, drawing }: DrawingOrder) => {
  draw(drawing).then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) => answer({ id, error: String(error) }),
  );
});

const answer = (message: DrawingAnswer): void => parentPort?.postMessage(message);
