import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { changeOf, type ChangeWords, monthText } from '../../domain/charts/chart-words.js';
import { LoadError } from '../../domain/load-error.js';
import { LiveToggle } from '../../live/live-toggle.js';
import type { LiveState } from '../../live/live.slice.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { MonthsChart, RecipientsChart, ServicesChart } from './spending-charts.js';
import { type Spending, type SpendingMonth, useSpendingQuery } from '../../api/transactions.api.js';
import { plural, t } from '../../languages/language.js';
import classes from './spending-page.module.css';

/** Milliseconds between reloads. A reload shows a new month before its first purchase. */
const NEW_MONTH_MS = 60_000;

/** The address of the page contains the selected `month`. */
export default function SpendingPage() {
  const paused = useSelector((state: { live: LiveState }) => state.live.paused);
  const [params, setParams] = useSearchParams();
  const asked = params.get('month') ?? '';
  const { data, error, refetch } = useSpendingQuery(/^\d{4}-\d{2}$/.test(asked) ? asked : '', {
    pollingInterval: paused ? 0 : NEW_MONTH_MS,
  });
  return (
    <Page
      title={t('Spending')}
      lead={t(
        'What you bought, counted when it was delivered. Money that came back later is taken off in that month.',
      )}
      aside={<LiveToggle />}
    >
      {!data && error ? (
        <LoadError
          error={error}
          fallback={t('Your spending could not be loaded.')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={6} label={t('Loading your spending')} /> : null}
      {data ? (
        <Report
          spending={data}
          onMonth={(month) => setParams({ month }, { replace: true, preventScrollReset: true })}
        />
      ) : null}
    </Page>
  );
}

interface ReportProps {
  readonly spending: Spending;
  readonly onMonth: (month: string) => void;
}

function Report({ spending, onMonth }: ReportProps) {
  const { months, incomplete } = spending;
  const now = months.at(-1);
  const last = months.at(-2);
  const shown = months.find(({ month }) => month === spending.month) ?? now;
  if (!now || !last || !shown) return null;
  const nothing = months.every(({ services }) => services.length === 0);
  return (
    <>
      {incomplete ? (
        <Notice tone="warn" title={t('Some of your newest purchases are not counted yet')}>
          {t('They are safe, and follow here shortly.')}
        </Notice>
      ) : null}
      {nothing ? (
        <Card>
          <EmptyState
            title={t('Nothing spent yet')}
            action={<Link to="/home">{t('Choose something to buy')}</Link>}
          >
            {t('What you buy is drawn here as soon as it is delivered.')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <Figures now={now} last={last} />
          <MonthsChart months={months} shown={shown} onMonth={onMonth} />
          <div className={classes.pair}>
            <ServicesChart month={shown} />
            <RecipientsChart spending={spending} month={shown.month} />
          </div>
        </>
      )}
    </>
  );
}

interface FiguresProps {
  readonly now: SpendingMonth;
  readonly last: SpendingMonth;
}

function Figures({ now, last }: FiguresProps) {
  const change = changeOf(now.amount, last.amount);
  const difference = now.amount - last.amount;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('This month, {month}', { month: monthText(now.month) })}</dt>
        <dd className={classes.amount}>{naira(now.amount)}</dd>
        <dd>{plural(now.transactions, '{n} purchase so far', '{n} purchases so far')}</dd>
      </div>
      <div>
        <dt>{t('Last month, {month}', { month: monthText(last.month) })}</dt>
        <dd className={classes.amount}>{naira(last.amount)}</dd>
        <dd>{plural(last.transactions, '{n} purchase', '{n} purchases')}</dd>
      </div>
      <div>
        <dt>{t('This month against last')}</dt>
        <dd className={classes.amount}>
          {difference > 0 ? '+' : ''}
          {naira(difference)}
        </dd>
        <dd>{change ? comparedText(change) : t('Nothing was spent last month')}</dd>
      </div>
    </dl>
  );
}

function comparedText({ direction, size }: ChangeWords): string {
  if (direction === 'same') return t('as much as the whole of last month');
  return direction === 'up'
    ? t('{size} more than the whole of last month', { size })
    : t('{size} less than the whole of last month', { size });
}
