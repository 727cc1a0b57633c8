import { useEffect, useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../languages/language.js';
import { CrossIcon } from '../icons.js';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly place: 'middle' | 'left' | 'right';
  readonly closesOutside?: boolean;
  readonly closeLabel?: string;
}

let open = 0;

function lockPage(): () => void {
  const page = document.documentElement;
  // Without the width of the hidden scroll bar, the page would jump.
  if (open === 0) page.style.setProperty('--page-gap', `${window.innerWidth - page.clientWidth}px`);
  open += 1;
  page.toggleAttribute('data-page-locked', true);
  return () => {
    open -= 1;
    page.toggleAttribute('data-page-locked', open > 0);
  };
}

/**
 * Dialog made of the native element `<dialog>`, which keeps the focus inside. Escape calls `onClose`. Closing
 * returns the focus.
 */
export function Dialog({ title, onClose, children, place, closesOutside, closeLabel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pressedOutside = useRef(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    const unlock = lockPage();
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      unlock();
      element.close();
      // When `opener` has left the page, the focus would be lost.
      const lost = !opener?.isConnected || opener === document.body;
      const back = lost ? document.querySelector('main') : opener;
      if (back instanceof HTMLElement) back.focus({ preventScroll: lost });
    };
  }, []);

  useEffect(() => {
    const element = dialog.current!;
    // The caller may leave the dialog open, for example during a payment.
    const onCancel = (event: Event): void => {
      if (event.target !== element) return;
      event.preventDefault();
      close.current();
    };
    // A second Escape closes the element despite `preventDefault`.
    const onClosed = (): void => {
      close.current();
      requestAnimationFrame(() => {
        if (element.isConnected && !element.open) element.showModal();
      });
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onClosed);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onClosed);
    };
  }, []);

  const outside = (event: MouseEvent): boolean => event.target === dialog.current;
  return createPortal(
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-place={place}
      aria-labelledby={titleId}
      onMouseDown={(event) => {
        pressedOutside.current = outside(event);
      }}
      onClick={(event) => {
        if (closesOutside && pressedOutside.current && outside(event)) onClose();
      }}
    >
      <div className={classes.content}>
        <div className={classes.header}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          <button
            type="button"
            className={classes.close}
            aria-label={closeLabel ?? t('Close')}
            onClick={onClose}
          >
            <CrossIcon />
          </button>
        </div>
        <div className={classes.body}>{children}</div>
      </div>
    </dialog>,
    document.body,
  );
}
