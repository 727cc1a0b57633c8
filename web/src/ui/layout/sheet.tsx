import type { ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { useBackCloses } from './use-back-closes.js';

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
