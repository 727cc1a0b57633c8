import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

interface BusyButtonProps {
  readonly busy: boolean;
  /** What the button reads while the request runs: "Processing...". */
  readonly busyText: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** The button that sends a form; while it does, it says so in words to everybody. */
export function BusyButton({ busy, busyText, disabled = false, children }: BusyButtonProps) {
  return (
    <>
      <Button
        type="submit"
        size="md"
        fullWidth
        disabled={disabled}
        aria-disabled={busy || undefined}
        leftSection={busy ? <Loader size={16} color="currentColor" aria-hidden="true" /> : undefined}
        onClick={(event) => {
          if (busy) event.preventDefault();
        }}
      >
        {busy ? busyText : children}
      </Button>
      <span className="nl-hidden" role="status">
        {busy ? busyText : ''}
      </span>
    </>
  );
}
