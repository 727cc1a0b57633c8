import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useMay, useSignedIn } from '../../api/use-signed-in.js';
import { Brand } from '../../ui/layout/brand.js';
import { DarkModeSwitch, MenuGroups } from '../shell/menu.js';
import classes from '../shell/side-nav.module.css';
import { navigationOf } from './admin-navigation.js';
import { useToApproveQuery, useWaitingQuery } from './waiting.api.js';

interface AdminNavProps {
  readonly onNavigate?: (() => void) | undefined;
}

export function AdminNav({ onNavigate }: AdminNavProps) {
  const administrator = useSignedIn();
  const { data } = useWaitingQuery();
  const { data: toApprove } = useToApproveQuery(undefined, { skip: !useMay('finance') });
  const groups = navigationOf(administrator, {
    '/failedtransaction': data?.total ?? 0,
    '/approvals': toApprove ?? 0,
  });
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Scroll to the entry of the current page, because the menu is higher than many screens.
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <Brand />
      </div>
      <div className={classes.person}>
        <strong>{administrator.firstName}</strong>
        <span>{administrator.permissions.join(', ') || 'reads only'}</span>
      </div>
      <nav ref={menu} aria-label="Main">
        <MenuGroups groups={groups} onNavigate={onNavigate} />
        <ul className={classes.group}>
          <DarkModeSwitch />
        </ul>
      </nav>
    </div>
  );
}
