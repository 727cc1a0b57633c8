import { NavLink } from 'react-router-dom';
import { useSiteLinksQuery } from '../../api/catalog.api.js';
import { msg, t } from '../../languages/language.js';
import { ChatIcon, HistoryIcon, HomeIcon, PlusIcon, ProfileIcon } from '../../ui/icons.js';
import { PRODUCTS } from '../products.js';
import { type QuickAction, QuickPopup } from './quick-popup.js';
import classes from './footer-nav.module.css';

const { Icon: Data } = PRODUCTS.data;
const { Icon: Airtime } = PRODUCTS.airtime;

const QUICK_ACTIONS: readonly QuickAction[] = [
  { to: '/topup', label: msg('Fund'), Icon: PlusIcon },
  { to: '/thistory', label: msg('History'), Icon: HistoryIcon },
  { to: '/transfer', label: msg('Transfer'), Icon: PRODUCTS.transfer.Icon },
  { to: '/profile', label: msg('Profile'), Icon: ProfileIcon },
];

export function FooterNav() {
  const { data: links } = useSiteLinksQuery();
  const chat = links?.community_chat;
  return (
    <nav className={classes.footer} aria-label={t('Quick')}>
      <NavLink to="/home" className={classes.item ?? ''}>
        <HomeIcon />
        {t('Home')}
      </NavLink>
      <NavLink to="/buydata" className={classes.item ?? ''}>
        <Data />
        {t('Buy Data')}
      </NavLink>
      <QuickPopup actions={QUICK_ACTIONS} />
      <NavLink to="/airtime" className={classes.item ?? ''}>
        <Airtime />
        {t('Airtime')}
      </NavLink>
      {chat ? (
        <a className={classes.item} href={chat} target="_blank" rel="noopener noreferrer">
          <ChatIcon />
          {t('Community')}
          <span className="nl-hidden">, {t('opens in a new tab')}</span>
        </a>
      ) : (
        <span className={classes.item} data-soon>
          <ChatIcon />
          {t('Community')}
          <span className="nl-hidden">, {t('coming soon')}</span>
        </span>
      )}
    </nav>
  );
}
