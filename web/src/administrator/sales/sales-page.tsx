import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import {
  type AdminInfo,
  type SalesReport,
  useAdminInfoQuery,
  useSalesReportQuery,
} from '../../api/sales.api.js';
import { percent } from '../../domain/charts/chart-words.js';
import { LoadError } from '../../domain/load-error.js';
import { SitePurseCard } from '../../domain/site-purse.js';
import { LiveToggle } from '../../live/live-toggle.js';
import type { LiveState } from '../../live/live.slice.js';
import { count, naira } from '../../ui/format.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Page } from '../../ui/layout/page.js';
import { SalesCharts, WindowSection } from './sales-charts.js';
import classes from './sales-page.module.css';

/** Milliseconds between reloads. A reload shows a new day before its first sale. */
const NEW_DAY_MS = 60_000;

export default function SalesPage() {
  const paused = useSelector((state: { live: LiveState }) => state.live.paused);
  const polling = { pollingInterval: paused ? 0 : NEW_DAY_MS };
  const info = useAdminInfoQuery(undefined, polling);
  const { data: reports, error, refetch } = useSalesReportQuery(undefined, polling);
  const [params, setParams] = useSearchParams();
  const open = reports?.find(({ window }) => window === params.get('window')) ?? reports?.[0];
  return (
    <Page
      title="Sales"
      lead="Counted on the day of delivery in Lagos; what vendors took back is taken off on its own day."
      aside={<LiveToggle />}
    >
      <div className={classes.top}>
        {info.data ? <Totals info={info.data} today={reports?.[0]} /> : null}
        {!info.data && info.error ? (
          <LoadError
            error={info.error}
            fallback="The totals could not be loaded."
            onRetry={() => void info.refetch()}
          />
        ) : null}
        {!info.data && !info.error ? <SkeletonRows rows={3} label="Loading the totals" /> : null}
        <SitePurseCard />
      </div>
      {!reports && error ? (
        <LoadError error={error} fallback="The sales could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {!reports && !error ? <SkeletonRows rows={6} label="Loading the sales" /> : null}
      {reports && open ? (
        <>
          <div className={classes.windows}>
            {reports.map((report) => (
              <WindowSection
                key={report.window}
                report={report}
                open={report.window === open.window}
                onOpen={() => setParams({ window: report.window }, { replace: true })}
              />
            ))}
          </div>
          <SalesCharts report={open} />
        </>
      ) : null}
    </Page>
  );
}

interface TotalsProps {
  readonly info: AdminInfo;
  readonly today: SalesReport | undefined;
}

function Totals({ info, today }: TotalsProps) {
  const delivered = today && today.figures.transactions + today.figures.reversed;
  const cards = [
    { name: 'Transactions', value: count(info.totalTransaction), note: 'of all days, reversals taken off' },
    { name: 'System Wallet', value: naira(info.system_wallet), note: 'in all wallets, held money included' },
    { name: 'Richest Wallet', value: naira(info.top_user), note: 'the most that one customer can spend' },
    {
      name: 'Complete',
      value: delivered === undefined ? '…' : `+${count(delivered)}`,
      note:
        today && today.figures.success_rate !== null
          ? `delivered today, ${percent(today.figures.success_rate)} of what ended or waits`
          : 'delivered today',
    },
  ];
  return (
    <dl className={classes.totals}>
      {cards.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.amount}>{value}</dd>
          <dd className={classes.count}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
