import { Button } from '@mantine/core';
import type { Transaction } from '../../api/transactions.api.js';
import { CopyButton } from '../../ui/copy-button.js';
import { lagosTime, naira } from '../../ui/format.js';
import { ShareIcon } from '../../ui/icons.js';
import { networkName, networkOf } from '../../ui/networks.js';
import { phoneText } from '../../ui/phone.js';
import { serviceName } from '../../ui/services.js';
import classes from './receipt.module.css';

/** The receipt as a text that can be sent to anybody. */
function textOf(transaction: Transaction): string {
  const network = networkOf(transaction.network);
  return [
    `Naira Ledger receipt: ${transaction.transaction_status}`,
    `${naira(transaction.face_value)} ${network ? `${networkName(network)} ` : ''}${serviceName(transaction.service).toLowerCase()} to ${phoneText(transaction.phone_number)}`,
    `Paid ${naira(transaction.price)} on ${lagosTime(transaction.transaction_history_date)}`,
    `Reference ${transaction.api_transaction_reference}`,
  ].join('\n');
}

export function ReceiptActions({ transaction }: { readonly transaction: Transaction }) {
  // Somebody who closes the share sheet has not made a mistake.
  const share = (): void => void navigator.share({ text: textOf(transaction) }).catch(() => undefined);
  return (
    <div className={classes.actions}>
      <CopyButton value={transaction.api_transaction_reference} label="Copy reference">
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
    </div>
  );
}
