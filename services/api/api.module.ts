import { Module } from '@nestjs/common';
import type { DynamicModule, FactoryProvider, ModuleMetadata, Provider } from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { FastifyInstance } from 'fastify';
import { CONFIG } from '../../infra/config/settings.js';
import type { Config } from '../runtime/config.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { SHARED_WRITES } from '../../infra/live/shared-writes.js';
import type { SharedWrites } from '../../infra/live/shared-writes.js';
import { parkedCount } from '../../infra/projections/parking.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { AuditReader } from '../audit/scheduled/audit-reader.js';
import { AuditModule } from '../audit/audit.module.js';
import { BroadcastsModule } from '../broadcasts/broadcasts.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { Sessions } from '../customers/login/sessions.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { FundingModule } from '../funding/funding.module.js';
import { MoneyDeskModule } from '../money-desk/money-desk.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { ReadModelsModule } from '../../read-models/read-models.module.js';
import { MonitorAccess } from '../runtime/health/monitor-access.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ApiHealthPages } from './api-health-pages.js';
import { API_HEALTH } from './api-health.js';
import type { ApiHealth } from './api-health.js';
import { AccountController } from './controllers/account.controller.js';
import { ActivityController } from './controllers/admin/activity.controller.js';
import { AuditProofsController } from './controllers/audit/audit-proofs.controller.js';
import { AuditWhyController } from './controllers/audit/audit-why.controller.js';
import { AuditController } from './controllers/audit/audit.controller.js';
import { AirtimeController } from './controllers/products/airtime.controller.js';
import { BeneficiariesController } from './controllers/beneficiaries.controller.js';
import { BetController } from './controllers/products/bet.controller.js';
import { BetFundingsController } from './controllers/admin/bet-fundings.controller.js';
import { AdministratorsController } from './controllers/admin/administrators.controller.js';
import { InvitationsController } from './controllers/admin/invitations.controller.js';
import { BroadcastsController } from './controllers/admin/broadcasts.controller.js';
import { BvnController } from './controllers/products/bvn.controller.js';
import { CableController } from './controllers/products/cable.controller.js';
import { CatalogChangesController } from './controllers/admin/catalog-changes.controller.js';
import { CatalogController } from './controllers/catalog.controller.js';
import { DataController } from './controllers/products/data.controller.js';
import { DocumentsController } from './controllers/documents.controller.js';
import { ElectricityController } from './controllers/products/electricity.controller.js';
import { ExamsController } from './controllers/products/exams.controller.js';
import { ExportController } from './controllers/admin/export.controller.js';
import { HistoriesController } from './controllers/admin/histories.controller.js';
import { HistoryController } from './controllers/history.controller.js';
import { LiveController } from './controllers/live.controller.js';
import { MoneyDeskController } from './controllers/admin/money-desk.controller.js';
import { ChargebacksController } from './controllers/admin/chargebacks.controller.js';
import { UnmatchedController } from './controllers/admin/unmatched.controller.js';
import { ApprovalsController } from './controllers/admin/approvals.controller.js';
import { BrandModule } from '../brand/brand.module.js';
import { BrandController } from './controllers/admin/brand.controller.js';
import { LegalController } from './controllers/admin/legal.controller.js';
import { OpenApiController, SiteController } from './controllers/site.controller.js';
import { HealthController } from './controllers/health.controller.js';
import { OwnDataController } from './controllers/own-data.controller.js';
import { OwnSessionsController } from './controllers/own-sessions.controller.js';
import { PasskeysController } from './controllers/passkeys.controller.js';
import { PushDevicesController } from './controllers/push-devices.controller.js';
import { PinController } from './controllers/pin.controller.js';
import { ProblemReportsController } from './controllers/admin/problem-reports.controller.js';
import { PlansController } from './controllers/admin/plans.controller.js';
import { PricesController } from './controllers/admin/prices.controller.js';
import { ProfileController } from './controllers/profile.controller.js';
import { RecoveryController } from './controllers/recovery.controller.js';
import { RegistrationController } from './controllers/registration.controller.js';
import { OperationsController } from './controllers/admin/operations.controller.js';
import { SalesController } from './controllers/admin/sales.controller.js';
import { SessionController } from './controllers/session.controller.js';
import { SmsController } from './controllers/products/sms.controller.js';
import { TransactionController } from './controllers/transaction.controller.js';
import { TransferController } from './controllers/products/transfer.controller.js';
import { UpgradeController } from './controllers/upgrade.controller.js';
import { ExternalController } from './controllers/admin/external.controller.js';
import { UserController } from './controllers/admin/user.controller.js';
import { UsersController } from './controllers/admin/users.controller.js';
import { AdministratorPasskeysController } from './controllers/admin/administrator-passkeys.controller.js';
import { SecondFactorController } from './controllers/admin/second-factor.controller.js';
import { VendorsController } from './controllers/admin/vendors.controller.js';
import { WebhooksController } from './controllers/webhooks.controller.js';
import { BankNames } from './bank-names.js';
import { ActivityShown } from './shown/activity-shown.js';
import { CustomersShown } from './shown/customers-shown.js';
import { ExternalShown } from './shown/external-shown.js';
import { HistoriesShown } from './shown/histories-shown.js';
import { PersonShown } from './shown/person-shown.js';
import { Cookies } from './http/cookies.js';
import { DeclaredRoutes } from './http/declared-routes.js';
import { CallerGuard } from './guards/caller.guard.js';
import { CsrfGuard } from './guards/csrf.guard.js';
import { PermissionGuard } from './guards/permission.guard.js';
import { CustomersADayGuard } from './guards/customers-a-day.guard.js';
import { SettledGuard } from './guards/settled.guard.js';
import { StepUpGuard } from './guards/step-up.guard.js';
import { RoleGuard, VerifiedEmailGuard } from './guards/role.guard.js';
import { SharedWritesInterceptor, WrittenPositions } from './written-positions.js';
import { CatalogueNews, LiveConnections } from './http/live-connections.js';
import { Purchasing } from './purchasing.js';
import { RequestMetrics } from './http/request-metrics.js';
import { Stopping } from './http/stopping.js';

