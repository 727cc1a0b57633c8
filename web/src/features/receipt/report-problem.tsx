import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  PROBLEM_TEXTS,
  PROBLEM_WORDS_MAX,
  PROBLEMS,
  type Problem,
} from '../../../../services/contracts/fields/problems.js';
import { api } from '../../api/base-api.js';
import type { Transaction } from '../../api/transactions.api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { buyer } from '../../domain/buyer.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { lagosTime } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import classes from './receipt.module.css';

const OPTIONS = PROBLEMS.map((value) => ({ value, label: PROBLEM_TEXTS[value] }));

/** Tells us what is wrong with this purchase: once for each status that it is shown in. */
export function ReportProblem({ transaction }: { readonly transaction: Transaction }) {
  const { api_transaction_reference: reference, transaction_status, problem: reported } = transaction;
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem>('not-received');
  const [words, setWords] = useState('');
  const { busy, error, failure, send, clear } = useSend('reportProblem', {
    refused: 'The problem could not be reported.',
    broken: 'We cannot reach the server. Check your connection and send it again: it counts once.',
  });
  const dispatch = useDispatch();
  // Purchases of the house are the administrators' own.
  if (buyer().house) return null;

  const ofWords = errorOfField(failure, 'words');
  const report = async (): Promise<void> => {
    const answer = await send({ reference, problem, transaction_status, words });
    if (!answer) return;
    setAsking(false);
    dispatch(api.util.invalidateTags(['History']));
    toast(answer.message);
  };
  return (
    <>
      {reported?.transaction_status === transaction_status ? null : (
        <Button size="sm" variant="default" onClick={() => setAsking(true)}>
          Report a problem
        </Button>
      )}
      {asking ? (
        <Sheet title="Report a problem" onClose={() => setAsking(false)}>
          <Form onSend={report}>
            <FormError message={ofWords ? undefined : error} />
            <NativeSelect
              label="What is wrong?"
              name="problem"
              size="md"
              data-autofocus
              data={OPTIONS}
              value={problem}
              onChange={(event) => {
                setProblem(event.currentTarget.value as Problem);
                clear();
              }}
            />
            <Textarea
              label="In your own words"
              description={problem === 'other' ? undefined : 'If you like.'}
              name="words"
              size="md"
              rows={4}
              required={problem === 'other'}
              maxLength={PROBLEM_WORDS_MAX}
              value={words}
              error={ofWords}
              onChange={(event) => {
                setWords(event.currentTarget.value);
                clear();
              }}
            />
            <FormNote>We never ask for your PIN or password. Do not write them here.</FormNote>
            <BusyButton busy={busy} busyText="Sending...">
              Send report
            </BusyButton>
          </Form>
        </Sheet>
      ) : null}
    </>
  );
}

/** What was reported, and whether the purchase has ended since. */
export function ReportedProblem({ transaction }: { readonly transaction: Transaction }) {
  const { problem: reported, transaction_status: status } = transaction;
  if (!reported) return null;
  const answered = reported.transaction_status !== status;
  const heard =
    status === 'Pending' ? 'We are looking into it, and the answer shows here' : 'Support was told';
  return (
    <Notice
      tone={answered ? 'good' : 'info'}
      title={`You reported: ${PROBLEM_TEXTS[reported.problem]}`}
      announce={false}
    >
      {reported.words ? <q className={classes.words}>{reported.words}</q> : null}
      <p>
        {answered
          ? `Answered: this purchase is ${status} now.`
          : `${heard}. Reported on ${lagosTime(reported.reported_at)}.`}
      </p>
    </Notice>
  );
}
