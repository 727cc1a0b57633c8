import { ActionIcon } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { useAdminSummaryQuery } from '../../api/sales.api.js';
import { useSignedIn } from '../../api/use-signed-in.js';
import { Balance } from '../../domain/balance.js';
import { naira } from '../../ui/format.js';
import { LogoutIcon } from '../../ui/icons.js';
import classes from '../shell/header.module.css';
import { MenuButton, type MenuButtonProps } from '../shell/menu-button.js';
import own from './admin-header.module.css';
import { signOutAdministrator, useLeaving } from './admin-sign-out.js';

export function AdminHeader(menu: MenuButtonProps) {
  const { firstName, role, mustEnrol } = useSignedIn();
  const { busy: leaving } = useLeaving();
  const dispatch = useDispatch();
  return (
    <header className={classes.header}>
      <MenuButton {...menu} />
      {mustEnrol ? (
        <strong className={classes.person}>Hello, {firstName}</strong>
      ) : (
        <HouseWallet firstName={firstName} isAdmin={role === 'admin'} />
      )}
      <ActionIcon
        className={own.logout ?? ''}
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Logout"
        title="Logout"
        loading={leaving}
        onClick={() => void signOutAdministrator(dispatch)}
      >
        <LogoutIcon />
      </ActionIcon>
    </header>
  );
}

interface HouseWalletProps {
  readonly firstName: string;
  readonly isAdmin: boolean;
}

function HouseWallet({ firstName, isAdmin }: HouseWalletProps) {
  const { data, error, refetch } = useAdminSummaryQuery();
  const role = isAdmin ? 'Administrator' : 'Auditor';
  const last = data && data.lastTop > 0 ? `, last top up ${naira(data.lastTop)}` : '';
  return (
    <>
      <div className={classes.person}>
        <strong title={data ? `${data.firstName} ${data.lastName}, ${data.email}` : undefined}>
          Hello, {firstName}
        </strong>
        <span className={own.who}>
          <span>{role}</span>
          {/* Price tier of the house, `userStatus`. Auditors buy nothing. */}
          {isAdmin && data ? <span>{data.userStatus} User</span> : null}
        </span>
      </div>
      <div className={classes.balance}>
        <span>House wallet</span>
        {!data && error ? (
          <button type="button" className={own.retry} onClick={() => void refetch()}>
            Not loaded. Try again
          </button>
        ) : (
          <strong
            data-testid="house-balance"
            title={data ? `${data.totalTransaction} purchases${last}` : undefined}
          >
            {data ? <Balance amount={data.wallet} /> : '…'}
          </strong>
        )}
      </div>
      {isAdmin ? (
        <Link to="/money-desk" className={classes.topup} aria-label="+ Top up">
          +<span>Top up</span>
        </Link>
      ) : null}
    </>
  );
}
