import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSignedIn } from '../../api/use-signed-in.js';
import { LogoutIcon, MenuIcon } from '../../ui/icons.js';
import classes from '../shell/header.module.css';
import own from './admin-header.module.css';
import { signOutAdministrator } from './admin-sign-out.js';

interface AdminHeaderProps {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** Who is signed in, and the way out. */
export function AdminHeader({ menuOpen, onMenu }: AdminHeaderProps) {
  const { firstName, role } = useSignedIn();
  const [leaving, setLeaving] = useState(false);
  const dispatch = useDispatch();
  const leave = (): void => {
    setLeaving(true);
    void signOutAdministrator(dispatch);
  };
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.menu ?? ''}
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <MenuIcon />
      </ActionIcon>
      <div className={classes.person}>
        <strong>Hello, {firstName}</strong>
        <span>{role === 'admin' ? 'Administrator' : 'Auditor'}</span>
      </div>
      <ActionIcon
        className={own.logout ?? ''}
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Logout"
        title="Logout"
        loading={leaving}
        onClick={leave}
      >
        <LogoutIcon />
      </ActionIcon>
    </header>
  );
}
