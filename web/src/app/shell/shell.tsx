import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { siteLinks } from '../../api/catalog.api.js';
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

const UNOWNED = { subscribe: false };

/** @public Requests data before the first render, because later requests would cause a second render. */
export function ask(dispatch: typeof store.dispatch): void {
  void dispatch(userData.initiate(undefined, UNOWNED));
  void dispatch(allTransactions.initiate(NEWEST, UNOWNED));
  void dispatch(notice.initiate(undefined, UNOWNED));
  void dispatch(siteLinks.initiate(undefined, UNOWNED));
}

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
