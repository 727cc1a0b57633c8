import { Controller, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { nowMs } from '../../../../infra/host/clock.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { CountAllSales, CountSales, ReportSales } from '../../../../read-models/stats/stats.query.js';
import type { Overdue, SalesReport } from '../../../../read-models/stats/sales-report.js';
import { GetLedgerFloats } from '../../../../read-models/trial-balance/ledger-floats.query.js';
import { GetSystemWallet } from '../../../../read-models/trial-balance/system-wallet.query.js';
import { GetRichestWallet, GetWalletTotals } from '../../../../read-models/wallet/wallet.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { Catalog } from '../../../catalog/catalog.js';
import type { SalesWindow } from '../../../contracts/admin/sales.contract.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { lagosIsoAt } from '../../../contracts/fields/lagos-day.js';
import { type Kobo, nairaFromKobo } from '../../../contracts/money.js';
import { SERVICE_NAMES, SERVICES } from '../../../contracts/services.js';
import { Users } from '../../../customers/users.js';
import { ownEntry } from '../../../contracts/own-entry.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { VendorFloats } from '../../../purchases/lookup/vendor-floats.js';
import { GetBalance } from '../../../wallet/get-balance.handler.js';
import { API_HEALTH, type ApiHealth } from '../../api-health.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

type Sales = CallAnswer<'salesToday'>;

@Controller()
export class SalesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
    private readonly catalog: Catalog,
    private readonly users: Users,
    private readonly vendorFloats: VendorFloats,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
  ) {}

  @Serves('sitePurse')
  async purse(): Promise<CallAnswer<'sitePurse'>> {
    const { askedAtMs, floats } = await this.vendorFloats.current();
    const ledger = await this.queries.execute(new GetLedgerFloats(floats.map(({ code }) => code)));
    return {
      status: true,
      SitePurse: nairaFromKobo(sumOf(floats.map(({ balance }) => balance ?? 0n))),
      ledger_purse: nairaFromKobo(sumOf([...ledger.values()])),
      complete: floats.every(({ balance }) => balance !== undefined),
      asked_at: lagosIsoAt(askedAtMs),
      vendors: floats.map(({ code, name, balance }) => ({
        code,
        name,
        balance: balance === undefined ? null : nairaFromKobo(balance),
        ledger_balance: nairaFromKobo(ledger.get(code) ?? 0n),
      })),
    };
  }

  @Serves('adminInfo')
  async info(): Promise<CallAnswer<'adminInfo'>> {
    const [totalTransaction, richest, wallets] = await Promise.all([
      this.queries.execute(new CountAllSales()),
      this.queries.execute(new GetRichestWallet()),
      this.queries.execute(new GetSystemWallet()),
    ]);
    return {
      status: true,
      totalTransaction,
      top_user: nairaFromKobo(richest),
      system_wallet: nairaFromKobo(wallets),
    };
  }

  @Serves('salesToday')
  today(): Promise<Sales> {
    return this.sales('today');
  }

  @Serves('salesOfWeek')
  week(): Promise<Sales> {
    return this.sales('week');
  }

  @Serves('salesOfMonth')
  month(): Promise<Sales> {
    return this.sales('month');
  }

  @Serves('salesOfYear')
  year(): Promise<Sales> {
    return this.sales('year');
  }

  @Serves('salesReport')
  async report(): Promise<CallAnswer<'salesReport'>> {
    // Read first, so that the browser misses no update.
    const { position } = this.liveHub;
    const reports = await this.queries.execute(new ReportSales(nowMs(), this.overdue()));
    return { status: true, windows: reports.map((report) => this.named(report)), position };
  }

  @Serves('adminSummary')
  async summary(@AdministratorOf() { userId }: Administrator): Promise<CallAnswer<'adminSummary'>> {
    await this.written.projected(userId);
    const [person, { available }, totals] = await Promise.all([
      this.users.byId(userId),
      this.queries.execute(new GetBalance(HOUSE_USER_ID)),
      this.queries.execute(new GetWalletTotals(HOUSE_USER_ID)),
    ]);
    return {
      status: true,
      firstName: person?.firstName ?? '',
      lastName: person?.lastName ?? '',
      email: person?.email ?? '',
      wallet: nairaFromKobo(available),
      lastTop: nairaFromKobo(totals.lastTopUp),
      totalTransaction: Number(totals.totalTransaction),
      userStatus: person?.tier === 'affiliate' ? 'Affiliate' : 'Regular',
    };
  }

  private overdue(): readonly Overdue[] {
    const waiting = this.health.dispatching()?.waiting ?? [];
    return waiting.flatMap(({ vendor, overdue = {} }) =>
      SERVICES.flatMap((service) => {
        const purchases = ownEntry(overdue, service);
        return purchases ? [{ vendor, service, purchases }] : [];
      }),
    );
  }

  private async sales(window: SalesWindow): Promise<Sales> {
    const { amount, transactions } = await this.queries.execute(new CountSales(window, nowMs()));
    return { status: true, total_amount: amount, total_transactions: transactions };
  }

  private named(report: SalesReport): CallAnswer<'salesReport'>['windows'][number] {
    return {
      ...report,
      services: report.services.map((row) => ({ ...row, name: SERVICE_NAMES[row.service] })),
      vendors: report.vendors.map((row) => ({ ...row, name: this.vendorName(row.vendor) })),
      days: [...report.days],
    };
  }

  private vendorName(code: number): string {
    return code === 0 ? 'No vendor' : this.catalog.vendorName(code);
  }
}

const sumOf = (amounts: readonly Kobo[]): Kobo => amounts.reduce((sum, amount) => sum + amount, 0n);
