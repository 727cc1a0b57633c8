import { useSitePurseQuery, type SitePurse } from '../api/sales.api.js';
import { lagosClock, naira } from '../ui/format.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { Card } from '../ui/layout/page.js';
import { LoadError } from './load-error.js';
import classes from './site-purse.module.css';

/**
 * Milliseconds between reloads. Not shorter, because the server asks vendors for balances only once a minute.
 */
const ASK_MS = 60_000;

export function SitePurseCard() {
  const { data, error, refetch } = useSitePurseQuery(undefined, { pollingInterval: ASK_MS });
  return (
    <Card title="Site purse" className={classes.card ?? ''}>
      {data ? <Purse purse={data} /> : null}
      {!data && error ? (
        <LoadError
          error={error}
          fallback="The site purse could not be loaded."
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={2} label="Asking the vendors" /> : null}
    </Card>
  );
}

function Purse({ purse }: { readonly purse: SitePurse }) {
  const silent = purse.vendors.filter(({ balance }) => balance === null).map(({ name }) => name);
  return (
    <>
      <p className={classes.amount} data-testid="site-purse">
        {naira(purse.SitePurse)}
      </p>
      <p className={classes.note}>
        What vendors hold, asked at {lagosClock(purse.asked_at)}. In the ledger:{' '}
        <span className={classes.figure}>{naira(purse.ledger_purse)}</span>
      </p>
      {silent.length > 0 ? (
        <p className={classes.silent}>Not counted, because they did not answer: {silent.join(', ')}.</p>
      ) : null}
      <details className={classes.details}>
        <summary>By vendor</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Vendor</th>
              <th scope="col">Says</th>
              <th scope="col">Ledger</th>
            </tr>
          </thead>
          <tbody>
            {purse.vendors.map(({ code, name, balance, ledger_balance }) => (
              <tr key={code}>
                <th scope="row">{name}</th>
                <td>{balance === null ? 'No answer' : naira(balance)}</td>
                <td>{naira(ledger_balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
