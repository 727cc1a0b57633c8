import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './busy-button.module.css';
import { useEffect, useState } from 'react';

interface BusyButtonProps {
  readonly busy: boolean;
  /** What the button reads while the request runs: "Processing...". */
  readonly busyText: string;
  readonly disabled?: boolean;
  /** Does something that wants a second thought, and looks like it. */
  readonly warns?: boolean;
  readonly children: ReactNode;
}

/** The button that sends a form; while it does, it says so in words to everybody. */
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

/** Longer than the second tap of somebody who taps twice, or who saw nothing happen and tried again. */
const GUARD_MS = 1_500;

/**
 * True while a button is too new to be pressed. The time starts anew whenever `what` is another value: the question that
 * the button now answers, or the row that now stands where another one stood. Nothing is guarded while it is undefined.
 */
export function useGuard(what: unknown): boolean {
  const [passed, setPassed] = useState<unknown>();
  useEffect(() => {
    if (what === undefined) return;
    const timer = setTimeout(() => setPassed(what), GUARD_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return what !== undefined && passed !== what;
}
