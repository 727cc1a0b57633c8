import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { ServiceHealth } from '../../services/contracts/catalog.contract.js';
import { NETWORKS, type NetworkCode, type Service, SERVICES } from '../../services/contracts/services.js';
import { historyView } from './history.view.js';
import { healthOf } from './service-health.js';

export interface ServiceHealthRow extends ServiceHealth {
  readonly service: Service;
  /** Absent for all networks of the service. */
  readonly network?: NetworkCode;
}

const WINDOW_MS = 30 * 60_000;
/** The newest of each service: enough to tell how it goes, however many there are. */
const PURCHASES_LOOKED_AT = 200;
/** So long an answer stands for everybody: forms are opened all the time. */
const FRESH_MS = 5_000;
const CODES = Object.keys(NETWORKS).map(Number) as NetworkCode[];

/** How each service goes right now, by the purchases of the last thirty minutes. */
export class ReportServiceHealth extends Query<readonly ServiceHealthRow[]> {
  constructor(readonly nowMs: number) {
    super();
  }
}

@QueryHandler(ReportServiceHealth)
export class ReportServiceHealthHandler implements IQueryHandler<ReportServiceHealth> {
  private last: { readonly nowMs: number; readonly rows: Promise<readonly ServiceHealthRow[]> } | undefined;

  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  /** Made of the log by the projector, and so the same at every process. */
  execute({ nowMs }: ReportServiceHealth): Promise<readonly ServiceHealthRow[]> {
    const { last } = this;
    if (last && Math.abs(nowMs - last.nowMs) < FRESH_MS) return last.rows;
    const rows = Promise.all(SERVICES.map((service) => this.ofService(service, nowMs))).then((all) =>
      all.flat(),
    );
    const read = { nowMs, rows };
    this.last = read;
    // What could not be read is asked for again by whoever looks next.
    rows.catch(() => {
      if (this.last === read) this.last = undefined;
    });
    return rows;
  }

  private async ofService(service: Service, nowMs: number): Promise<readonly ServiceHealthRow[]> {
    const { rows } = await this.readStore.page(historyView, {
      equals: { service },
      range: { column: 'at', from: new Date(nowMs - WINDOW_MS).toISOString() },
      sort: { column: 'at', direction: 'descending' },
      skip: 0,
      limit: PURCHASES_LOOKED_AT,
    });
    const ofNetworks = CODES.flatMap((network) => {
      const own = rows.filter((row) => row.network === network);
      return own.length === 0 ? [] : [{ service, network, ...healthOf(own, nowMs) }];
    });
    return [{ service, ...healthOf(rows, nowMs) }, ...ofNetworks];
  }
}
