import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { ServiceHealth } from '../../services/contracts/catalog.contract.js';
import { type Service, SERVICES } from '../../services/contracts/services.js';
import { NETWORKS, type NetworkCode } from '../../services/contracts/fields/codes.js';
import { historyView } from './history.view.js';
import { healthOf } from './service-health.js';

export interface ServiceHealthRow extends ServiceHealth {
  readonly service: Service;
  /** Absent when the row is about all networks of the service. */
  readonly network?: NetworkCode;
}

const WINDOW_MS = 30 * 60_000;
const PURCHASES_LOOKED_AT = 200;
/** Milliseconds for which a computed service health is used again, because customers open forms very often. */
const FRESH_MS = 5_000;
const CODES = Object.keys(NETWORKS).map(Number) as NetworkCode[];

export class ReportServiceHealth extends Query<readonly ServiceHealthRow[]> {
  constructor(readonly nowMs: number) {
    super();
  }
}

@QueryHandler(ReportServiceHealth)
export class ReportServiceHealthHandler implements IQueryHandler<ReportServiceHealth> {
  private last: { readonly nowMs: number; readonly rows: Promise<readonly ServiceHealthRow[]> } | undefined;

  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ nowMs }: ReportServiceHealth): Promise<readonly ServiceHealthRow[]> {
    const { last } = this;
    if (last && Math.abs(nowMs - last.nowMs) < FRESH_MS) return last.rows;
    const rows = Promise.all(SERVICES.map((service) => this.ofService(service, nowMs))).then((all) =>
      all.flat(),
    );
    const read = { nowMs, rows };
    this.last = read;
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
