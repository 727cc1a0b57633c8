import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { followOtherTabs } from '../sign-out.js';
import { AppUpdate } from './app-update.js';
import { FooterNav } from './footer-nav.js';
import { Header } from './header.js';
import { AccountSteps, BroadcastNotices, OutcomeNotices } from './notices.js';
import { Beside, ConnectionNotice, ShellFrame } from './shell-frame.js';
import { SideNav } from './side-nav.js';

const keyboard = () => import('./keys/keyboard.js');

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
            <AppUpdate />
            <AccountSteps />
          </>
        }
      />
      <OutcomeNotices />
      <BroadcastNotices />
      <Beside load={keyboard} />
    </>
  );
}