type Imports = NonNullable<ModuleMetadata['imports']>;

export const roomsOverHttp = (mode: { readonly alone: boolean }): Imports => [
  AdministratorsModule,
  AlertsModule,
  AuditModule,
  BrandModule,
  BroadcastsModule,
  CatalogModule,
  CustomersModule,
  DocumentsModule,
  FundingModule.forRoot(mode),
  MoneyDeskModule.forRoot(mode),
  PurchasesModule,
  ReadModelsModule,
  WalletModule,
];

const GUARDS: Provider[] = [
  CallerGuard,
  { provide: APP_GUARD, useExisting: CallerGuard },
  { provide: APP_GUARD, useClass: RoleGuard },
  { provide: APP_GUARD, useClass: CsrfGuard },
  { provide: APP_GUARD, useClass: PermissionGuard },
  { provide: APP_GUARD, useClass: SettledGuard },
  { provide: APP_GUARD, useClass: StepUpGuard },
  { provide: APP_GUARD, useClass: CustomersADayGuard },
  { provide: APP_GUARD, useClass: VerifiedEmailGuard },
];

const PARTS: FactoryProvider[] = [
  {
    provide: Cookies,
    useFactory: ({ PUBLIC_URL }: Config) => new Cookies(PUBLIC_URL?.startsWith('https:') ?? false),
    inject: [CONFIG],
  },
  {
    provide: SharedWritesInterceptor,
    useFactory: (sharedWrites?: SharedWrites) => sharedWrites && new SharedWritesInterceptor(sharedWrites),
    inject: [{ token: SHARED_WRITES, optional: true }],
  },
  {
    provide: LiveConnections,
    useFactory: (hub: LiveHub, sessions: Sessions) => new LiveConnections(hub, sessions),
    inject: [LiveHub, Sessions],
  },
  { provide: MonitorAccess, useFactory: (config: Config) => new MonitorAccess(config), inject: [CONFIG] },
  {
    provide: Stopping,
    useFactory: (
      { httpAdapter }: HttpAdapterHost,
      live: LiveConnections,
      { SHUTDOWN_TIMEOUT }: Config,
    ): Stopping => new Stopping(httpAdapter.getInstance<FastifyInstance>(), live, SHUTDOWN_TIMEOUT),
    inject: [HttpAdapterHost, LiveConnections, CONFIG],
  },
  {
    provide: RequestMetrics,
    useFactory: (
      live: LiveConnections,
      hub: LiveHub,
      health: ApiHealth,
      stopping: Stopping,
      audits: AuditReader,
    ) =>
      new RequestMetrics({
        liveConnections: () => live.size,
        progress: {
          ready: () => !stopping.begun && health.problems().length === 0,
          oldestOpenMs: () => health.oldestOpenPurchaseMs(),
          parked: () => parkedCount(health.parked()),
          lastPosition: () => health.lastPosition(),
          projected: () => hub.position,
          dispatching: () => health.dispatching(),
          log: () => health.log?.(),
          seals: () => health.seals?.(),
          audits,
          ...(health.purchases && { purchases: () => health.purchases?.() }),
        },
      }),
    inject: [LiveConnections, LiveHub, API_HEALTH, Stopping, AuditReader],
  },
  {
    provide: WrittenPositions,
    useFactory: (hub: LiveHub, health: ApiHealth, { LIST_WAIT }: Config, elsewhere?: SharedWrites) =>
      new WrittenPositions(hub, () => health.lastPosition(), LIST_WAIT, elsewhere),
    inject: [LiveHub, API_HEALTH, CONFIG, { token: SHARED_WRITES, optional: true }],
  },
];

@Module({
  controllers: [
    AccountController,
    ActivityController,
    AuditController,
    AuditProofsController,
    AuditWhyController,
    AdministratorsController,
    InvitationsController,
    AirtimeController,
    BeneficiariesController,
    BetController,
    BetFundingsController,
    BrandController,
    LegalController,
    BroadcastsController,
    BvnController,
    CableController,
    CatalogChangesController,
    CatalogController,
    DataController,
    DocumentsController,
    ElectricityController,
    ExamsController,
    ExportController,
    ExternalController,
    HistoriesController,
    HistoryController,
    LiveController,
    MoneyDeskController,
    ApprovalsController,
    UnmatchedController,
    ChargebacksController,
    OpenApiController,
    HealthController,
    OwnDataController,
    OwnSessionsController,
    PasskeysController,
    PushDevicesController,
    PinController,
    PlansController,
    PricesController,
    ProblemReportsController,
    ProfileController,
    RecoveryController,
    RegistrationController,
    OperationsController,
    SalesController,
    AdministratorPasskeysController,
    SecondFactorController,
    SessionController,
    SiteController,
    SmsController,
    TransactionController,
    TransferController,
    UpgradeController,
    UserController,
    UsersController,
    VendorsController,
    WebhooksController,
  ],
  providers: [
    ActivityShown,
    ApiHealthPages,
    BankNames,
    CatalogueNews,
    CustomersShown,
    DeclaredRoutes,
    ExternalShown,
    HistoriesShown,
    PersonShown,
    Purchasing,
    ...PARTS,
    ...GUARDS,
  ],
})
export class ApiModule {
  static over(rooms: Imports): DynamicModule {
    return { module: ApiModule, imports: [CqrsModule, ...rooms] };
  }
}
