import { Button } from '@mantine/core';
import { useState } from 'react';
import { RECEIPT_PATH, RECEIPT_PROOF_PATH } from '../../../../services/contracts/history.contract.js';
import type { Transaction } from '../../api/transactions.api.js';
import { DownloadLink, type DownloadOutcome } from '../../domain/download-link.js';
import { phoneText } from '../../domain/phone.js';
import { useProductOf, type Product } from '../../domain/products.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime, naira } from '../../ui/format.js';
import { ShareIcon } from '../../ui/icons.js';
import { isArtefact } from './receipt-facts.js';
import { ReportProblem } from './report-problem.js';
import { SaveRecipient } from './save-recipient.js';
import classes from './receipt.module.css';

/** The receipt as a text that can be sent to anybody; tokens and pins are in it, because they are what is wanted. */
function textOf(transaction: Transaction, product: Product | undefined): string {
  return [
    `Naira Ledger receipt: ${transaction.transaction_status}`,
    `${naira(transaction.face_value)} ${transaction.product} to ${phoneText(transaction.phone_number)}`,
    ...transaction.facts.filter(isArtefact(product)).map(({ label, value }) => `${label}: ${value}`),
    `Paid ${naira(transaction.price)} on ${lagosTime(transaction.transaction_history_date)}`,
    `Reference ${transaction.api_transaction_reference}`,
  ].join('\n');
}

export function ReceiptActions({ transaction }: { readonly transaction: Transaction }) {
  const reference = transaction.api_transaction_reference;
  const text = textOf(transaction, useProductOf(transaction.service));
  const [outcome, setOutcome] = useState<DownloadOutcome>();
  // Somebody who closes the share sheet has not made a mistake.
  const share = (): void => void navigator.share({ text: text }).catch(() => undefined);
  return (
    <div className={classes.actions}>
      <DownloadLink href={`${RECEIPT_PATH}${encodeURIComponent(reference)}.pdf`} onOutcome={setOutcome}>
        PDF receipt
      </DownloadLink>
      <DownloadLink
        href={`${RECEIPT_PROOF_PATH}${encodeURIComponent(reference)}/proof`}
        onOutcome={setOutcome}
      >
        Proof
      </DownloadLink>
      <CopyButton value={reference} label="Copy reference">
        Copy reference
      </CopyButton>
      <CopyButton value={text} label="Copy receipt">
        Copy receipt
      </CopyButton>
      {'share' in navigator ? (
        <Button size="sm" variant="default" leftSection={<ShareIcon />} onClick={share}>
          Share
        </Button>
      ) : null}
      <SaveRecipient transaction={transaction} />
      <ReportProblem transaction={transaction} />
      {outcome && 'problem' in outcome ? <Notice tone="bad">{outcome.problem}</Notice> : null}
    </div>
  );
}
