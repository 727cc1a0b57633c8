import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { USER_REASON_MAX } from '../../../../services/contracts/admin/users.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { plainAmount } from '../../../../services/contracts/fields/written-numbers.js';
import { api } from '../../api/base-api.js';
import { errorOfField, newKey, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type ListedUser, nameOf } from './users.api.js';
import classes from './admin-users.module.css';

const TEXTS = {
  refused: 'The user could not be changed.',
  broken: 'We cannot reach the server. Check your connection.',
};

export function SendButton({
  id,
  call,
  label,
}: {
  readonly id: string;
  readonly call: 'signOutUser' | 'resendUserCode';
  readonly label: string;
}) {
  const sending = useSend(call, TEXTS, { id });
  const dispatch = useDispatch();
  const send = async (): Promise<void> => {
    const answer = await sending.send({});
    if (answer) toast(answer.message);
    dispatch(api.util.invalidateTags(['Users']));
  };
  return (
    <>
      <Button size="sm" variant="default" disabled={sending.busy} onClick={() => void send()}>
        {sending.busy ? 'Processing...' : label}
      </Button>
      {sending.error ? (
        <span role="alert" className={classes.error}>
          {sending.error}
        </span>
      ) : null}
    </>
  );
}

export function SpendingSheet({
  user,
  freezes,
  onClose,
}: {
  readonly user: Omit<ListedUser, 'token'>;
  readonly freezes: CallAnswer<'user'>['freezes'];
  readonly onClose: () => void;
}) {
  // Remember whether spending was frozen when the sheet opened, because the change updates `user` while the
  // sheet is still open.
  const [frozen] = useState(user.frozen);
  const [freeze] = useState(freezes.at(-1)?.id);
  const [reason, setReason] = useState('');
  const sending = useSend(frozen ? 'unfreezeUser' : 'freezeUser', TEXTS, { id: user.id });
  const dispatch = useDispatch();
  const ofReason = errorOfField(sending.failure, 'reason');
  const word = frozen ? 'Allow spending' : 'Stop spending';
  const send = async (): Promise<void> => {
    const answer = await sending.send({ reason: reason.trim(), ...(frozen && { freeze_id: freeze }) });
    dispatch(api.util.invalidateTags(['Users']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`${word}: ${nameOf(user)}`} onClose={onClose}>
      <Form onSend={send}>
        <RequiredField
          label="Reason"
          name="reason"
          data-autofocus
          maxLength={USER_REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormNote>
          {frozen
            ? 'The next order is accepted as always.'
            : 'What is under way ends as always; everything new is refused, in the browser and by API token.'}
        </FormNote>
        <FormError message={ofReason ? undefined : sending.error} />
        <BusyButton
          busy={sending.busy}
          busyText="Updating..."
          disabled={reason.trim() === ''}
          warns={!frozen}
        >
          {word}
        </BusyButton>
      </Form>
    </Sheet>
  );
}

export function CallLimitSheet({
  user,
  perSecond,
  onClose,
}: {
  readonly user: Omit<ListedUser, 'token'>;
  readonly perSecond: number | null;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState(perSecond === null ? '' : String(perSecond));
  const sending = useSend('setCallLimit', TEXTS, { id: user.id });
  const dispatch = useDispatch();
  const ofNumber = errorOfField(sending.failure, 'per_second');
  const send = async (): Promise<void> => {
    const answer = await sending.send({
      per_second: typed.trim() === '' ? 0 : (plainAmount(typed) ?? typed),
    });
    dispatch(api.util.invalidateTags(['Users']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`Call limit: ${nameOf(user)}`} onClose={onClose}>
      <Form onSend={send}>
        <TextInput
          label="Calls per second"
          size="md"
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={ofNumber}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormNote>
          So many purchases a second, and so many other calls. Leave it empty for the usual limits.
        </FormNote>
        <FormError message={ofNumber ? undefined : sending.error} />
        <BusyButton busy={sending.busy} busyText="Updating...">
          Set the limit
        </BusyButton>
      </Form>
    </Sheet>
  );
}

/** Asks a second administrator. */
export function PayoutsSheet({
  user,
  onClose,
}: {
  readonly user: Omit<ListedUser, 'token'>;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [formId] = useState(newKey);
  const sending = useSend('allowPayouts', TEXTS, { id: user.id });
  const dispatch = useDispatch();
  const ofReason = errorOfField(sending.failure, 'reason');
  const send = async (): Promise<void> => {
    const answer = await sending.send({ reason: reason.trim(), form_id: formId });
    dispatch(api.util.invalidateTags(['Users', 'Approvals']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`Let money leave: ${nameOf(user)}`} onClose={onClose}>
      <Form onSend={send}>
        <RequiredField
          label="Reason"
          name="reason"
          data-autofocus
          maxLength={USER_REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormNote>Another administrator has to agree. It must not be whoever changed the email.</FormNote>
        <FormError message={ofReason ? undefined : sending.error} />
        <BusyButton busy={sending.busy} busyText="Asking..." disabled={reason.trim() === ''} warns>
          Ask another administrator
        </BusyButton>
      </Form>
    </Sheet>
  );
}
