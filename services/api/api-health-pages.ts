import { Inject, Injectable } from '@nestjs/common';
import { nowMs } from '../../infra/host/clock.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { VERSION } from '../../infra/process/version.js';
import { parkedCount, parkedNotes } from '../../infra/projections/parking.js';
import { AuditReader, auditFacts, auditNotes } from '../audit/scheduled/audit-reader.js';
import { sealFacts, sealNotes } from '../audit/seals/seal-health.js';
import { Catalog } from '../catalog/catalog.js';
import type { HealthPages, Readiness } from '../runtime/health/health.js';
import { API_HEALTH, type ApiHealth } from './api-health.js';
import { RequestMetrics } from './http/request-metrics.js';
import { Stopping } from './http/stopping.js';

/** Pages about health of a process that serves the API. */
@Injectable()
export class ApiHealthPages implements HealthPages {
  constructor(
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    private readonly liveHub: LiveHub,
    private readonly requestMetrics: RequestMetrics,
    private readonly stopping: Stopping,
    private readonly audits: AuditReader,
    private readonly catalog: Catalog,
  ) {}

  async readiness(): Promise<Readiness> {
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

  metrics(): Promise<string> {
    return this.requestMetrics.registry.metrics();
  }
}
