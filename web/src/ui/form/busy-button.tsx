import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './busy-button.module.css';
import { useEffect, useState } from 'react';

interface BusyButtonProps {
  readonly busy: boolean;
  readonly busyText: string;
  readonly disabled?: boolean;
  readonly warns?: boolean;
  readonly children: ReactNode;
}

export function BusyButton({ busy, busyText, disabled = false, warns = false, children }: BusyButtonProps) {
  return (
    <>
      <Button
        type="submit"
        size="md"
        fullWidth
        {...(warns ? { className: classes.warns ?? '' } : {})}
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

/**
 * Milliseconds for which taps are ignored. Longer than the time between the two taps of an
 * accidental double tap.
 */
const GUARD_MS = 1_500;

/** True for `GUARD_MS` after each change of `what`, because a tap may be aimed at the previous button or row. */
export function useGuard(what: unknown): boolean {
  const [passed, setPassed] = useState<unknown>();
  useEffect(() => {
    if (what === undefined) return;
    const timer = setTimeout(() => setPassed(what), GUARD_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return what !== undefined && passed !== what;
}
