import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../api/use-send.js';
import { hasPasskeys } from '../../domain/device-passkeys.js';
import { signedChallenge, type SignedChallenge } from '../../domain/signed-challenge.js';
import { Notice } from '../../ui/feedback/notice.js';
import { FingerprintIcon } from '../../ui/icons.js';

interface DeviceLoginProps {
  readonly username: string;
  readonly password: string;
  readonly busy: boolean;
  readonly onBegin: () => void;
  readonly onSigned: (signature: SignedChallenge) => void;
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
    const signature = await signedChallenge(begun.options);
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
