import { useEffect, useState, type ComponentType } from 'react';
import { useDispatch } from 'react-redux';
import { followOtherTabs } from '../sign-out.js';
import { AppUpdate } from './app-update.js';
import { FooterNav } from './footer-nav.js';
import { Header } from './header.js';
import { AccountSteps, BroadcastNotices, OutcomeNotices } from './notices.js';
import { ConnectionNotice, ShellFrame } from './shell-frame.js';
import { SideNav } from './side-nav.js';

/** The frame around every page of a signed-in customer. */
export default function Shell() {
  const dispatch = useDispatch();
  useEffect(() => followOtherTabs(dispatch), [dispatch]);
  const [Keyboard, setKeyboard] = useState<ComponentType>();
  // Beside the page, which does without it where it cannot be loaded.
  useEffect(() => {
    import('./keys/keyboard.js').then(
      (part) => setKeyboard(() => part.default),
      () => undefined,
    );
  }, []);
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
      {Keyboard ? <Keyboard /> : null}
    </>
  );
}
