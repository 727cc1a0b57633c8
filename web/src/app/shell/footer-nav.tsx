import { useClickOutside, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import {
  AirtimeIcon,
  ChatIcon,
  CrossIcon,
  DataIcon,
  HistoryIcon,
  HomeIcon,
  PlusIcon,
  ProfileIcon,
  SendIcon,
  SwapIcon,
} from '../../ui/icons.js';
import { SoonTag } from '../../ui/soon-tag.js';
import classes from './footer-nav.module.css';

/** The bar at the bottom of small screens, with the pop-up in its centre. */
export function FooterNav() {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  const footer = useClickOutside<HTMLElement>(close);
  useHotkeys([
    [
      'Escape',
      () => {
        if (!open) return;
        close();
        opener.current?.focus();
      },
    ],
  ]);
  return (
    <nav className={classes.footer} aria-label="Quick" ref={footer}>
      {open ? (
        <ul className={classes.popup} id="quick-actions">
          <li>
            <Link to="/topup" onClick={close}>
              <PlusIcon /> Fund
            </Link>
          </li>
          <li>
            <Link to="/thistory" onClick={close}>
              <HistoryIcon /> History
            </Link>
          </li>
          <li>
            <span>
              <SendIcon /> Transfer <SoonTag />
            </span>
          </li>
          <li>
            <span>
              <ProfileIcon /> Profile <SoonTag />
            </span>
          </li>
        </ul>
      ) : null}
      <NavLink to="/home" className={classes.item ?? ''}>
        <HomeIcon />
        Home
      </NavLink>
      <span className={classes.item} data-soon>
        <DataIcon />
        Buy Data
        <span className="nl-hidden">, coming soon</span>
      </span>
      <button
        type="button"
        ref={opener}
        className={classes.centre}
        aria-expanded={open}
        aria-controls="quick-actions"
        aria-label="Quick actions"
        onClick={() => setOpen(!open)}
      >
        {open ? <CrossIcon /> : <SwapIcon />}
      </button>
      <NavLink to="/airtime" className={classes.item ?? ''}>
        <AirtimeIcon />
        Airtime
      </NavLink>
      <span className={classes.item} data-soon>
        <ChatIcon />
        Community
        <span className="nl-hidden">, coming soon</span>
      </span>
    </nav>
  );
}
