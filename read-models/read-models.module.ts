import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ListActivityHandler } from './activity/activity.query.js';
import { ListApprovalsHandler } from './approvals/approvals.query.js';
import { GetNewestNoticeHandler, ListBroadcastsHandler } from './broadcasts/broadcasts.query.js';
import { ListChargebacksHandler, ReadChargebacksHandler } from './chargebacks/chargebacks.query.js';
import { GetKeptDaysHandler } from './day-totals/kept-days.query.js';
import {
  ListExternalTransactionsHandler,
  ResolvePurchaseIdHandler,
} from './external-transactions/external-transactions.query.js';
import {
  ExportFundingsHandler,
  ListAllFundingsHandler,
  ReadAllFundingsHandler,
  ListFundingsHandler,
} from './funding/funding.query.js';
import { ListAllTransactionsHandler, ReadAllTransactionsHandler } from './history/all-transactions.query.js';
import {
  ExportHistoryHandler,
  FindBuyerHandler,
  FindPurchaseIdHandler,
  FindTransactionHandler,
  ListHistoryHandler,
} from './history/history.query.js';
import { ReportServiceHealthHandler } from './history/service-health.query.js';
import { ListMovementsHandler } from './movements/movements.query.js';
import {
  ExportProblemsHandler,
  FindProblemsHandler,
  ListNewestProblemsHandler,
  ListProblemsHandler,
} from './problem-reports/problem-reports.query.js';
import { ReportSpendingHandler } from './spending/spending.query.js';
import { ReportVendorsHandler } from './stats/vendor-figures.query.js';
import { CountAllSalesHandler, CountSalesHandler, ReportSalesHandler } from './stats/stats.query.js';
import {
  GetAccountHandler,
  GetTrialBalanceHandler,
  ListAccountsHandler,
} from './trial-balance/books.query.js';
import { GetDeskAccountsHandler } from './trial-balance/desk-accounts.query.js';
import { GetLedgerFloatsHandler } from './trial-balance/ledger-floats.query.js';
import { GetSystemWalletHandler } from './trial-balance/system-wallet.query.js';
import { GetRichestWalletHandler, GetWalletHandler, GetWalletTotalsHandler } from './wallet/wallet.query.js';
import {
  FindColleaguesHandler,
  FindOwnersHandler,
  ListAdministratorsHandler,
  ListUsersHandler,
} from './users/users.query.js';
import { ListUnmatchedHandler } from './unmatched/unmatched.query.js';

@Module({
  imports: [CqrsModule],
  providers: [
    CountAllSalesHandler,
    CountSalesHandler,
    ExportFundingsHandler,
    ExportHistoryHandler,
    ExportProblemsHandler,
    FindBuyerHandler,
    FindColleaguesHandler,
    FindOwnersHandler,
    FindProblemsHandler,
    FindPurchaseIdHandler,
    FindTransactionHandler,
    GetAccountHandler,
    GetTrialBalanceHandler,
    GetDeskAccountsHandler,
    GetKeptDaysHandler,
    GetLedgerFloatsHandler,
    GetNewestNoticeHandler,
    GetRichestWalletHandler,
    GetSystemWalletHandler,
    GetWalletHandler,
    GetWalletTotalsHandler,
    ListAccountsHandler,
    ListActivityHandler,
    ListAdministratorsHandler,
    ListAllFundingsHandler,
    ListAllTransactionsHandler,
    ListApprovalsHandler,
    ListBroadcastsHandler,
    ListChargebacksHandler,
    ListExternalTransactionsHandler,
    ListFundingsHandler,
    ListHistoryHandler,
    ListMovementsHandler,
    ListNewestProblemsHandler,
    ListProblemsHandler,
    ListUnmatchedHandler,
    ListUsersHandler,
    ReadAllFundingsHandler,
    ReadAllTransactionsHandler,
    ReadChargebacksHandler,
    ReportSalesHandler,
    ReportServiceHealthHandler,
    ReportSpendingHandler,
    ReportVendorsHandler,
    ResolvePurchaseIdHandler,
  ],
})
export class ReadModelsModule {}
