import { LoadError } from '../../domain/load-error.js';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { NavLink } from 'react-router-dom';
import { useMay, useSignedIn } from '../../api/use-signed-in.js';
import { PRODUCTS } from '../products.js';
import { useSiteLinksQuery } from '../../api/catalog.api.js';
import { textOf } from '../../languages/language.js';
import { ChatIcon, HistoryIcon, HomeIcon, PlusIcon, ProfileIcon } from '../../ui/icons.js';
import footerClasses from '../shell/footer-nav.module.css';
import { type QuickAction, QuickPopup } from '../shell/quick-popup.js';
import { ConnectionNotice } from '../shell/connection-notice.js';
import { Beside, ShellFrame } from '../shell/shell-frame.js';
import { AdminHeader } from './admin-header.js';
import { AdminNav } from './admin-nav.js';
import { followAdminTabs, signOutAdministrator, useLeaving } from './admin-sign-out.js';
import { PausedNotice } from './paused-notice.js';
import { StepUp } from './step-up.js';
import { WaitingNotice } from './waiting-notice.js';
import own from './admin-shell.module.css';

const keyboard = () => import('./admin-keyboard.js');

export default function AdminShell() {
  const dispatch = useDispatch();
  useEffect(() => followAdminTabs(dispatch), [dispatch]);
  const { mustEnrol } = useSignedIn();
  return (
    <>
      <ShellFrame
        SideNav={AdminNav}
        Header={AdminHeader}
        footer={<AdminFooter />}
        wide
        notices={
          <>
            <SignOutNotice />
            {/* Before the second factor is set up, the server refuses what these ask for. */}
            {mustEnrol ? null : (
              <>
                <ConnectionNotice />
                <PausedNotice />
                <WaitingNotice />
              </>
            )}
          </>
        }
      />
      <Beside load={keyboard} />
      <StepUp />
    </>
  );
}

const LOOKED_AT: readonly QuickAction[] = [
  { to: '/adminthistory', label: 'History', Icon: HistoryIcon },
  { to: '/user-center', label: 'Users', Icon: ProfileIcon },
];
const BOUGHT: readonly QuickAction[] = [PRODUCTS.data, PRODUCTS.airtime].map(({ house, name, Icon }) => ({
  to: house.path,
  label: name,
  Icon,
}));

function useQuickActions(): readonly QuickAction[] {
  const { role } = useSignedIn();
  const transfer = { to: PRODUCTS.transfer.house.path, label: 'Transfer', Icon: PRODUCTS.transfer.Icon };
  return [
    ...(role === 'admin' ? [{ to: '/money-desk', label: 'Fund', Icon: PlusIcon }] : []),
    { to: '/adminthistory', label: 'History', Icon: HistoryIcon },
    ...(useMay('finance') ? [transfer] : []),
    { to: '/admin-security', label: 'Profile', Icon: ProfileIcon },
  ];
}

function AdminFooter() {
  const { data: links } = useSiteLinksQuery();
  const actions = useQuickActions();
  const chat = links?.whatsapp;
  const [before, after] = (useMay('finance') ? BOUGHT : LOOKED_AT).map(({ to, label, Icon }) => (
    <NavLink key={to} to={to} className={footerClasses.item ?? ''}>
      <Icon />
      {textOf(label)}
    </NavLink>
  ));
  return (
    <nav className={`${footerClasses.footer} ${own.footer}`} aria-label="Quick">
      <NavLink to="/admin-area" className={footerClasses.item ?? ''}>
        <HomeIcon />
        Home
      </NavLink>
      {before}
      <QuickPopup actions={actions} />
      {after}
      {chat ? (
        <a className={footerClasses.item} href={chat} target="_blank" rel="noopener noreferrer">
          <ChatIcon />
          WhatsApp
          <span className="nl-hidden">, opens in a new tab</span>
        </a>
      ) : null}
    </nav>
  );
}

/**
 * Warns after a failed logout, because the next person at this browser would still be logged in as
 * the administrator.
 */
function SignOutNotice() {
  const { failure } = useLeaving();
  const dispatch = useDispatch();
  if (!failure) return null;
  return (
    <LoadError
      error={failure}
      fallback="You are not logged out yet."
      onRetry={() => void signOutAdministrator(dispatch)}
    />
  );
}
