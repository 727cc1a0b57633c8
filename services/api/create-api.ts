import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { Config } from '../runtime/config.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { CallReports } from '../../infra/limits/call-reports.js';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import { Brands } from '../brand/brands.js';
import { LegalPages } from '../brand/legal/legal-pages.js';
import { Logos } from '../brand/logo/logos.js';
import { Users } from '../customers/users.js';
import { VendorBacklog } from '../purchases/accept/vendor-backlog.js';
import { Admission } from './admission/admission.js';
import { watchBacklog } from './admission/watch-backlog.js';
import { API_HEALTH, type ApiHealth } from './api-health.js';
import { Purchasing } from './purchasing.js';
import { traceOrders } from './http/order-traces.js';
import { DeclaredRoutes, refuseOtherMethods } from './http/declared-routes.js';
import { FailuresFilter } from './filters/failures.filter.js';
import { fastifyAdapter, obeyRules } from './http/http-server.js';
import { nestLogger } from '../../infra/process/logger.js';
import { CallerGuard } from './guards/caller.guard.js';
import { SharedWritesInterceptor } from './written-positions.js';
import { limitMalformed, MalformedRequests } from './http/malformed-requests.js';
import { RequestMetrics } from './http/request-metrics.js';
import { serveWeb } from './http/serve-web.js';

export interface ApiSettings {
  readonly config: Config;
  readonly logger: Logger;
  readonly webDir: string;
  readonly telemetry?: Telemetry;
  /** Absent when the installation has only one api process. */
  readonly callReports?: CallReports;
}

/**
 * `close()` lets running calls finish, refuses new calls, and ends live connections.
 * @param root imports `ApiModule` and the modules of the process
 */
export async function createApi(
  root: DynamicModule,
  { config, logger, webDir, telemetry, callReports }: ApiSettings,
): Promise<NestFastifyApplication> {
  const adapter = await fastifyAdapter({
    trustedProxies: config.TRUST_PROXY,
    requestTimeoutMs: config.REQUEST_TIMEOUT,
    logger,
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    bodyParser: false,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  try {
    const server = adapter.getInstance();
    const secure = config.PUBLIC_URL?.startsWith('https:') ?? false;
    const routes = app.get(DeclaredRoutes);
    const malformed = new MalformedRequests(config.RATE_LIMIT_MALFORMED);
    const health = app.get<ApiHealth>(API_HEALTH);
    const backlog = app.get(VendorBacklog);
    new Admission({
      settings: config,
      callers: app.get(CallerGuard),
      users: app.get(Users),
      metrics: app.get(RequestMetrics),
      logLateMs: () => health.logLateMs?.() ?? 0,
      backlogFull: () => backlog.full,
      reports: callReports,
    }).guard(server);
    watchBacklog(server, backlog, health, app.get(LoadSignal));
    limitMalformed(server, malformed, app.get(CallerGuard));
    obeyRules(server, {
      metrics: app.get(RequestMetrics),
      routes,
    });
    if (telemetry) {
      telemetry.sendMetrics(app.get(RequestMetrics));
      traceOrders(server, app.get(Purchasing), telemetry.purchases);
    }
    refuseOtherMethods(server, routes);
    serveWeb(server, {
      webDir,
      secure,
      routes,
      brands: app.get(Brands),
      legalPages: app.get(LegalPages),
      logos: app.get(Logos),
    });
    const sharedWrites = app.get<SharedWritesInterceptor | undefined>(SharedWritesInterceptor);
    if (sharedWrites) app.useGlobalInterceptors(sharedWrites);
    app.useGlobalFilters(new FailuresFilter(logger));
    await app.init();
    return app;
  } catch (error) {
    await telemetry?.endMetrics();
    await app.close();
    throw error;
  }
}
