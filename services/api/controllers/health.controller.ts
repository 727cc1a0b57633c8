import type { IncomingMessage } from 'node:http';
import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nowMs } from '../../../infra/host/clock.js';
import { AuditReader, auditFacts, auditNotes } from '../../audit/scheduled/audit-reader.js';
import { sealFacts, sealNotes } from '../../audit/seals/seal-health.js';
import { Catalog } from '../../catalog/catalog.js';
import { MonitorAccess, type Asking } from '../../runtime/health/monitor-access.js';
import { RuleBroken } from '../../contracts/errors.js';
import { VERSION } from '../../../infra/process/version.js';
import { parkedCount, parkedNotes } from '../../../infra/projections/parking.js';
import { Rules } from '../guards/route-rules.js';
import { API_HEALTH, type ApiHealth } from '../api-health.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { RequestMetrics } from '../http/request-metrics.js';
import { Stopping } from '../http/stopping.js';

@Controller()
export class HealthController {
  constructor(
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    private readonly liveHub: LiveHub,
    private readonly metrics: RequestMetrics,
    private readonly stopping: Stopping,
    private readonly monitors: MonitorAccess,
    private readonly audits: AuditReader,
    private readonly catalog: Catalog,
  ) {}

  @Get('/healthz')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  healthz(): object {
    return { status: true };
  }

  /**
   * Tells whether the process is ready. Answers 200 when ready, and 503 with `problems` otherwise.
   * In production, only monitors see `problems`.
   */
  @Get('/readyz')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  async readyz(
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const { health, liveHub } = this;
    const [lastPosition, oldestOpenPurchaseMs] = await Promise.all([
      health.lastPosition(),
      health.oldestOpenPurchaseMs(),
    ]);
    const dispatching = health.dispatching();
    const seals = health.seals?.();
    const audit = this.audits.known();
    const now = nowMs();
    const problems = this.stopping.begun ? ['shutting down'] : health.problems();
    if (problems.length > 0) reply.code(503);
    if (!this.monitors.allows(askingOf(raw))) return { status: problems.length === 0 };
    return {
      status: problems.length === 0,
      version: VERSION,
      problems,
      notes: [
        ...parkedNotes(health.parked()),
        ...(seals ? sealNotes(seals) : []),
        ...auditNotes(audit, this.audits.everyMs, now),
        ...this.catalog
          .refusals()
          .map(({ vendor, reason }) => `${this.catalog.vendorName(vendor)}: ${reason}`),
      ],
      parked: parkedCount(health.parked()),
      position: lastPosition,
      projection_lag: Math.max(0, lastPosition - liveHub.position),
      reaction_lag: dispatching ? Math.max(0, lastPosition - dispatching.position) : null,
      open_purchases: dispatching?.openPurchases ?? null,
      oldest_open_purchase_seconds: oldestOpenPurchaseMs === undefined ? null : oldestOpenPurchaseMs / 1_000,
      ...(seals && sealFacts(seals, lastPosition, now)),
      ...auditFacts(audit, this.audits.everyMs, now),
    };
  }

  @Get('/metrics')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  async metricsText(
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!this.monitors.allows(askingOf(raw))) throw new RuleBroken('NOT_FOUND');
    reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}

const askingOf = ({ socket, headers }: IncomingMessage): Asking => ({
  remoteAddress: socket.remoteAddress,
  headers,
});
