import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { PasswordField } from '../../ui/form/password-field.js';
import { RequiredField } from '../../ui/form/required-field.js';
import classes from './admin-security.module.css';

type Proven = 'startSecondFactor' | 'removeSecondFactor' | 'beginAdminPasskey';

interface ProveFormProps<Name extends Proven> {
  readonly call: Name;
  readonly withCode: boolean;
  readonly lead: string;
  readonly button: string;
  readonly busyText: string;
  readonly children?: ReactNode;
  /** Called with the answer of the server. The form stays busy until the returned promise settles. */
  readonly onDone: (answer: CallAnswer<Name>) => unknown;
  readonly onCancel: () => void;
}

/** Asks for the password again, because another person may be using the logged-in browser. */
export function ProveForm<Name extends Proven>(props: ProveFormProps<Name>) {
  const { withCode, lead, button, busyText, children, onDone, onCancel } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { send, busy, error, failure, clear } = useSend<Proven>(props.call, {
    refused: 'This was refused.',
    broken: 'An error occurred. Please try again.',
  });
  const [following, setFollowing] = useState(false);
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
    if (!answer) return;
    setFollowing(true);
    await onDone(answer as CallAnswer<Name>);
    setFollowing(false);
  };
  return (
    <Form onSend={go}>
      <FormNote>{lead}</FormNote>
      {children}
      <PasswordField
        label="Password"
        name="password"
        kind="current"
        value={password}
        error={passwordError}
        onChange={editing(setPassword)}
      />
      {withCode ? (
        <RequiredField
          label="Code"
          description="Six digits of your authenticator app, or a recovery code."
          name="code"
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          error={codeError}
          onChange={(event) => editing(setCode)(event.currentTarget.value)}
        />
      ) : null}
      <FormError message={passwordError || codeError ? undefined : error} />
      <div className={classes.actions}>
        <BusyButton busy={busy || following} busyText={busyText}>
          {button}
        </BusyButton>
        <Button variant="default" size="md" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
