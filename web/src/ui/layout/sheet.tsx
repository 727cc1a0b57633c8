import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Dialog } from './dialog.js';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** It stays while this is true: what was asked for is on its way. */
  readonly locked?: boolean;
  readonly children: ReactNode;
}

/** A question or a form over the page. A press beside it does not close it: what is typed is not lost by a slip. */
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
 * The Back button of a phone closes what lies over the page instead of leaving the page. While it is open, the history has
 * one entry more for the same address; closing it in another way takes that entry away again.
 * @param locked Back does nothing for now
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
      // Not at once: who closes it may be on the way to another page, which then has taken the place of the entry.
      leaving.current = setTimeout(() => {
        if (markNow() === mark) history.back();
      });
    };
  }, [mark]);
}
