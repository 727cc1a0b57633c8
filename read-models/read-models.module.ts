import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ListActivityHandler } from './activity/activity.query.js';
import { GetNewestNoticeHandler } from './broadcasts/broadcasts.query.js';
import { ListChargebacksHandler, ReadChargebacksHandler } from './chargebacks/chargebacks.query.js';
import {
  ExportFundingsHandler,
  ListAllFundingsHandler,
  ReadAllFundingsHandler,
  ListFundingsHandler,
} from './funding/funding.query.js';
import { ListAllTransactionsHandler, ReadAllTransactionsHandler } from './history/all-transactions.query.js';
import {
  ExportHistoryHandler,
  FindPurchaseIdHandler,
  FindTransactionHandler,
  ListHistoryHandler,
} from './history/history.query.js';
import { ReportServiceHealthHandler } from './history/service-health.query.js';
import { ListMovementsHandler } from './movements/movements.query.js';
import { ExportProblemsHandler, ListProblemsHandler } from './problem-reports/problem-reports.query.js';
import { ReportSpendingHandler } from './spending/spending.query.js';
import { ReportVendorsHandler } from './stats/vendor-figures.query.js';
import { CountAllSalesHandler, CountSalesHandler, ReportSalesHandler } from './stats/stats.query.js';
import { GetDeskAccountsHandler } from './trial-balance/desk-accounts.query.js';
import { GetLedgerFloatsHandler } from './trial-balance/ledger-floats.query.js';
import { GetSystemWalletHandler } from './trial-balance/system-wallet.query.js';
import { GetRichestWalletHandler, GetWalletTotalsHandler } from './wallet/wallet.query.js';
import { FindOwnersHandler, ListUsersHandler } from './users/users.query.js';

/**
 * What can be asked of the read models, over the query bus: each handler stands beside the query that it answers. Processes that only write
 * read models, or compare them, do without. Needs READ_STORE from the process.
 */
@Module({
  imports: [CqrsModule],
  providers: [
    CountAllSalesHandler,
    CountSalesHandler,
    ExportFundingsHandler,
    ExportHistoryHandler,
    ExportProblemsHandler,
    FindPurchaseIdHandler,
    FindTransactionHandler,
    GetNewestNoticeHandler,
    GetDeskAccountsHandler,
    GetLedgerFloatsHandler,
    GetRichestWalletHandler,
    GetSystemWalletHandler,
    GetWalletTotalsHandler,
    ListActivityHandler,
    ListChargebacksHandler,
    ListAllFundingsHandler,
    ListAllTransactionsHandler,
    ReadAllFundingsHandler,
    ReadAllTransactionsHandler,
    ReadChargebacksHandler,
    ListFundingsHandler,
    ListHistoryHandler,
    ListMovementsHandler,
    ListProblemsHandler,
    ReportSalesHandler,
    ReportServiceHealthHandler,
    ReportSpendingHandler,
    ReportVendorsHandler,
    FindOwnersHandler,
    ListUsersHandler,
  ],
})
export class ReadModelsModule {}
