import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Dialog } from './dialog.js';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly locked?: boolean;
  readonly children: ReactNode;
}

/** Dialog that stays open after a press outside of it. An accidental press must not lose typed text. */
export function Sheet({ title, onClose, locked = false, children }: SheetProps) {
  const close = (): void => {
    if (!locked) onClose();
  };
  useBackCloses(close, locked);
  return (
    <Dialog title={title} onClose={close} place="middle">
      {children}
    </Dialog>
  );
}

type MarkedState = { readonly sheet?: string } | null;

const markNow = (): string | undefined => (history.state as MarkedState)?.sheet;

/**
 * Makes the Back button close the sheet instead of leaving the page.
 * @param locked true when Back must do nothing
 */
function useBackCloses(onBack: () => void, locked: boolean): void {
  const mark = useId();
  const latest = useRef({ onBack, locked });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { onBack, locked };
  });
  useEffect(() => {
    const enter = (): void => {
      if (markNow() !== mark) history.pushState({ ...(history.state as object | null), sheet: mark }, '');
    };
    const popped = (): void => {
      if (markNow() === mark) return;
      if (latest.current.locked) enter();
      else latest.current.onBack();
    };
    clearTimeout(leaving.current);
    enter();
    window.addEventListener('popstate', popped);
    return () => {
      window.removeEventListener('popstate', popped);
      // A navigation that closes the sheet may first replace the history entry, and then `back` must not run.
      leaving.current = setTimeout(() => {
        if (markNow() === mark) history.back();
      });
    };
  }, [mark]);
}
