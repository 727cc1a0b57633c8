import './shell-styles.js';
import { Drawer } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { startLiveUpdates } from '../../live/start-live-updates.js';
import { PageLoader } from '../../ui/page-loader.js';
import { ErrorBoundary } from '../error-boundary.js';
import { followOtherTabs } from '../sign-out.js';
import type { RootState } from '../store.js';
import { AccountSteps } from './account-steps.js';
import { ConnectionNotice } from './connection-notice.js';
import { FooterNav } from './footer-nav.js';
import { Header } from './header.js';
import { OutcomeNotices } from './outcome-notices.js';
import { SideNav } from './side-nav.js';
import classes from './shell.module.css';

/** The frame around every page of a signed-in person. */
export default function Shell() {
  const [menuOpen, setMenuOpen] = useState(false);
  const dispatch = useDispatch();
  const store = useStore<RootState>();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const firstPage = useRef(true);

  useEffect(
    () => startLiveUpdates({ dispatch, isPaused: () => store.getState().live.paused }),
    [dispatch, store],
  );
  useEffect(() => followOtherTabs(dispatch), [dispatch]);
  useEffect(() => {
    if (firstPage.current) firstPage.current = false;
    else {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname]);

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <aside className={classes.side} aria-label="Sidebar">
        <SideNav />
      </aside>
      <Drawer
        opened={menuOpen}
        onClose={() => setMenuOpen(false)}
        size={300}
        padding={0}
        title="Menu"
        closeButtonProps={{ 'aria-label': 'Close menu' }}
        attributes={{ header: { role: 'presentation' } }}
        classNames={{ header: classes.drawerHeader ?? '', content: classes.drawer ?? '' }}
      >
        <SideNav onNavigate={() => setMenuOpen(false)} />
      </Drawer>
      <div className={classes.column}>
        <Header menuOpen={menuOpen} onMenu={() => setMenuOpen(true)} />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <div className={classes.notices}>
            <ConnectionNotice />
            <AccountSteps />
          </div>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<PageLoader />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        <FooterNav />
      </div>
      <OutcomeNotices />
      <Notifications position="top-center" containerWidth={360} />
    </div>
  );
}
