import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { UserData } from '../../api/user-data.api.js';
import { Balance, useHiddenBalance } from '../../domain/balance.js';
import { count } from '../../ui/format.js';
import { EyeIcon, EyeOffIcon, PlusIcon } from '../../ui/icons.js';
import { Guilloche } from '../../ui/layout/brand.js';
import classes from './wallet-card.module.css';

/** The balance, large, and the way to add to it. */
export function WalletCard({ user }: { readonly user: UserData }) {
  const [hidden, setHidden] = useHiddenBalance();
  return (
    <section className={classes.card} aria-label="Wallet">
      <Guilloche className={classes.pattern} />
      <div className={classes.head}>
        <h2>Wallet balance</h2>
        <ActionIcon
          variant="transparent"
          color="white"
          size={44}
          aria-pressed={hidden}
          aria-label="Hide balance"
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
          <PlusIcon /> Top up
        </Link>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Last top up</dt>
          <dd>{user.lastTopUp > 0 ? <Balance amount={user.lastTopUp} /> : 'None yet'}</dd>
        </div>
        <div>
          <dt>Transactions</dt>
          <dd>{count(user.totalTransaction)}</dd>
        </div>
      </dl>
    </section>
  );
}
