import { Button } from '@mantine/core';
import { RECEIPT_PATH } from '../../../../services/contracts/history.calls.js';
import type { Transaction } from '../../api/transactions.api.js';
import { CopyButton } from '../../ui/copy-button.js';
import { lagosTime, naira } from '../../ui/format.js';
import { DownloadIcon, ShareIcon } from '../../ui/icons.js';
import { phoneText } from '../../ui/phone.js';
import { isArtefact } from './receipt-facts.js';
import { SaveRecipient } from './save-recipient.js';
import classes from './receipt.module.css';

/** The receipt as a text that can be sent to anybody; tokens and pins are in it, because they are what is wanted. */
function textOf(transaction: Transaction): string {
  return [
    `Naira Ledger receipt: ${transaction.transaction_status}`,
    `${naira(transaction.face_value)} ${transaction.product} to ${phoneText(transaction.phone_number)}`,
    ...transaction.facts.filter(isArtefact(transaction)).map(({ label, value }) => `${label}: ${value}`),
    `Paid ${naira(transaction.price)} on ${lagosTime(transaction.transaction_history_date)}`,
    `Reference ${transaction.api_transaction_reference}`,
  ].join('\n');
}

export function ReceiptActions({ transaction }: { readonly transaction: Transaction }) {
  const reference = transaction.api_transaction_reference;
  // Somebody who closes the share sheet has not made a mistake.
  const share = (): void => void navigator.share({ text: textOf(transaction) }).catch(() => undefined);
  return (
    <div className={classes.actions}>
      <a href={`${RECEIPT_PATH}${encodeURIComponent(reference)}.pdf`} download>
        <DownloadIcon /> PDF receipt
      </a>
      <CopyButton value={reference} label="Copy reference">
        Copy reference
      </CopyButton>
      <CopyButton value={textOf(transaction)} label="Copy receipt">
        Copy receipt
      </CopyButton>
      {'share' in navigator ? (
        <Button size="sm" variant="default" leftSection={<ShareIcon />} onClick={share}>
          Share
        </Button>
      ) : null}
      <SaveRecipient transaction={transaction} />
    </div>
  );
}
