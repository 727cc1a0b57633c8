import type { ReactNode } from 'react';
import { Dialog } from './dialog.js';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question or a form over the page. A press beside it does not close it: what is typed is not lost by a slip. */
export function Sheet(props: SheetProps) {
  return <Dialog {...props} place="middle" />;
}
