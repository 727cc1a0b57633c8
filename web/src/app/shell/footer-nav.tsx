import { NavLink } from 'react-router-dom';
import { useSiteLinksQuery } from '../../api/catalogue.api.js';
import { ChatIcon, HistoryIcon, HomeIcon, PlusIcon, ProfileIcon } from '../../ui/icons.js';
import { PRODUCTS } from '../products.js';
import { type QuickAction, QuickPopup } from './quick-popup.js';
import classes from './footer-nav.module.css';

const { Icon: Data } = PRODUCTS.data;
const { Icon: Airtime } = PRODUCTS.airtime;

const QUICK_ACTIONS: readonly QuickAction[] = [
  { to: '/topup', label: 'Fund', Icon: PlusIcon },
  { to: '/thistory', label: 'History', Icon: HistoryIcon },
  { to: '/transfer', label: 'Transfer', Icon: PRODUCTS.transfer.Icon },
  { to: '/profile', label: 'Profile', Icon: ProfileIcon },
];

/** The bar at the bottom of small screens, with the pop-up in its centre. */
export function FooterNav() {
  const { data: links } = useSiteLinksQuery();
  const chat = links?.community_chat;
  return (
    <nav className={classes.footer} aria-label="Quick">
      <NavLink to="/home" className={classes.item ?? ''}>
        <HomeIcon />
        Home
      </NavLink>
      <NavLink to="/buydata" className={classes.item ?? ''}>
        <Data />
        Buy Data
      </NavLink>
      <QuickPopup actions={QUICK_ACTIONS} />
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
