import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { siteLinks } from '../../api/catalogue.api.js';
import { allTransactions, NEWEST } from '../../api/transactions.api.js';
import { notice, userData } from '../../api/user-data.api.js';
import type { store } from '../store.js';
import { followOtherTabs } from '../sign-out.js';
import { FooterNav } from './footer-nav.js';
import { Header } from './header.js';
import { AccountSteps } from './account-steps.js';
import { ConnectionNotice } from './connection-notice.js';
import { Beside, ShellFrame } from './shell-frame.js';
import { SideNav } from './side-nav.js';

const appUpdate = () => import('./app-update.js');
const passingNotices = () => import('./passing-notices.js');
const keyboard = () => import('./keys/keyboard.js');

/** Kept for as long as what is asked for and no longer shown. */
const UNOWNED = { subscribe: false };

/**
 * Asks for what the frame shows before it is drawn for the first time: the answers are on their way meanwhile, and nothing is drawn again
 * because it was asked for.
 */
export function ask(dispatch: typeof store.dispatch): void {
  void dispatch(userData.initiate(undefined, UNOWNED));
  void dispatch(allTransactions.initiate(NEWEST, UNOWNED));
  void dispatch(notice.initiate(undefined, UNOWNED));
  void dispatch(siteLinks.initiate(undefined, UNOWNED));
}

/** The frame around every page of a signed-in customer. */
export default function Shell() {
  const dispatch = useDispatch();
  useEffect(() => followOtherTabs(dispatch), [dispatch]);
  return (
    <>
      <ShellFrame
        SideNav={SideNav}
        Header={Header}
        footer={<FooterNav />}
        notices={
          <>
            <ConnectionNotice />
            <Beside load={appUpdate} />
            <AccountSteps />
          </>
        }
      />
      <Beside load={passingNotices} />
      <Beside load={keyboard} />
    </>
  );
}
