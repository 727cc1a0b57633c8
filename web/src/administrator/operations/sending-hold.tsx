import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { PAUSE_REASON_MAX } from '../../../../services/contracts/admin/vendors.contract.js';
import { api } from '../../api/base-api.js';
import type { Operations } from '../../api/operations.api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';

type Hold = NonNullable<Operations['sending_hold']>;

export function SendingHold({ hold }: { readonly hold: Hold | null }) {
  const mayRelease = useMay('owner');
  if (!hold) return null;
  return (
    <Card title="Sending is held">
      <Notice tone="warn" announce={false}>
        {hold.reason}, since {lagosTime(hold.since)}. Nothing is sold or sent to vendors. Vendors are asked
        about purchases from before: what they delivered is settled, and the rest waits.
      </Notice>
      {mayRelease ? <Release hold={hold} /> : <FormNote>An owner can release sending.</FormNote>}
    </Card>
  );
}

function Release({ hold }: { readonly hold: Hold }) {
  const [reason, setReason] = useState('');
  const dispatch = useDispatch();
  const { send, busy, error, failure } = useSend('releaseSending', {
    refused: 'This could not be stored.',
    broken: 'An error occurred. Look whether it was stored.',
  });
  const ofReason = errorOfField(failure, 'reason');
  const release = async (): Promise<void> => {
    await send({ holdId: hold.id, reason });
    // Reload even after a refusal or without an answer.
    dispatch(api.util.invalidateTags(['Operations']));
  };
  return (
    <Form onSend={release}>
      <FormNote>
        Compare the statements of the vendors with the ledger first. Then purchases that no vendor knows are
        sent.
      </FormNote>
      <RequiredField
        label="What was compared"
        name="reason"
        maxLength={PAUSE_REASON_MAX}
        autoComplete="off"
        value={reason}
        error={ofReason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormError message={ofReason ? undefined : error} />
      <BusyButton busy={busy} busyText="Releasing..." disabled={reason.trim() === ''} warns>
        Release sending
      </BusyButton>
    </Form>
  );
}
