import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { ACCESS_REASON_MAX } from '../../../../services/contracts/admin/administrator-access.contract.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type Administrator, nameOf } from './administrators.api.js';

const DEEDS = {
  suspendAdministrator: {
    word: 'Suspend',
    note: 'They are signed out at once, everywhere, and cannot sign in until an owner reinstates them.',
    warns: true,
  },
  reinstateAdministrator: {
    word: 'Reinstate',
    note: 'They can sign in again, with the role and permissions they had.',
    warns: false,
  },
  resetSecondFactor: {
    word: 'Reset second factor',
    note: 'They are signed out everywhere, told by mail, and sign in with their password alone until they set up another one. Be sure it is they who ask.',
    warns: true,
  },
} as const;

export type Deed = keyof typeof DEEDS;

export function ReasonSheet({
  deed,
  row,
  onClose,
}: {
  readonly deed: Deed;
  readonly row: Administrator;
  readonly onClose: () => void;
}) {
  const { word, note, warns } = DEEDS[deed];
  const [reason, setReason] = useState('');
  const { send, busy, error, failure, clear } = useSend(
    deed,
    {
      refused: 'The administrator could not be changed.',
      broken: 'No answer came back. Send it again: it is done once.',
    },
    { id: row.id },
  );
  const dispatch = useDispatch();
  const ofReason = errorOfField(failure, 'reason');
  const act = async (): Promise<void> => {
    const answer = await send({ reason: reason.trim() });
    dispatch(api.util.invalidateTags(['Administrators', 'Activity']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`${word}: ${nameOf(row)}`} onClose={onClose}>
      <Form onSend={act}>
        <RequiredField
          label="Reason"
          name="reason"
          data-autofocus
          maxLength={ACCESS_REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            clear();
          }}
        />
        <FormNote>{note}</FormNote>
        <FormError message={ofReason ? undefined : error} />
        <BusyButton busy={busy} busyText="Processing..." disabled={reason.trim() === ''} warns={warns}>
          {word}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
