import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Rules } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { RequestMetrics } from '../request-metrics.js';
import { Stopping } from '../stopping.js';

/** For machines that watch the server. */
@Controller()
export class OperationsController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'health' | 'liveHub'>,
    private readonly metrics: RequestMetrics,
    private readonly stopping: Stopping,
  ) {}

  /** The process runs. */
  @Get('/healthz')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  healthz(): object {
    return { status: true };
  }

  /** 200 when requests can be taken, 503 with the reasons when not. */
  @Get('/readyz')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  async readyz(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { health, liveHub } = this.deps;
    const [lastPosition, oldestOpenPurchaseMs] = await Promise.all([
      health.lastPosition(),
      health.oldestOpenPurchaseMs(),
    ]);
    const vending = health.vending();
    const problems = this.stopping.begun ? ['shutting down'] : health.problems();
    if (problems.length > 0) reply.code(503);
    return {
      status: problems.length === 0,
      problems,
      position: lastPosition,
      projection_lag: Math.max(0, lastPosition - liveHub.position),
      reaction_lag: vending ? Math.max(0, lastPosition - vending.position) : null,
      open_purchases: vending?.openPurchases ?? null,
      oldest_open_purchase_seconds: oldestOpenPurchaseMs === undefined ? null : oldestOpenPurchaseMs / 1_000,
    };
  }

  @Get('/metrics')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  async metricsText(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
