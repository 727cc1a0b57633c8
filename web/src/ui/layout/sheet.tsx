import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './sheet.module.css';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that comes up from the bottom of a phone and stands in the middle of a desk. */
export function Sheet({ title, onClose, children }: SheetProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={440}
      radius="lg"
      closeOnClickOutside={false}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': 'Close', size: 40 }}
      classNames={{
        content: classes.content ?? '',
        inner: classes.inner ?? '',
        title: classes.title ?? '',
        header: classes.header ?? '',
      }}
    >
      {children}
    </Modal>
  );
}
