import { Module } from '@nestjs/common';
import { LookupLimiter } from '../rate-limits/lookup-limiter.js';
import { CqrsModule } from '@nestjs/cqrs';
import { CatalogModule } from '../catalog/catalog.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { VendorsModule } from '../vendors/vendors.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { HouseSpending } from '../money-desk/alone/house-spending.js';
import { FindAcceptedHandler } from './accept/find-accepted.handler.js';
import { PlaceOrderHandler } from './accept/place-order.handler.js';
import { QuoteOrderHandler } from './accept/quote-order.handler.js';
import { VendorBacklog } from './accept/vendor-backlog.js';
import { AskVendorAgainHandler, CheckStatusHandler } from './attempt/check-status.handler.js';
import { RequestRequery } from './attempt/request-requery.js';
import { VendorHints } from './attempt/vendor-hints.js';
import { VendorFloats } from './lookup/vendor-floats.js';
import { BankDirectory } from './lookup/bank-directory.js';
import { FindAccountHolderHandler, ListBanksHandler } from './lookup/bank-lookups.queries.js';
import { PlatformCustomers } from './lookup/platform-customers.js';
import { CustomerLookups } from './lookup/customer-lookups.js';
import { ReportProblemHandler } from './problems/report-problem.handler.js';
import { PurchaseStreams } from './purchase.streams.js';
import { PermitReviews } from './review/permit-reviews.js';
import { ResolveReviewsHandler } from './review/resolve-reviews.handler.js';

@Module({
  imports: [CqrsModule],
  providers: [PurchaseStreams, ResolveReviewsHandler],
  exports: [PurchaseStreams],
})
export class ReviewModule {}

@Module({
  imports: [CqrsModule, CatalogModule, CustomersModule, VendorsModule, WalletModule, ReviewModule],
  providers: [
    AskVendorAgainHandler,
    BankDirectory,
    PlatformCustomers,
    CheckStatusHandler,
    CustomerLookups,
    FindAcceptedHandler,
    FindAccountHolderHandler,
    ListBanksHandler,
    HouseSpending,
    LookupLimiter,
    PermitReviews,
    PlaceOrderHandler,
    QuoteOrderHandler,
    ReportProblemHandler,
    RequestRequery,
    VendorBacklog,
    VendorFloats,
    VendorHints,
  ],
  exports: [
    PlatformCustomers,
    CustomerLookups,
    PermitReviews,
    ReviewModule,
    VendorBacklog,
    VendorFloats,
    VendorHints,
  ],
})
export class PurchasesModule {}
