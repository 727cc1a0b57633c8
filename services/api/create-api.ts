import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { API_DEPS, type ApiDeps } from './api-deps.js';
import { BANKING_CONTROLLERS } from './banking-controllers.js';
import { AccountController } from './controllers/account.controller.js';
import { BeneficiariesController } from './controllers/beneficiaries.controller.js';
import { DocumentsController } from './controllers/documents.controller.js';
import { HistoryController } from './controllers/history.controller.js';
import { LiveController } from './controllers/live.controller.js';
import { OperationsController } from './controllers/operations.controller.js';
import { OwnDataController } from './controllers/own-data.controller.js';
import { PinController } from './controllers/pin.controller.js';
import { ProfileController } from './controllers/profile.controller.js';
import { RecoveryController } from './controllers/recovery.controller.js';
import { RegistrationController } from './controllers/registration.controller.js';
import { SessionController } from './controllers/session.controller.js';
import { SiteController } from './controllers/site.controller.js';
import { TransactionController } from './controllers/transaction.controller.js';
import { WebhooksController } from './controllers/webhooks.controller.js';
import { Cookies } from './cookies.js';
import { DeclaredRoutes } from './declared-routes.js';
import { FailuresFilter } from './failures.filter.js';
import { fastifyAdapter, obeyRules } from './http-server.js';
import { Identification } from './identification.js';
import { LiveConnections } from './live-connections.js';
import { refuseOtherMethods } from './other-methods.js';
import { PRODUCT_CONTROLLERS } from './product-controllers.js';
import { Purchasing } from './purchasing.js';
import { RequestMetrics } from './request-metrics.js';
import { serveWeb } from './serve-web.js';
import { Stopping } from './stopping.js';
import { WrittenPositions } from './written-positions.js';

@Module({})
class ApiModule {}

/**
 * The HTTP side of the product, ready to `listen`. `close()` stops it in order: calls under way are finished, new ones on
 * open connections are told to come back, live connections end.
 */
export async function createApi(deps: ApiDeps): Promise<NestFastifyApplication> {
  const { config, logger, users, sessions, liveHub } = deps;
  const secure = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const ownOrigin = config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin;
  const cookies = new Cookies(secure);
  const live = new LiveConnections(liveHub, sessions);
  const metrics = new RequestMetrics({
    liveConnections: () => live.size,
    progress: {
      ready: () => !stopping.begun && deps.health.problems().length === 0,
      oldestOpenMs: () => deps.health.oldestOpenPurchaseMs(),
      lastPosition: () => deps.health.lastPosition(),
      projected: () => liveHub.position,
      vending: () => deps.health.vending(),
    },
  });

  const adapter = fastifyAdapter({ trustProxy: config.TRUST_PROXY, logger });
  const server = adapter.getInstance();
  const stopping = new Stopping(server, live, config.SHUTDOWN_TIMEOUT);
  const identification = new Identification(users, sessions, cookies);
  const routes = new DeclaredRoutes();
  obeyRules(server, {
    admission: { identification, sessions, ownOrigin, sharedWrites: deps.sharedWrites },
    metrics,
    routes,
  });
  refuseOtherMethods(server, routes);
  serveWeb(server, { webDir: deps.webDir, secure, routes });

  const module: DynamicModule = {
    module: ApiModule,
    imports: [CqrsModule.forRoot()],
    controllers: [
      ...PRODUCT_CONTROLLERS,
      ...BANKING_CONTROLLERS,
      ...[SessionController, AccountController, HistoryController],
      ...[TransactionController, DocumentsController, SiteController],
      ...[RegistrationController, RecoveryController, PinController, ProfileController],
      ...[BeneficiariesController, OwnDataController],
      ...[LiveController, WebhooksController, OperationsController],
    ],
    providers: [
      { provide: API_DEPS, useValue: deps },
      Purchasing,
      { provide: Cookies, useValue: cookies },
      { provide: LiveConnections, useValue: live },
      { provide: RequestMetrics, useValue: metrics },
      { provide: DeclaredRoutes, useValue: routes },
      { provide: Stopping, useValue: stopping },
      {
        provide: WrittenPositions,
        useValue: new WrittenPositions(liveHub, () => deps.health.lastPosition(), deps.sharedWrites),
      },
      ...deps.commandHandlers.map((handler) => ({ provide: handler.constructor, useFactory: () => handler })),
    ],
  };
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: ['error', 'warn'],
  });
  app.useGlobalFilters(new FailuresFilter(logger));
  await app.init();
  return app;
}
