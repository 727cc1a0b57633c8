import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { Balance } from '../../domain/balance.js';
import { LogoutIcon, MenuIcon, PlusIcon } from '../../ui/icons.js';
import classes from './header.module.css';

interface HeaderProps {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** Who is signed in, what they have, and the way to add to it. */
export function Header({ menuOpen, onMenu }: HeaderProps) {
  const { data: user } = useUserDataQuery();
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
        <strong>{user ? `Hello, ${user.first_name}` : 'Hello'}</strong>
        {user ? <span>{user.reseller === 1 ? 'Affiliate User' : 'Regular User'}</span> : null}
      </div>
      <div className={classes.balance}>
        <span>Wallet balance</span>
        <strong data-testid="wallet-balance">{user ? <Balance amount={user.user_wallet} /> : '…'}</strong>
      </div>
      <Link to="/topup" className={classes.topup} aria-label="Top up">
        <PlusIcon strokeWidth={2.5} />
        <span>Top up</span>
      </Link>
      <Link to="/logout" className={classes.logout} aria-label="Logout" title="Logout">
        <LogoutIcon />
      </Link>
    </header>
  );
}
