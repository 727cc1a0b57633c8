import { formatNaira } from '../contracts/money.js';
import { shownText } from '../contracts/fields/plain-text.js';
import { ownEntry } from '../contracts/own-entry.js';
import { SERVICE_NAMES } from '../contracts/services.js';
import type { TransactionDetails } from '../contracts/history.contract.js';
import type { ReceiptProof } from '../contracts/proofs/receipt-proof.js';
import { lagosDisplay } from '../contracts/fields/lagos-day.js';
import { INK, type Letterhead, pdfPage, MARGIN, QUIET, rule, widthOf, type Page } from './pdf-page.js';

const LABEL_WIDTH = 150;
const GAP = 7;

const naira = (amount: number): string => formatNaira(BigInt(Math.round(amount * 100)));

export interface SealedReceipt {
  readonly proof: ReceiptProof;
  readonly checkAt: string;
}

const PROOF_FILE = 'proof.json';

const short = (hex: string): string => `${hex.slice(0, 16)}…${hex.slice(-8)}`;

/** Draws a receipt without the wallet balance, because customers show receipts to others. */
export function receiptPdf(
  transaction: TransactionDetails,
  letterhead: Letterhead,
  sealed?: SealedReceipt,
): Promise<Buffer> {
  const { face_value, price, discount, facts, steps, phone_number: recipient } = transaction;
  // The facts name a meter or an account, with a better label.
  const isSaid = recipient === '' || facts.some(({ value }) => value === recipient);
  const rows: (readonly [string, string])[] = [
    ['Status', transaction.transaction_status],
    ['Reference', transaction.api_transaction_reference],
    ['Date', lagosDisplay(transaction.transaction_history_date)],
    ['Service', ownEntry<string>(SERVICE_NAMES, transaction.service) ?? transaction.service],
    ['Product', transaction.product],
    ...(isSaid ? [] : [['For', recipient] as const]),
    ...facts.map(({ label, value }) => [label, value] as const),
    ['Amount', naira(face_value)],
    ...(discount > 0 ? [['Discount', naira(discount)] as const] : []),
    ['Charged', naira(price)],
  ];
  return pdfPage('Receipt', letterhead, (page) => {
    page.moveDown(0.8);
    for (const [label, value] of rows) row(page, label, value);
    page.moveDown(1.2).font('bold').fontSize(11).fillColor(INK).text('What happened', MARGIN);
    page.moveDown(0.4);
    for (const { step, at } of steps) row(page, step[0]!.toUpperCase() + step.slice(1), lagosDisplay(at));
    page.moveDown(1.5).font('regular').fontSize(8).fillColor(QUIET);
    if (sealed) {
      const { proof, checkAt } = sealed;
      const { events, seal } = proof;
      page.file(Buffer.from(JSON.stringify(proof)), {
        name: PROOF_FILE,
        type: 'application/json',
        description: 'Proof that the sealed ledger has this purchase',
      });
      page.text(
        `Event ${short(events.at(-1)!.hash)}, sealed ${lagosDisplay(seal.at)} with ${seal.treeSize} events: root ${short(seal.rootHash)}, ` +
          `signature ${short(seal.signature)}. The proof is attached to this PDF as ${PROOF_FILE}: save it from the list of attachments and check it at ${checkAt}. ` +
          'It holds the records of this purchase to the byte, and with them what was left in the wallet.',
        MARGIN,
      );
      page.moveDown(0.5);
    }
    page.text('Times are Lagos time. A token or pin on this page works for whoever holds it.', MARGIN);
    const { email, phone, address } = letterhead.brand.contacts;
    const help = [email, phone, address].filter((text) => text !== '').join(', ');
    if (help !== '') page.moveDown(0.5).text(shownText(`Help: ${help}`), MARGIN);
  });
}

function row(page: Page, label: string, value: string): void {
  const top = page.y;
  page
    .font('regular')
    .fontSize(10)
    .fillColor(QUIET)
    .text(shownText(label), MARGIN, top, { width: LABEL_WIDTH });
  const afterLabel = page.y;
  page
    .font('bold')
    .fillColor(INK)
    .text(shownText(value), MARGIN + LABEL_WIDTH, top, { width: widthOf(page) - LABEL_WIDTH });
  page.y = Math.max(afterLabel, page.y) + GAP / 2;
  rule(page);
  page.y += GAP;
}
