import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { UserData } from '../../api/user-data.api.js';
import { Balance, useHiddenBalance } from '../balance.js';
import { t } from '../../languages/language.js';
import { count } from '../../ui/format.js';
import { EyeIcon, EyeOffIcon, PlusIcon } from '../../ui/icons.js';
import { Guilloche } from '../../ui/layout/brand.js';
import classes from './wallet-card.module.css';

export function WalletCard({ user }: { readonly user: UserData }) {
  const [hidden, setHidden] = useHiddenBalance();
  return (
    <section className={classes.wallet} aria-label={t('Wallet')}>
      <div className={classes.card}>
        <Guilloche className={classes.pattern} />
        <div className={classes.head}>
          <h2>{t('Wallet balance')}</h2>
          <ActionIcon
            variant="transparent"
            color="white"
            size={44}
            aria-pressed={hidden}
            aria-label={t('Hide balance')}
            onClick={() => setHidden(!hidden)}
          >
            {hidden ? <EyeOffIcon /> : <EyeIcon />}
          </ActionIcon>
        </div>
        <div className={classes.balance}>
          <p>
            <Balance amount={user.user_wallet} />
          </p>
          <Link to="/topup" className={classes.primary}>
            <PlusIcon /> {t('Top up')}
          </Link>
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>{t('Last top up')}</dt>
            <dd>{user.lastTopUp > 0 ? <Balance amount={user.lastTopUp} /> : t('None yet')}</dd>
          </div>
          <div>
            <dt>{t('Transactions')}</dt>
            <dd>{count(user.totalTransaction)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
