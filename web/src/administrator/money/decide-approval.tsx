import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { MONEY_REASON_MAX } from '../../../../services/contracts/admin/money-desk-fields.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { LoadError } from '../../domain/load-error.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { amountText, READ_FIRST, whoseText } from './money-words.js';
import { type Approval, useEvidence } from './money.api.js';
import classes from './money.module.css';

export interface Deciding {
  readonly decision: 'approve' | 'refuse';
  readonly row: Approval;
}

const TEXTS = {
  refused: 'This could not be decided.',
  broken: 'No answer came back. Pressing again never counts twice.',
};

export function DecideApproval({
  deciding: { decision, row },
  onClose,
}: {
  readonly deciding: Deciding;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const granting = useSend('grantApproval', TEXTS);
  const refusing = useSend('refuseApproval', TEXTS);
  const { busy, error, failure } = decision === 'approve' ? granting : refusing;
  const dispatch = useDispatch();
  const { evidence, error: unread, refetch } = useEvidence(row);
  const ofReason = errorOfField(failure, 'reason');
  const word = decision === 'approve' ? 'Approve' : row.own ? 'Take back' : 'Refuse';

  const send = async (): Promise<void> => {
    const answer = await (decision === 'approve'
      ? granting.send({ id: row.id })
      : refusing.send({ id: row.id, reason }));
    // Reload even after a refusal, because another administrator may have decided first.
    dispatch(api.util.invalidateTags(['Approvals', 'AdminFunding', 'Users', 'Sales']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`${word}: ${amountText(row) || whoseText(row)}`} onClose={onClose}>
      <Form onSend={send}>
        <dl className={classes.facts}>
          <div>
            <dt>
              {row.work === 'payouts'
                ? 'Lets money leave from'
                : row.amount < 0
                  ? 'Takes from'
                  : row.work === 'settlement'
                    ? 'Comes from'
                    : 'Goes to'}
            </dt>
            <dd>{whoseText(row)}</dd>
          </div>
          {row.bank === '' ? null : (
            <div>
              <dt>{row.work === 'bank-account' ? 'New account' : 'Bank reference'}</dt>
              <dd>
                {row.bank} {row.bank_reference}
              </dd>
            </div>
          )}
          {READ_FIRST[row.work] ? (
            <div>
              <dt>{READ_FIRST[row.work]}</dt>
              <dd className={classes.read}>
                {evidence === undefined && unread ? (
                  <LoadError
                    error={unread}
                    fallback="The text could not be loaded."
                    onRetry={() => void refetch()}
                  />
                ) : (
                  (evidence ?? 'Loading...')
                )}
              </dd>
            </div>
          ) : null}
          <div>
            <dt>Asked by</dt>
            <dd>{row.requested_by}</dd>
          </div>
          <div>
            <dt>Reason</dt>
            <dd>{row.reason}</dd>
          </div>
        </dl>
        {decision === 'approve' ? (
          <FormNote>
            {row.work === 'review'
              ? 'Whoever asked decides the same again within 24 hours.'
              : row.work === 'house-spending'
                ? `Whoever asked sends the order again within 24 hours${row.depositor && `, to ${row.depositor}`}.`
                : 'It is done at once, in both of your names.'}
          </FormNote>
        ) : (
          <RequiredField
            label="Why not"
            name="reason"
            data-autofocus
            maxLength={MONEY_REASON_MAX}
            autoComplete="off"
            value={reason}
            error={ofReason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <FormError message={ofReason ? undefined : error} />
        <BusyButton
          busy={busy}
          busyText="Processing..."
          disabled={decision === 'refuse' ? reason.trim() === '' : evidence === undefined}
          warns
        >
          {word}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
