import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import {
  monthDays,
  lagosDays,
  lagosMonthOf,
  monthsUntil,
} from '../../services/contracts/fields/lagos-day.js';
import { type Kobo, nairaFromKobo } from '../../services/contracts/money.js';
import { type Service, SERVICES } from '../../services/contracts/services.js';
import { historyView } from '../history/history.view.js';
import { type SpendingRow, spendingView } from './spending.view.js';

/** Naira spent. A reversal is deducted from the month in which it happened. */
export interface Spent {
  readonly amount: number;
  readonly transactions: number;
}

export interface SpendingMonth extends Spent {
  /** Lagos month, yyyy-MM. */
  readonly month: string;
  /** Services that have rows in the month, in the order of `SERVICES`. */
  readonly services: readonly (Spent & { readonly service: Service })[];
}

export interface Spending {
  /** Month of `recipients`. */
  readonly month: string;
  /** Twelve months, with the current month last. */
  readonly months: readonly SpendingMonth[];
  /** Largest amount first. */
  readonly recipients: readonly (Spent & { readonly recipient: string })[];
  readonly recipientsCapped: boolean;
}

const MONTHS = 12;
const PURCHASES_LOOKED_AT = 1_000;
const RECIPIENTS_MAX = 10;

export class ReportSpending extends Query<Spending> {
  constructor(
    readonly userId: string,
    readonly nowMs: number,
    /** Month as yyyy-MM. Default: the current month. */
    readonly month?: string,
  ) {
    super();
  }
}

@QueryHandler(ReportSpending)
export class ReportSpendingHandler implements IQueryHandler<ReportSpending> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ userId, nowMs, month = lagosMonthOf(nowMs) }: ReportSpending): Promise<Spending> {
    const months = monthsUntil(lagosMonthOf(nowMs), MONTHS);
    const [rows, recipients] = await Promise.all([
      this.rowsOf(userId, months),
      this.recipientsOf(userId, month),
    ]);
    return {
      month,
      months: months.map((one) =>
        monthOf(
          one,
          rows.filter((row) => row.month === one),
        ),
      ),
      ...recipients,
    };
  }

  private async rowsOf(userId: string, months: readonly string[]): Promise<readonly SpendingRow[]> {
    const { rows } = await this.readStore.page(spendingView, {
      equals: { user_id: userId },
      range: { column: 'id', from: `${userId}|${months[0]}`, to: `${userId}|${months.at(-1)}|~` },
      sort: { column: 'id', direction: 'ascending' },
      skip: 0,
      limit: MONTHS * SERVICES.length,
    });
    return rows;
  }

  private async recipientsOf(
    userId: string,
    month: string,
  ): Promise<Pick<Spending, 'recipients' | 'recipientsCapped'>> {
    const { from, to } = monthDays(month);
    const { rows, total } = await this.readStore.page(historyView, {
      equals: { user_id: userId, status: 'Successful' },
      range: { column: 'at', ...lagosDays(from, to) },
      sort: { column: 'at', direction: 'descending' },
      skip: 0,
      limit: PURCHASES_LOOKED_AT,
    });
    const sums = new Map<string, { kobo: Kobo; transactions: number }>();
    for (const { recipient, price } of rows) {
      if (!recipient) continue;
      const sum = sums.get(recipient) ?? { kobo: 0n, transactions: 0 };
      sums.set(recipient, { kobo: sum.kobo + price, transactions: sum.transactions + 1 });
    }
    const sorted = [...sums].toSorted(([, one], [, other]) => Number(other.kobo - one.kobo));
    return {
      recipients: sorted.slice(0, RECIPIENTS_MAX).map(([recipient, { kobo, transactions }]) => ({
        recipient,
        amount: nairaFromKobo(kobo),
        transactions,
      })),
      recipientsCapped: total > rows.length,
    };
  }
}

function monthOf(month: string, rows: readonly SpendingRow[]): SpendingMonth {
  const services = SERVICES.flatMap((service) => {
    const row = rows.find((one) => one.service === service);
    return row ? [{ service, ...spentOf([row]) }] : [];
  });
  return { month, ...spentOf(rows), services };
}

function spentOf(rows: readonly SpendingRow[]): Spent {
  const kobo = rows.reduce((sum, row) => sum + row.captured_sum - row.reversed_sum, 0n);
  const transactions = rows.reduce((sum, row) => sum + row.captured - row.reversed, 0n);
  return { amount: nairaFromKobo(kobo), transactions: Number(transactions) };
}
