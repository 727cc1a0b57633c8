import { useState } from 'react';
import { RECEIPT_PATH, RECEIPT_PROOF_PATH } from '../../../../services/contracts/history.contract.js';
import type { Transaction } from '../../api/transactions.api.js';
import { DownloadLink, type DownloadOutcome } from '../../domain/download-link.js';
import { useProductOf } from '../../domain/products.js';
import { t } from '../../languages/language.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { ReportProblem } from './report-problem.js';
import { SaveRecipient } from './save-recipient.js';
import { textOf } from './shared-receipt.js';
import classes from './receipt.module.css';

export function ReceiptActions({ transaction }: { readonly transaction: Transaction }) {
  const reference = transaction.api_transaction_reference;
  const text = textOf(transaction, useProductOf(transaction.service));
  const [outcome, setOutcome] = useState<DownloadOutcome>();
  return (
    <>
      <div className={classes.actions}>
        <DownloadLink href={`${RECEIPT_PATH}${encodeURIComponent(reference)}.pdf`} onOutcome={setOutcome}>
          {t('PDF receipt')}
        </DownloadLink>
        <DownloadLink
          href={`${RECEIPT_PROOF_PATH}${encodeURIComponent(reference)}/proof`}
          onOutcome={setOutcome}
        >
          {t('Proof')}
        </DownloadLink>
        <CopyButton value={reference} label={t('Copy reference')}>
          {t('Copy reference')}
        </CopyButton>
        <CopyButton value={text} label={t('Copy receipt')}>
          {t('Copy receipt')}
        </CopyButton>
        <SaveRecipient transaction={transaction} />
        <ReportProblem transaction={transaction} />
        {outcome && 'problem' in outcome ? <Notice tone="bad">{outcome.problem}</Notice> : null}
      </div>
      {/* Warns that the PDF reveals the balance, unlike picture and text. */}
      <p className={classes.note}>
        {t('The PDF has the proof in it, and the proof shows the wallet balance.')}
      </p>
    </>
  );
}
