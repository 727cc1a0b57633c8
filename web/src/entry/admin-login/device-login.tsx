import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { CallBody } from '../../api/call.js';
import { useSend } from '../../api/use-send.js';
import { hasPasskeys } from '../../domain/device-passkeys.js';
import { Notice } from '../../ui/feedback/notice.js';
import { FingerprintIcon } from '../../ui/icons.js';

type LoginSignature = NonNullable<CallBody<'adminLogin'>['passkey']>;

interface DeviceLoginProps {
  readonly username: string;
  readonly password: string;
  readonly busy: boolean;
  readonly onBegin: () => void;
  readonly onSigned: (signature: LoginSignature) => void;
}

export default function DeviceLogin({ username, password, busy, onBegin, onSigned }: DeviceLoginProps) {
  const begin = useSend('beginAdminLogin', {
    refused: 'Login failed. Please try again.',
    broken: 'An error occurred during login. Please try again.',
  });
  const [asking, setAsking] = useState(false);
  const [declined, setDeclined] = useState(false);
  if (!hasPasskeys()) return null;
  const use = async (): Promise<void> => {
    onBegin();
    setDeclined(false);
    const begun = await begin.send({ username, password });
    if (!begun) return;
    setAsking(true);
    const signature = await signed(begun.options);
    setAsking(false);
    if (signature) onSigned(signature);
    else setDeclined(true);
  };
  const problem = declined ? 'Not confirmed. Try again, or enter a code.' : begin.error;
  return (
    <>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Button
        size="md"
        variant="default"
        fullWidth
        leftSection={<FingerprintIcon />}
        loading={begin.busy || asking}
        disabled={busy}
        onClick={() => void use()}
      >
        Use your device
      </Button>
    </>
  );
}

/** Challenge of the server, signed with the passkey. Undefined when the person cancels. */
async function signed(
  options: CallAnswer<'beginAdminLogin'>['options'],
): Promise<LoginSignature | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature } };
  } catch {
    return undefined;
  }
}
