// Sheets of the components that only signed-in people see.
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

interface BesideProps {
  /** The same function each time. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** A part beside the page, which does without it where it cannot be loaded. */
export function Beside({ load }: BesideProps) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    // After the page, of which nothing waits for it.
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
  /** The menu: beside the page where there is room, in a drawer elsewhere, which `onNavigate` closes. */
  readonly SideNav: ComponentType<{ readonly onNavigate?: (() => void) | undefined }>;
  readonly Header: ComponentType<MenuButtonProps>;
  /** The bar at the bottom of small screens. */
  readonly footer: ReactNode;
  /** Whether pages of dense tables may use a wide screen. */
  readonly wide?: boolean;
  /** What is said above every page. */
  readonly notices: ReactNode;
}

/** The frame around the pages of one side: menu, header, the page of the address, live updates, sentences over it. */
export function ShellFrame({ SideNav, Header, footer, wide, notices }: ShellFrameProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const dispatch = useDispatch();
  const store = useStore<RootState>();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const firstPage = useRef(true);
  // Not only hidden elsewhere: it has more links than most pages, and phones would draw it with each of them.
  const beside = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });

  useEffect(
    () => startLiveUpdates({ dispatch, isPaused: () => store.getState().live.paused }),
    [dispatch, store],
  );
  // Once the page is drawn, while there is a network to load it through.
  useEffect(() => void import('../../api/stale-answers.js').catch(() => undefined), []);
  const pressedAt = useInputBefore(pathname);
  // With the page itself, not a moment later: the first key pressed on the new page would go elsewhere.
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
          {/* The key is inside: a new one around Suspense would take the old page away before the new one is there. */}
          <ErrorBoundary page={pathname}>
            <Suspense fallback={<PageLoader />}>
              <Fragment key={pathname}>
                <Outlet />
              </Fragment>
            </Suspense>
          </ErrorBoundary>
        </main>
        {footer}
      </div>
      <Toasts />
    </div>
  );
}

/**
 * The address at which a key or a pointer was pressed last before the page of that address was drawn, which may take
 * seconds where networks are slow. Whoever presses something there has put the focus where they want it: it stays.
 */
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
