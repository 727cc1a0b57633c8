import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { useMediaQuery } from '@mantine/hooks';
import {
  Fragment,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { useDispatch, useStore } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { t } from '../../languages/language.js';
import { startLiveUpdates } from '../../live/start-live-updates.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Toasts } from '../../ui/feedback/toasts.js';
import { Dialog } from '../../ui/layout/dialog.js';
import { ErrorBoundary } from '../error-boundary.js';
import type { RootState } from '../store.js';
import type { MenuButtonProps } from './menu-button.js';
import classes from './shell.module.css';

declare const __VERSION__: string;

interface BesideProps {
  /** A new function in a later render would load the component again. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export function Beside({ load }: BesideProps) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    const begin = setTimeout(() =>
      load().then(
        (part) => setPart(() => part.default),
        () => undefined,
      ),
    );
    return () => clearTimeout(begin);
  }, [load]);
  return Part ? <Part /> : null;
}

interface ShellFrameProps {
  readonly SideNav: ComponentType<{ readonly onNavigate?: (() => void) | undefined }>;
  readonly Header: ComponentType<MenuButtonProps>;
  readonly footer: ReactNode;
  readonly wide?: boolean;
  readonly notices: ReactNode;
}

export function ShellFrame({ SideNav, Header, footer, wide, notices }: ShellFrameProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const dispatch = useDispatch();
  const store = useStore<RootState>();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const firstPage = useRef(true);
  // Hidden by CSS, the many links of the menu would still cost phones time on every page.
  const beside = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });

  useEffect(
    () => startLiveUpdates({ dispatch, isPaused: () => store.getState().live.paused }),
    [dispatch, store],
  );
  // Load `stale-answers.js` now, because it is needed when the network has failed.
  useEffect(() => void import('../../api/stale-answers.js').catch(() => undefined), []);
  const pressedAt = useInputBefore(pathname);
  // Move the focus before the next key is pressed.
  useLayoutEffect(() => {
    if (firstPage.current) firstPage.current = false;
    else {
      window.scrollTo(0, 0);
      if (pressedAt.current !== pathname) main.current?.focus({ preventScroll: true });
    }
  }, [pathname, pressedAt]);

  return (
    <div className={classes.shell} data-wide={wide || undefined}>
      <a className={classes.skip} href="#main">
        {t('Skip to the page')}
      </a>
      {beside ? (
        <aside className={classes.side} aria-label={t('Sidebar')}>
          <SideNav />
        </aside>
      ) : null}
      {menuOpen ? (
        <Dialog
          place="left"
          closesOutside
          title={t('Menu')}
          closeLabel={t('Close menu')}
          onClose={() => setMenuOpen(false)}
        >
          <SideNav onNavigate={() => setMenuOpen(false)} />
        </Dialog>
      ) : null}
      <div className={classes.column}>
        <Header menuOpen={menuOpen} onMenu={() => setMenuOpen(true)} />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <div className={classes.notices}>{notices}</div>
          {/* The key stays inside `Suspense`: outside it the old page would vanish before the new one is
              loaded. */}
          <ErrorBoundary page={pathname}>
            <Suspense fallback={<PageLoader />}>
              <Fragment key={pathname}>
                <Outlet />
              </Fragment>
            </Suspense>
          </ErrorBoundary>
        </main>
        <footer className={classes.version}>v{__VERSION__}</footer>
        {footer}
      </div>
      <Toasts />
    </div>
  );
}

function useInputBefore(drawn: string): RefObject<string> {
  const pressedAt = useRef('');
  useEffect(() => {
    const note = (): void => {
      if (window.location.pathname !== drawn) pressedAt.current = window.location.pathname;
    };
    const kinds = ['keydown', 'pointerdown'] as const;
    for (const kind of kinds) window.addEventListener(kind, note, true);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note, true);
    };
  }, [drawn]);
  return pressedAt;
}
