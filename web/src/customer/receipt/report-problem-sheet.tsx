import { NativeSelect } from '@mantine/core';
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
import { repeat, t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredText } from '../../ui/form/required-text.js';
import { Sheet } from '../../ui/layout/sheet.js';

const options = () => PROBLEMS.map((value) => ({ value, label: repeat(PROBLEM_TEXTS[value]) }));

interface ReportProblemSheetProps {
  readonly transaction: Transaction;
  readonly onClose: () => void;
}

export default function ReportProblemSheet({ transaction, onClose }: ReportProblemSheetProps) {
  const { api_transaction_reference: reference, transaction_status } = transaction;
  const [problem, setProblem] = useState<Problem>('not-received');
  const [words, setWords] = useState('');
  const { busy, error, failure, send, clear } = useSend('reportProblem', {
    refused: t('The problem could not be reported.'),
    broken: t('We cannot reach the server. Check your connection and send it again: it counts once.'),
  });
  const dispatch = useDispatch();
  const ofWords = errorOfField(failure, 'words');
  const report = async (): Promise<void> => {
    const answer = await send({ reference, problem, transaction_status, words });
    if (!answer) return;
    onClose();
    dispatch(api.util.invalidateTags(['History']));
    toast(answer.message);
  };
  return (
    <Sheet title={t('Report a problem')} onClose={onClose}>
      <Form onSend={report}>
        <FormError message={ofWords ? undefined : error} />
        <NativeSelect
          label={t('What is wrong?')}
          name="problem"
          size="md"
          data-autofocus
          data={options()}
          value={problem}
          onChange={(event) => {
            setProblem(event.currentTarget.value as Problem);
            clear();
          }}
        />
        <RequiredText
          label={t('In your own words')}
          description={problem === 'other' ? undefined : t('If you like.')}
          name="words"
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
        <FormNote>{t('We never ask for your PIN or password. Do not write them here.')}</FormNote>
        <BusyButton busy={busy} busyText={t('Sending...')}>
          {t('Send report')}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
