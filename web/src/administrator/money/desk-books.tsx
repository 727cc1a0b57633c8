import { Link } from 'react-router-dom';
import { naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import type { MoneyDesk } from './money.api.js';
import classes from './money.module.css';

interface Account {
  readonly name: string;
  readonly balance: number;
}

export function DeskBooks({ desk: { banks, providers, vendors } }: { readonly desk: MoneyDesk }) {
  return (
    <Card title="By the books" className={classes.beside ?? ''}>
      <div className={classes.books}>
        <div className={classes.desk}>
          <Accounts title="Banks" of={banks} none="Nothing is booked at a bank yet." />
          <Accounts title="Payment providers owe us" of={providers} none="" />
        </div>
        <Accounts title="Vendors hold for us" of={vendors} none="" />
      </div>
      <p className={classes.soft}>
        Counted from the first entry of the books, so what stood at a bank before is not in it. Every entry is
        in the <Link to="/activity?area=money">activity log</Link>.
      </p>
    </Card>
  );
}

function Accounts({
  title,
  of,
  none,
}: {
  readonly title: string;
  readonly of: readonly Account[];
  readonly none: string;
}) {
  return (
    <section>
      <h3 className={classes.kind}>{title}</h3>
      {of.length === 0 ? <p className={classes.soft}>{none}</p> : null}
      <dl className={classes.accounts}>
        {of.map(({ name, balance }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-below={balance < 0 || undefined}>{naira(balance)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
