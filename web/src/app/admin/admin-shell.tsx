import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { NavLink } from 'react-router-dom';
import { useMay } from '../../api/use-signed-in.js';
import { houseForm } from '../../domain/buyer.js';
import { PRODUCTS } from '../products.js';
import { useSiteLinksQuery } from '../../api/catalogue.api.js';
import { ChatIcon, HistoryIcon, HomeIcon } from '../../ui/icons.js';
import footerClasses from '../shell/footer-nav.module.css';
import { ConnectionNotice, ShellFrame } from '../shell/shell-frame.js';
import { AdminHeader } from './admin-header.js';
import { AdminNav } from './admin-nav.js';
import { followAdminTabs } from './admin-sign-out.js';
import own from './admin-shell.module.css';

/**
 * The frame around every page of the administrators' side: their menu and header instead of the customers', and a live
 * connection that tells of everybody.
 */
export default function AdminShell() {
  const dispatch = useDispatch();
  useEffect(() => followAdminTabs(dispatch), [dispatch]);
  return (
    <ShellFrame
      SideNav={AdminNav}
      Header={AdminHeader}
      footer={<AdminFooter />}
      notices={<ConnectionNotice />}
    />
  );
}

/** The bar at the bottom of small screens. The rest of the menu opens from the header. */
function AdminFooter() {
  const { data: links } = useSiteLinksQuery();
  const chat = links?.whatsapp;
  return (
    <nav className={`${footerClasses.footer} ${own.footer}`} aria-label="Quick">
      <NavLink to="/admin-area" className={footerClasses.item ?? ''}>
        <HomeIcon />
        Home
      </NavLink>
      {useMay('finance')
        ? [PRODUCTS.data, PRODUCTS.airtime].map(({ service, name, Icon }) => (
            <NavLink key={service} to={houseForm(service)} className={footerClasses.item ?? ''}>
              <Icon />
              {name}
            </NavLink>
          ))
        : null}
      <NavLink to="/adminthistory" className={footerClasses.item ?? ''}>
        <HistoryIcon />
        History
      </NavLink>
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
