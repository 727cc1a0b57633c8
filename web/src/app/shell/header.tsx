import { Link } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { Balance } from '../../domain/balance.js';
import { t } from '../../languages/language.js';
import { LogoutIcon, PlusIcon } from '../../ui/icons.js';
import { MenuButton, type MenuButtonProps } from './menu-button.js';
import classes from './header.module.css';

export function Header(menu: MenuButtonProps) {
  const { data: user } = useUserDataQuery();
  return (
    <header className={classes.header}>
      <MenuButton {...menu} />
      <div className={classes.person}>
        <strong>{user ? t('Hello, {firstName}', { firstName: user.first_name }) : t('Hello')}</strong>
        {user ? <span>{user.reseller === 1 ? t('Affiliate User') : t('Regular User')}</span> : null}
      </div>
      <div className={classes.balance}>
        <span>{t('Wallet balance')}</span>
        <strong data-testid="wallet-balance">{user ? <Balance amount={user.user_wallet} /> : '…'}</strong>
      </div>
      <Link to="/topup" className={classes.topup} aria-label={t('Top up')}>
        <PlusIcon strokeWidth={2.5} />
        <span>{t('Top up')}</span>
      </Link>
      <Link to="/logout" className={classes.logout} aria-label={t('Logout')} title={t('Logout')}>
        <LogoutIcon />
      </Link>
    </header>
  );
}
