import { useClickOutside } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { t, type Text, textOf } from '../../languages/language.js';
import { CrossIcon, type Icon, SwapIcon } from '../../ui/icons.js';
import classes from './footer-nav.module.css';

export interface QuickAction {
  readonly to: string;
  readonly label: Text;
  readonly Icon: Icon;
}

export function QuickPopup({ actions }: { readonly actions: readonly QuickAction[] }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  const popup = useClickOutside<HTMLDivElement>(close);
  // Only while `open`, because the listener keeps Escape from closing a dialog.
  useEffect(() => {
    if (!open) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [open]);
  return (
    <div ref={popup} className={classes.quick}>
      {open ? (
        <ul className={classes.popup} id="quick-actions">
          {actions.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} onClick={close}>
                <Icon /> {textOf(label)}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <button
        type="button"
        ref={opener}
        className={classes.centre}
        aria-expanded={open}
        aria-controls="quick-actions"
        aria-label={t('Quick actions')}
        onClick={() => setOpen(!open)}
      >
        {open ? <CrossIcon /> : <SwapIcon />}
      </button>
    </div>
  );
}
