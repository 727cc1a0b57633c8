import { useClickOutside, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useSiteLinksQuery } from '../../api/catalogue.api.js';
import {
  ChatIcon,
  CrossIcon,
  HistoryIcon,
  HomeIcon,
  PlusIcon,
  ProfileIcon,
  SwapIcon,
} from '../../ui/icons.js';
import { PRODUCTS } from '../products.js';
import classes from './footer-nav.module.css';

const { Icon: Transfer } = PRODUCTS.transfer;
const { Icon: Data } = PRODUCTS.data;
const { Icon: Airtime } = PRODUCTS.airtime;

/** The bar at the bottom of small screens, with the pop-up in its centre. */
export function FooterNav() {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { data: links } = useSiteLinksQuery();
  const chat = links?.community_chat;
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
            <Link to="/transfer" onClick={close}>
              <Transfer /> Transfer
            </Link>
          </li>
          <li>
            <Link to="/profile" onClick={close}>
              <ProfileIcon /> Profile
            </Link>
          </li>
        </ul>
      ) : null}
      <NavLink to="/home" className={classes.item ?? ''}>
        <HomeIcon />
        Home
      </NavLink>
      <NavLink to="/buydata" className={classes.item ?? ''}>
        <Data />
        Buy Data
      </NavLink>
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
        <Airtime />
        Airtime
      </NavLink>
      {chat ? (
        <a className={classes.item} href={chat} target="_blank" rel="noopener noreferrer">
          <ChatIcon />
          Community
          <span className="nl-hidden">, opens in a new tab</span>
        </a>
      ) : (
        <span className={classes.item} data-soon>
          <ChatIcon />
          Community
          <span className="nl-hidden">, coming soon</span>
        </span>
      )}
    </nav>
  );
}
