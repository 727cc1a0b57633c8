import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { MONEY_REASON_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { api } from '../../api/base-api.js';
import { newKey, errorOfField, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { overLimit } from './money-form.js';
import { providerOf } from './money-words.js';
import { useMoneyDeskQuery, type Chargeback } from './money.api.js';
import classes from './money.module.css';

const TEXTS = {
  refused: 'This could not be recorded.',
  broken: 'No answer came back. Pressing again never counts twice.',
};

export function WinChargeback({ row, onClose }: { readonly row: Chargeback; readonly onClose: () => void }) {
  const [formId] = useState(newKey);
  const [evidence, setEvidence] = useState('');
  const [reason, setReason] = useState('');
  const { data: desk } = useMoneyDeskQuery();
  const { send, busy, error, failure, clear } = useSend('winChargeback', TEXTS);
  const dispatch = useDispatch();
  const [ofEvidence, ofReason] = [errorOfField(failure, 'evidence'), errorOfField(failure, 'reason')];

  const record = async (): Promise<void> => {
    const answer = await send({
      form_id: formId,
      provider: providerOf(row.provider),
      dispute_reference: row.dispute_reference,
      evidence,
      reason,
    });
    // Reload even after a refusal, because another administrator may have made the change first.
    dispatch(api.util.invalidateTags(['Chargebacks', 'Approvals', 'AdminFunding', 'Users']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`Dispute won: ${naira(row.amount)}`} onClose={onClose}>
      <Form onSend={record}>
        <dl className={classes.facts}>
          <div>
            <dt>Goes back to</dt>
            <dd>{row.user_email || 'Erased'}</dd>
          </div>
          <div>
            <dt>What was taken</dt>
            <dd>{naira(row.debited)}</dd>
          </div>
          <div>
            <dt>Dispute</dt>
            <dd>{row.dispute_reference}</dd>
          </div>
        </dl>
        <TextInput
          label="Evidence"
          name="evidence"
          size="md"
          maxLength={100}
          autoComplete="off"
          value={evidence}
          error={ofEvidence}
          onChange={(event) => {
            setEvidence(event.currentTarget.value);
            clear();
          }}
        />
        <TextInput
          label="Reason"
          name="reason"
          size="md"
          maxLength={MONEY_REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            clear();
          }}
        />
        {desk ? overLimit(row.amount, desk) : null}
        <FormNote>Record it once the provider has passed the payment on again. Its fee stays ours.</FormNote>
        <FormError message={ofEvidence || ofReason ? undefined : error} />
        <BusyButton
          busy={busy}
          busyText="Processing..."
          disabled={evidence.trim() === '' || reason.trim() === ''}
          warns
        >
          {`Give back ${naira(row.debited)}`}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
