import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { t } from '../../languages/language.js';
import { CrossIcon } from '../icons.js';
import { dismissToast, onToasts, shownToasts } from './toast.js';
import classes from './toasts.module.css';

export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, shownToasts);
  const list = useRef<HTMLDivElement>(null);
  // Shown again, the popover is above a dialog that has opened meanwhile.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !('showPopover' in element)) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts]);
  return (
    <div ref={list} popover="manual" className={classes.toasts} role="status">
      {toasts.map(({ id, message }) => (
        <div key={id} className={classes.toast}>
          <span>{message}</span>
          <button type="button" aria-label={t('Dismiss')} onClick={() => dismissToast(id)}>
            <CrossIcon />
          </button>
        </div>
      ))}
    </div>
  );
}
