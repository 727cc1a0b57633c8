import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { PasswordField } from '../../ui/form/password-field.js';
import classes from './admin-security.module.css';

interface ProveFormProps<Name extends 'startSecondFactor' | 'removeSecondFactor'> {
  readonly call: Name;
  /** There is a second factor already, whose code is wanted too. */
  readonly withCode: boolean;
  readonly lead: string;
  readonly button: string;
  readonly busyText: string;
  readonly onDone: (answer: CallAnswer<Name>) => void;
  readonly onCancel: () => void;
}

/** Password and code again: an open browser is not yet its owner. */
export function ProveForm<Name extends 'startSecondFactor' | 'removeSecondFactor'>(
  props: ProveFormProps<Name>,
) {
  const { withCode, lead, button, busyText, onDone, onCancel } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { send, busy, error, failure, clear } = useSend<'startSecondFactor' | 'removeSecondFactor'>(
    props.call,
    { refused: 'This was refused.', broken: 'An error occurred. Please try again.' },
  );
  const passwordError =
    failure?.code === 'PASSWORD_INCORRECT' ? failure.message : errorOfField(failure, 'password');
  const codeError =
    failure?.code === 'SECOND_FACTOR_INCORRECT' ? failure.message : errorOfField(failure, 'code');
  const editing = (set: (text: string) => void) => (text: string) => {
    set(text);
    clear();
  };
  const go = async (): Promise<void> => {
    const answer = await send({ password, code: code.trim() });
    if (answer) onDone(answer as CallAnswer<Name>);
  };
  return (
    <Form onSend={go}>
      <FormNote>{lead}</FormNote>
      <PasswordField
        label="Password"
        name="password"
        kind="current"
        value={password}
        error={passwordError}
        onChange={editing(setPassword)}
      />
      {withCode ? (
        <TextInput
          label="Code"
          description="Six digits of your authenticator app, or a recovery code."
          name="code"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          size="md"
          maxLength={40}
          value={code}
          error={codeError}
          onChange={(event) => editing(setCode)(event.currentTarget.value)}
        />
      ) : null}
      <FormError message={passwordError || codeError ? undefined : error} />
      <div className={classes.actions}>
        <BusyButton busy={busy} busyText={busyText}>
          {button}
        </BusyButton>
        <Button variant="default" size="md" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
