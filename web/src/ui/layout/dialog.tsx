import { useEffect, useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../languages/language.js';
import { CrossIcon } from '../icons.js';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Up from the bottom of a phone and in the middle of a desk, or along an edge of the window. */
  readonly place: 'middle' | 'left' | 'right';
  /** Whether a press beside it closes it. */
  readonly closesOutside?: boolean;
  readonly closeLabel?: string;
}

/** How many dialogs are open: the page under them does not scroll while there is one. */
let open = 0;

function lockPage(): () => void {
  const page = document.documentElement;
  // Where the scrollbar goes, its room stays: the page would jump.
  if (open === 0) page.style.setProperty('--page-gap', `${window.innerWidth - page.clientWidth}px`);
  open += 1;
  page.toggleAttribute('data-page-locked', true);
  return () => {
    open -= 1;
    page.toggleAttribute('data-page-locked', open > 0);
  };
}

/**
 * The browser's own dialog: it keeps the focus inside, everything else out of reach, closes on Escape, and gives the focus
 * back to whoever opened it. What has `data-autofocus` is focused first.
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
      // A dialog that is taken out of the page with the focus in it leaves the focus nowhere, and so does one whose opener has gone.
      const lost = !opener?.isConnected || opener === document.body;
      const back = lost ? document.querySelector('main') : opener;
      if (back instanceof HTMLElement) back.focus({ preventScroll: lost });
    };
  }, []);

  useEffect(() => {
    const element = dialog.current!;
    // Escape asks; whoever opened it decides, and may have a reason to stay open, such as a payment on its way.
    const onCancel = (event: Event): void => {
      if (event.target !== element) return;
      event.preventDefault();
      close.current();
    };
    // A browser closes it all the same when Escape is pressed twice: then it is opened again unless it really goes.
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
