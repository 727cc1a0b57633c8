import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { PROBLEM_TEXTS } from '../../../../services/contracts/fields/problems.js';
import type { Transaction } from '../../api/transactions.api.js';
import { buyer } from '../../domain/buyer.js';
import { statusText } from '../../domain/transaction-card.js';
import { repeat, t } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime } from '../../ui/format.js';
import classes from './receipt.module.css';

const ReportProblemSheet = loadPart(() => import('./report-problem-sheet.js'));

/** After a report, the form is hidden until `transaction_status` changes. */
export function ReportProblem({ transaction }: { readonly transaction: Transaction }) {
  const [asking, setAsking] = useState(false);
  // Administrators do not report problems of the company's own purchases.
  if (buyer().house) return null;
  const told = transaction.problem?.transaction_status === transaction.transaction_status;
  return (
    <>
      {told ? null : (
        <Button size="sm" variant="default" onClick={() => setAsking(true)}>
          {t('Report a problem')}
        </Button>
      )}
      {asking ? (
        <Suspense fallback={null}>
          <ReportProblemSheet transaction={transaction} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

export function ReportedProblem({ transaction }: { readonly transaction: Transaction }) {
  const { problem: reported, transaction_status: status } = transaction;
  if (!reported) return null;
  const answered = reported.transaction_status !== status;
  const heard =
    status === 'Pending' ? t('We are looking into it, and the answer shows here') : t('Support was told');
  return (
    <Notice
      tone={answered ? 'good' : 'info'}
      title={t('You reported: {problem}', { problem: repeat(PROBLEM_TEXTS[reported.problem]) })}
      announce={false}
    >
      {reported.words ? <q className={classes.words}>{reported.words}</q> : null}
      <p>
        {answered
          ? t('Answered: this purchase is {status} now.', { status: statusText(status) })
          : t('{heard}. Reported on {time}.', { heard, time: lagosTime(reported.reported_at) })}
      </p>
    </Notice>
  );
}
