import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';

interface ResendCodeProps {
  readonly busy: boolean;
  /** Asks for another code; resolves with the seconds until the next can be asked for. */
  readonly onResend: () => Promise<number | undefined>;
  readonly label?: string;
}

/** Another code, but not before the last one had time to arrive. */
export function ResendCode({ busy, onResend, label = 'Resend code' }: ResendCodeProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const resend = async (): Promise<void> => setSeconds((await onResend()) ?? 0);
  return (
    <Button
      variant="subtle"
      size="compact-md"
      px={0}
      disabled={busy || seconds > 0}
      onClick={() => void resend()}
    >
      {busy ? 'sending code...' : seconds > 0 ? `${label} in ${seconds} s` : label}
    </Button>
  );
}
