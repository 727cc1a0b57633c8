import { statfs } from 'node:fs/promises';
import { Controller, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIG } from '../../../../infra/config/settings.js';
import { parkedCount, parkedNotes } from '../../../../infra/projections/parking.js';
import { ReportVendors } from '../../../../read-models/stats/vendor-figures.query.js';
import { Catalog } from '../../../catalog/catalog.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import type { Config } from '../../../runtime/config.js';
import { API_HEALTH, type ApiHealth } from '../../api-health.js';
import { Serves } from '../../guards/route-rules.js';

type Operations = CallAnswer<'operations'>;

/** How the product itself is, for the people who keep it running. */
@Controller()
export class RunningController {
  constructor(
    private readonly queries: QueryBus,
    private readonly catalog: Catalog,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    @Inject(CONFIG) private readonly config: Pick<Config, 'dataDir'>,
  ) {}

  @Serves('operations')
  async operations(): Promise<Operations> {
    const { health } = this;
    const nowMs = Date.now();
    const [position, oldestMs, disk, vendors] = await Promise.all([
      health.lastPosition(),
      health.oldestOpenPurchaseMs(),
      diskOf(this.config.dataDir),
      this.vendors(nowMs),
    ]);
    const [vending, parked] = [health.vending(), health.parked()];
    return {
      status: true,
      asked_at: lagosIso(new Date(nowMs).toISOString()),
      problems: [...health.problems()],
      notes: parkedNotes(parked),
      position,
      reaction_lag: vending ? Math.max(0, position - vending.position) : null,
      open_purchases: vending?.openPurchases ?? null,
      oldest_open_purchase_seconds: oldestMs === undefined ? null : oldestMs / 1_000,
      parked: parkedCount(parked),
      disk,
      views: health.views().map(({ view, checkpoint, halted }) => ({
        ...{ view, position: checkpoint },
        lag: Math.max(0, position - checkpoint),
        parked: parkedCount(parked.filter((each) => each.view === view)),
        halted: halted ?? null,
      })),
      vendors,
    };
  }

  private async vendors(nowMs: number): Promise<Operations['vendors']> {
    const figures = new Map(
      (await this.queries.execute(new ReportVendors(nowMs))).map((each) => [each.vendor, each]),
    );
    const waiting = this.health.vending()?.waiting;
    const waits = new Map(waiting?.map((each) => [each.vendor, each]));
    return this.catalog.vendors().map(({ code, name, services }) => {
      const { captured = 0, ended = 0, p50 = null, p95 = null } = figures.get(code) ?? {};
      const wait = waits.get(code);
      const delivers = services.filter((service) => this.catalog.activeVendor(service) === code);
      return {
        ...{ code, name, delivers, stands_by: delivers.length < services.length },
        ...{ ended, success_rate: ended === 0 ? null : captured / ended },
        ...{ p50_seconds: p50, p95_seconds: p95 },
        waiting: waiting === undefined ? null : (wait?.purchases ?? 0),
        oldest_waiting_seconds: wait ? Math.max(0, nowMs - wait.oldestAt) / 1_000 : null,
      };
    });
  }
}

/** Null where there is no such folder: an api process of a cluster may keep nothing on its disk. */
async function diskOf(folder: string): Promise<Operations['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
  } catch {
    return null;
  }
}
