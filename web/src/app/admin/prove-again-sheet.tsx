import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import type { CallBody } from '../../api/call.js';
import { useSecondFactorQuery } from '../../api/second-factor.api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { hasPasskeys } from '../../domain/device-passkeys.js';
import { LoadError } from '../../domain/load-error.js';
import { signedChallenge } from '../../domain/signed-challenge.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { PasswordField } from '../../ui/form/password-field.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { FingerprintIcon } from '../../ui/icons.js';
import { Sheet } from '../../ui/layout/sheet.js';

const TEXTS = {
  refused: 'This was refused.',
  broken: 'An error occurred. Please try again.',
};

interface ProveAgainSheetProps {
  /** Called with true after the server accepted the proof, and with false when the person gives up. */
  readonly onEnd: (proven: boolean) => void;
}

export default function ProveAgainSheet({ onEnd }: ProveAgainSheetProps) {
  const { data, error, refetch } = useSecondFactorQuery();
  return (
    <Sheet title="Confirm that it is you" onClose={() => onEnd(false)}>
      {error && !data ? (
        <LoadError
          error={error}
          fallback="Your second factor could not be loaded."
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={2} label="Loading your second factor" /> : null}
      {data ? (
        <ProofForm
          withCode={data.on}
          withDevice={data.passkeys_available && data.passkeys.length > 0 && hasPasskeys()}
          onProven={() => onEnd(true)}
        />
      ) : null}
    </Sheet>
  );
}

// The field appears after the sheet has opened, so `data-autofocus` would come too late.
const focusField = (box: HTMLDivElement | null): void => box?.querySelector('input')?.focus();

interface ProofFormProps {
  readonly withCode: boolean;
  readonly withDevice: boolean;
  readonly onProven: () => void;
}

function ProofForm({ withCode, withDevice, onProven }: ProofFormProps) {
  const [typed, setTyped] = useState('');
  const { send, busy, error, failure, clear } = useSend('proveAgain', TEXTS);
  const begin = useSend('beginProveAgain', TEXTS);
  const [declined, setDeclined] = useState(false);
  const [asking, setAsking] = useState(false);
  const dispatch = useDispatch();
  const prove = async (proof: CallBody<'proveAgain'>): Promise<void> => {
    if (!(await send(proof))) return;
    // Reload the activity log, because a used code adds a row.
    dispatch(api.util.invalidateTags(['Activity']));
    onProven();
  };
  const askDevice = async (): Promise<void> => {
    clear();
    setDeclined(false);
    const begun = await begin.send({});
    if (!begun) return;
    setAsking(true);
    const passkey = await signedChallenge(begun.options);
    setAsking(false);
    if (passkey) await prove({ passkey });
    else setDeclined(true);
  };
  const edit = (text: string): void => {
    setTyped(text);
    clear();
  };
  const wrongCode =
    failure?.code === 'SECOND_FACTOR_INCORRECT' ? failure.message : errorOfField(failure, 'code');
  const wrongPassword =
    failure?.code === 'PASSWORD_INCORRECT' ? failure.message : errorOfField(failure, 'password');
  const wrong = withCode ? wrongCode : wrongPassword;
  const problem = declined ? 'Not confirmed. Try again, or enter a code.' : (begin.error ?? error);
  return (
    <Form onSend={() => prove(withCode ? { code: typed.trim() } : { password: typed })}>
      <FormNote>You proved it more than 15 minutes ago, and another person may use this browser.</FormNote>
      <div ref={focusField}>
        {withCode ? (
          <RequiredField
            label="Code"
            description="Six digits of your authenticator app, or a recovery code."
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            value={typed}
            error={wrong}
            onChange={(event) => edit(event.currentTarget.value)}
          />
        ) : (
          <PasswordField
            label="Password"
            name="password"
            kind="current"
            value={typed}
            error={wrong}
            onChange={edit}
          />
        )}
      </div>
      <FormError message={wrong ? undefined : problem} />
      <BusyButton busy={busy} busyText="Processing...">
        Confirm
      </BusyButton>
      {withDevice ? (
        <Button
          size="md"
          variant="default"
          fullWidth
          leftSection={<FingerprintIcon />}
          loading={begin.busy || asking}
          disabled={busy}
          onClick={() => void askDevice()}
        >
          Use your device
        </Button>
      ) : null}
    </Form>
  );
}
