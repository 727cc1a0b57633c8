import { NativeSelect } from '@mantine/core';
import { ChartCard, type ChartColumn } from '../../domain/charts/chart-card.js';
import { monthText, shortMonth, shortNaira } from '../../domain/charts/chart-words.js';
import { phoneText } from '../../domain/phone.js';
import { useServiceName } from '../../domain/products.js';
import { BarChart } from '../../ui/chart/bar-chart.js';
import { ColumnChart } from '../../ui/chart/column-chart.js';
import { DonutChart } from '../../ui/chart/donut-chart.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { count, naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import type { Spending, SpendingMonth } from '../../api/transactions.api.js';
import { msg, t } from '../../languages/language.js';
import classes from './spending-page.module.css';

interface Spent {
  readonly amount: number;
  readonly transactions: number;
}

const FIGURES: readonly ChartColumn<Spent>[] = [
  {
    header: msg('Purchases'),
    number: true,
    cell: (row) => count(row.transactions),
    value: (row) => row.transactions,
  },
  { header: msg('Spent'), number: true, cell: (row) => naira(row.amount), value: (row) => row.amount },
];

interface MonthsChartProps {
  readonly months: readonly SpendingMonth[];
  readonly shown: SpendingMonth;
  readonly onMonth: (month: string) => void;
}

export function MonthsChart({ months, shown, onMonth }: MonthsChartProps) {
  const most = months.reduce((best, one) => (one.amount > best.amount ? one : best), months[0]!);
  const newestFirst = months.toReversed();
  return (
    <ChartCard
      title={t('By month')}
      file="spending-by-month"
      columns={[
        { header: t('Month'), cell: (row) => monthText(row.month), value: (row) => row.month },
        ...FIGURES,
      ]}
      rows={newestFirst}
      rowKey={({ month }) => month}
    >
      <ColumnChart
        columns={months.map(({ month, amount }) => ({
          key: month,
          label: shortMonth(month),
          value: amount,
          title: `${monthText(month)}: ${naira(amount)}`,
        }))}
        summary={t('What you spent in each of twelve months. The most in {month}: {amount}.', {
          month: monthText(most.month),
          amount: naira(most.amount),
        })}
        axis={shortNaira}
      />
      <NativeSelect
        className={classes.month}
        label={t('Month looked at')}
        value={shown.month}
        onChange={({ currentTarget }) => onMonth(currentTarget.value)}
        data={newestFirst.map(({ month }) => ({ value: month, label: monthText(month) }))}
      />
    </ChartCard>
  );
}

export function ServicesChart({ month }: { readonly month: SpendingMonth }) {
  const nameOf = useServiceName();
  const rows = month.services.toSorted((one, other) => other.amount - one.amount);
  const title = t('By service, {month}', { month: monthText(month.month) });
  if (rows.length === 0)
    return (
      <Card title={title}>
        <EmptyState title={t('Nothing was bought in this month')} />
      </Card>
    );
  const [first] = rows;
  return (
    <ChartCard
      title={title}
      file={`spending-by-service-${month.month}`}
      columns={[
        { header: t('Service'), cell: (row) => nameOf(row.service), value: (row) => nameOf(row.service) },
        ...FIGURES,
      ]}
      rows={rows}
      rowKey={({ service }) => service}
      wide
    >
      <DonutChart
        slices={rows.map(({ service, amount }) => ({
          key: service,
          label: nameOf(service),
          value: amount,
          text: naira(amount),
        }))}
        total={naira(month.amount)}
        name={t('spent')}
        summary={[
          t('What you spent on each service in {month}.', { month: monthText(month.month) }),
          first &&
            t('The most on {service}: {amount}.', {
              service: nameOf(first.service),
              amount: naira(first.amount),
            }),
        ]
          .filter(Boolean)
          .join(' ')}
      />
    </ChartCard>
  );
}

interface RecipientsChartProps {
  readonly spending: Spending;
  readonly month: string;
}

export function RecipientsChart({ spending, month }: RecipientsChartProps) {
  const { recipients, recipients_capped } = spending;
  const title = t('Top recipients, {month}', { month: monthText(month) });
  const [first] = recipients;
  if (!first)
    return (
      <Card title={title}>
        <EmptyState title={t('Nobody was bought for in this month')} />
      </Card>
    );
  return (
    <ChartCard
      title={title}
      file={`spending-by-recipient-${month}`}
      columns={[
        {
          header: t('Recipient'),
          cell: (row) => phoneText(row.recipient),
          value: (row) => phoneText(row.recipient),
        },
        ...FIGURES,
      ]}
      rows={recipients}
      rowKey={({ recipient }) => recipient}
      wide
    >
      <BarChart
        bars={recipients.map(({ recipient, amount }) => ({
          key: recipient,
          label: phoneText(recipient),
          value: amount,
          text: naira(amount),
        }))}
        summary={t('Whom you bought most for in {month}. The most for {recipient}: {amount}.', {
          month: monthText(month),
          recipient: phoneText(first.recipient),
          amount: naira(first.amount),
        })}
        legend={{
          now: recipients_capped
            ? t('Of the newest 1,000 purchases of this month that were delivered')
            : t('Of purchases made in this month that were delivered'),
        }}
      />
    </ChartCard>
  );
}
