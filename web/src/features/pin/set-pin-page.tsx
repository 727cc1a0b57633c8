import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../api/base-api.js';
import { tokenStore } from '../../api/token-store.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { PinField } from '../../domain/pin-field.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';
import { pinFault } from './use-new-pin.js';

export default function SetPinPage() {
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [fault, setFault] = useState<ReturnType<typeof pinFault>>();
  const { busy, error, failure, send, clear } = useSend('setPin', {
    refused: 'Failed to set transaction pin.',
    broken: 'An error occurred while setting the transaction pin.',
  });
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const fieldError = errorOfField(failure, 'transaction_pin');
  const editing = (set: (pin: string) => void) => (typed: string) => {
    set(typed);
    setFault(undefined);
    clear();
  };

  const save = async (): Promise<void> => {
    const found = pinFault(pin, again);
    setFault(found);
    if (found) return;
    const answer = await send({ transaction_pin: pin });
    if (!answer) return;
    tokenStore.write(answer.access_token);
    dispatch(api.util.invalidateTags(['Wallet']));
    toast(answer.message || 'Transaction pin set successfully!');
    void navigate('/home', { replace: true });
  };

  return (
    <EntryFrame title="Set Transaction Pin" lead="Four digits with which you agree to every payment.">
      <Form onSend={save}>
        <Notice tone="info" announce={false} title="Keep it to yourself.">
          We never ask for your PIN in a call, a chat or a mail. It is not your password: choose something
          else, and nothing like 1234 or your year of birth.
        </Notice>
        <FormError message={fieldError ? undefined : error} />
        {failure?.code === 'PIN_ALREADY_SET' ? <Link to="/changepin">Change your PIN</Link> : null}
        <PinField
          label="Transaction PIN"
          value={pin}
          error={fault?.pin ?? fieldError}
          onChange={editing(setPin)}
        />
        <PinField
          label="Repeat the PIN"
          name="repeat_pin"
          autoFocus={false}
          value={again}
          error={fault?.again}
          onChange={editing(setAgain)}
        />
        <BusyButton busy={busy} busyText="Processing...">
          Set PIN
        </BusyButton>
        <EntryLinks>
          <Link to="/home">Not now</Link>
        </EntryLinks>
      </Form>
    </EntryFrame>
  );
}
