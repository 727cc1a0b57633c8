import { useState } from 'react';
import type { SalesFigures, SalesReport } from '../../api/sales.api.js';
import { ChartCard, type ChartColumn } from '../../domain/charts/chart-card.js';
import { changeOf, percent, shortNaira } from '../../domain/charts/chart-words.js';
import { BarChart } from '../../ui/chart/bar-chart.js';
import { ColumnChart } from '../../ui/chart/column-chart.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Tabs } from '../../ui/form/tabs.js';
import { count, dayText, naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from './sales-page.module.css';
import {
  BEFORE_WORDS,
  duration,
  type Period,
  periodsOf,
  transactions,
  WINDOW_TITLES,
} from './sales-words.js';

export function SalesCharts({ report }: { readonly report: SalesReport }) {
  const { window, services, vendors, from, to } = report;
  const nothing = services.length === 0;
  const file = (by: string): string => `sales-by-${by}-${from}-to-${to}`;
  return (
    <>
      <Figures report={report} />
      {nothing ? (
        <Card>
          <EmptyState title="Nothing was sold">
            Neither in these days nor in {BEFORE_WORDS[window]}. What customers buy is drawn here at once.
          </EmptyState>
        </Card>
      ) : (
        <>
          {window === 'today' ? null : <PeriodChart report={report} file={file} />}
          <GroupChart
            title="By service"
            file={file('service')}
            first="Service"
            rows={services.map((row) => ({ ...row, key: row.service }))}
            window={window}
          />
          <GroupChart
            title="By vendor"
            file={file('vendor')}
            first="Vendor"
            rows={vendors.map((row) => ({ ...row, key: String(row.vendor) }))}
            window={window}
          />
        </>
      )}
    </>
  );
}

function Figures({ report }: { readonly report: SalesReport }) {
  const { figures, before, window } = report;
  const facts: readonly (readonly [string, (of: SalesFigures) => string, more?: string])[] = [
    ['Success rate', (of) => percent(of.success_rate)],
    ['Median time to delivery', (of) => duration(of.median_seconds)],
    ['Margin', (of) => naira(of.margin)],
    ['Failed', (of) => count(of.failed), naira(figures.failed_amount)],
    ['Waiting too long', (of) => count(of.overdue)],
    ['Reversed', (of) => count(of.reversed), naira(figures.reversed_amount)],
  ];
  return (
    <Card title={`${WINDOW_TITLES[window]}, ${daysText(report)}`}>
      <dl className={classes.facts}>
        {facts.map(([name, textOf, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {textOf(figures)}
              {more ? <small>{more}</small> : null}
            </dd>
            <dd className={classes.before}>Before: {textOf(before)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        Before is {BEFORE_WORDS[window]}, {daysText(before)}. Success is what was delivered of all that ended
        or has waited for half a minute; time runs from order to delivery; margin is what customers paid less
        what vendors charged.
      </p>
    </Card>
  );
}

const daysText = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? dayText(to) : `${dayText(from)} to ${dayText(to)}`;

const PERIOD_COLUMNS: readonly ChartColumn<Period>[] = [
  {
    header: 'Transactions',
    number: true,
    cell: (row) => count(row.transactions),
    value: (row) => row.transactions,
  },
  { header: 'Total', number: true, cell: (row) => naira(row.amount), value: (row) => row.amount },
];

interface PeriodChartProps {
  readonly report: SalesReport;
  readonly file: (by: string) => string;
}

function PeriodChart({ report, file }: PeriodChartProps) {
  const { window, days, before } = report;
  const monthly = window === 'year';
  const by = monthly ? 'month' : 'day';
  const periods = periodsOf(report);
  const best = periods.reduce((most, one) => (one.amount > most.amount ? one : most), periods[0]!);
  return (
    <ChartCard
      title={`By ${by}`}
      file={file(by)}
      columns={[
        { header: monthly ? 'Month' : 'Day', cell: (row) => row.title, value: (row) => row.key },
        ...PERIOD_COLUMNS,
      ]}
      rows={periods.toReversed()}
      rowKey={({ key }) => key}
    >
      <ColumnChart
        columns={periods.map(({ key, label, title, amount, transactions: number }) => ({
          key,
          label,
          value: amount,
          title: `${title}: ${naira(amount)}, ${transactions(number)}`,
        }))}
        summary={`Sales of each ${by}. The most on ${best.title}: ${naira(best.amount)}.`}
        axis={shortNaira}
        level={
          monthly || before.amount <= 0
            ? undefined
            : {
                value: before.amount / days.length,
                label: `An average day of ${BEFORE_WORDS[window]}`,
              }
        }
      />
    </ChartCard>
  );
}

type Group = SalesFigures & { readonly key: string; readonly name: string; readonly before_amount: number };

interface GroupChartProps {
  readonly title: string;
  readonly file: string;
  readonly first: string;
  readonly rows: readonly Group[];
  readonly window: SalesReport['window'];
}

const GROUP_COLUMNS: readonly ChartColumn<Group>[] = [
  {
    header: 'Transactions',
    number: true,
    cell: (row) => count(row.transactions),
    value: (row) => row.transactions,
  },
  { header: 'Total', number: true, cell: (row) => naira(row.amount), value: (row) => row.amount },
  {
    header: 'Before',
    number: true,
    cell: (row) => naira(row.before_amount),
    value: (row) => row.before_amount,
  },
  { header: 'Margin', number: true, cell: (row) => naira(row.margin), value: (row) => row.margin },
  {
    header: 'Success',
    number: true,
    cell: (row) => percent(row.success_rate),
    value: (row) => row.success_rate ?? '',
  },
  {
    header: 'Median time',
    number: true,
    cell: (row) => duration(row.median_seconds),
    value: (row) => row.median_seconds ?? '',
  },
  { header: 'Failed', number: true, cell: (row) => count(row.failed), value: (row) => row.failed },
  { header: 'Waiting', number: true, cell: (row) => count(row.overdue), value: (row) => row.overdue },
  { header: 'Reversed', number: true, cell: (row) => count(row.reversed), value: (row) => row.reversed },
];

const MEASURES = [
  {
    value: 'amount',
    label: 'Sales',
    of: (row: Group) => row.amount,
    text: (row: Group) => naira(row.amount),
  },
  {
    value: 'margin',
    label: 'Margin',
    of: (row: Group) => row.margin,
    text: (row: Group) => naira(row.margin),
  },
  {
    value: 'success',
    label: 'Success rate',
    of: (row: Group) => row.success_rate ?? 0,
    text: (row: Group) => percent(row.success_rate),
  },
  {
    value: 'time',
    label: 'Median time',
    of: (row: Group) => row.median_seconds ?? 0,
    text: (row: Group) => duration(row.median_seconds),
  },
] as const;

/**
 * Always sort the bars by `amount`, so that they stay in place when the administrator chooses another
 * measure.
 */
function GroupChart({ title, file, first, rows, window }: GroupChartProps) {
  const sorted = rows.toSorted(
    (one, other) => other.amount - one.amount || other.before_amount - one.before_amount,
  );
  const [drawn, setDrawn] = useState<(typeof MEASURES)[number]['value']>('amount');
  const measure = MEASURES.find(({ value }) => value === drawn)!;
  const most = sorted.reduce<Group | undefined>(
    (best, row) => (best && measure.of(best) >= measure.of(row) ? best : row),
    undefined,
  );
  return (
    <ChartCard
      title={title}
      file={file}
      columns={[{ header: first, cell: (row) => row.name, value: (row) => row.name }, ...GROUP_COLUMNS]}
      rows={sorted}
      rowKey={({ key }) => key}
      wide
    >
      <Tabs label={`${title}, drawn`} tabs={MEASURES} open={drawn} onOpen={setDrawn} />
      <BarChart
        bars={sorted.map((row) => ({
          key: row.key,
          label: row.name,
          value: measure.of(row),
          text: measure.text(row),
          ...(drawn === 'amount' ? { before: row.before_amount } : {}),
        }))}
        summary={`${measure.label} ${title.toLowerCase()}.${most ? ` The most: ${most.name}, ${measure.text(most)}.` : ''}`}
        legend={{
          now: 'In these days',
          ...(drawn === 'amount' ? { before: capitalised(BEFORE_WORDS[window]) } : {}),
        }}
      />
    </ChartCard>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function WindowSection({
  report,
  open,
  onOpen,
}: {
  readonly report: SalesReport;
  readonly open: boolean;
  readonly onOpen: () => void;
}) {
  const { window, figures, before } = report;
  const change = changeOf(figures.amount, before.amount);
  return (
    <section className={classes.window} data-open={open || undefined}>
      <h2>
        <button type="button" aria-pressed={open} onClick={onOpen}>
          {WINDOW_TITLES[window]}
        </button>
      </h2>
      <p className={classes.amount}>{naira(figures.amount)}</p>
      <p className={classes.count}>{transactions(figures.transactions)}</p>
      {/* No colour for today: an unfinished day is always behind a whole one. */}
      <p className={classes.change} data-direction={window === 'today' ? undefined : change?.direction}>
        {change ? `${change.text} ${BEFORE_WORDS[window]}` : `Nothing sold in ${BEFORE_WORDS[window]}`}
      </p>
    </section>
  );
}
