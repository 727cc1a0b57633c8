import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CONFIG } from '../../../../infra/config/settings.js';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { now } from '../../../../infra/host/clock.js';
import { parkedCount, parkedNotes } from '../../../../infra/projections/parking.js';
import { ReportVendors } from '../../../../read-models/stats/vendor-figures.query.js';
import { AcknowledgeAlert, AlertStreams } from '../../../alerts/alert-streams.js';
import type { Alert } from '../../../alerts/alerts.state.js';
import { sealNotes } from '../../../audit/seals/seal-health.js';
import type { StoredAudit } from '../../../audit/scheduled/audit.events.js';
import { AuditReader, auditNotes } from '../../../audit/scheduled/audit-reader.js';
import { Catalog } from '../../../catalog/catalog.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import { ListActiveVendors } from '../../../catalog/routing/list-active-vendors.query.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { lagosIso, lagosIsoAt } from '../../../contracts/fields/lagos-day.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { Users } from '../../../customers/users.js';
import type { Config } from '../../../runtime/config.js';
import { API_HEALTH, type ApiHealth, diskOf } from '../../api-health.js';
import { overdueOf } from '../../../purchases/settle/pending-purchases.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { shownPauses } from './vendors.controller.js';

type Operations = CallAnswer<'operations'>;

@Controller()
export class OperationsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
    private readonly alerts: AlertStreams,
    private readonly users: Users,
    private readonly catalog: Catalog,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    private readonly audits: AuditReader,
    @Inject(CONFIG) private readonly config: Pick<Config, 'dataDir'>,
  ) {}

  @Serves('operations')
  async operations(): Promise<Operations> {
    const { health } = this;
    const nowMs = now().getTime();
    const [position, oldestMs, disk, vendors, alerts, audit, { pauses }] = await Promise.all([
      health.lastPosition(),
      health.oldestOpenPurchaseMs(),
      diskOf(this.config.dataDir),
      this.vendors(nowMs),
      this.alerts.current(),
      this.audits.latest(),
      this.queries.execute(new ListActiveVendors()),
    ]);
    const [dispatching, parked] = [health.dispatching(), health.parked()];
    return {
      status: true,
      asked_at: lagosIsoAt(nowMs),
      problems: [...health.problems()],
      notes: [
        ...parkedNotes(parked),
        ...sealNotes(health.seals?.() ?? {}),
        ...auditNotes(audit, this.audits.everyMs, nowMs),
        ...this.catalog
          .refusals()
          .map(({ vendor, reason }) => `${this.catalog.vendorName(vendor)}: ${reason}`),
      ],
      position,
      reaction_lag: dispatching ? Math.max(0, position - dispatching.position) : null,
      open_purchases: dispatching?.openPurchases ?? null,
      oldest_open_purchase_seconds: oldestMs === undefined ? null : oldestMs / 1_000,
      parked: parkedCount(parked),
      disk: disk && { free_bytes: disk.free, total_bytes: disk.total },
      alerts: await Promise.all([...alerts.open.values()].map((alert) => this.shown(alert))),
      over: await Promise.all(alerts.cleared.map((alert) => this.shown(alert))),
      views: health.views().map(({ view, checkpoint, halted }) => ({
        view,
        position: checkpoint,
        lag: Math.max(0, position - checkpoint),
        parked: parkedCount(parked.filter((each) => each.view === view)),
        halted: halted ?? null,
      })),
      audit: audit ? shownAudit(audit) : null,
      sending_hold: this.sendingHold(),
      pauses: await shownPauses(pauses, this.users),
      vendors,
    };
  }

  @Serves('acknowledgeAlert')
  async acknowledge(
    @AdministratorContext() context: EventContext,
    @Body() { alertId }: CallInput<'acknowledgeAlert'>,
  ): Promise<CallAnswer<'acknowledgeAlert'>> {
    await this.commands.execute(new AcknowledgeAlert(alertId, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'This alert is looked after.' };
  }

  @Serves('releaseSending')
  async release(
    @AdministratorContext() context: EventContext,
    @Body() { holdId: seen, reason }: CallInput<'releaseSending'>,
  ): Promise<CallAnswer<'releaseSending'>> {
    await this.commands.execute(new ChangeCatalog({ type: 'ReleaseSending', reason, seen }, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'Purchases are sold and sent again.' };
  }

  private sendingHold(): Operations['sending_hold'] {
    const { sendingHold: hold } = this.catalog.state;
    return hold?.held ? { id: hold.id, since: lagosIsoAt(hold.since), reason: hold.reason } : null;
  }

  private async shown(alert: Alert): Promise<Operations['alerts'][number]> {
    const { alertId: id, text, raisedAt, clearedAt, acknowledgedBy, acknowledgedAt } = alert;
    const by = acknowledgedBy === undefined ? undefined : await this.users.byId(acknowledgedBy);
    const whose = alert.by === undefined ? undefined : await this.users.byId(alert.by);
    const said = whose ? `${text} By ${whose.firstName} ${whose.lastName}.` : text;
    return {
      id,
      text: said,
      raised_at: lagosIsoAt(raisedAt),
      cleared_at: clearedAt ? lagosIsoAt(clearedAt) : null,
      acknowledged_by: acknowledgedBy === undefined ? null : (by?.firstName ?? 'An administrator'),
      acknowledged_at: acknowledgedAt ? lagosIsoAt(acknowledgedAt) : null,
    };
  }

  private async vendors(nowMs: number): Promise<Operations['vendors']> {
    const figures = new Map(
      (await this.queries.execute(new ReportVendors(nowMs))).map((each) => [each.vendor, each]),
    );
    const waiting = this.health.dispatching()?.waiting;
    const waits = new Map(waiting?.map((each) => [each.vendor, each]));
    return this.catalog.vendors().map(({ code, name, services }) => {
      const { captured = 0, ended = 0, p50 = null, p95 = null } = figures.get(code) ?? {};
      const wait = waits.get(code);
      const overdue = wait ? overdueOf(wait) : 0;
      const delivers = services.filter((service) => this.catalog.activeVendor(service) === code);
      return {
        code,
        name,
        delivers,
        stands_by: delivers.length < services.length,
        ended,
        success_rate: ended + overdue === 0 ? null : captured / (ended + overdue),
        p50_seconds: p50,
        p95_seconds: p95,
        waiting: waiting === undefined ? null : (wait?.purchases ?? 0),
        oldest_waiting_seconds: wait ? Math.max(0, nowMs - wait.oldestAt) / 1_000 : null,
      };
    });
  }
}

const shownAudit = ({
  at,
  position,
  drift,
  unexplained,
  problems,
  lines,
  unfinished,
}: StoredAudit): Operations['audit'] => ({
  at: lagosIso(at),
  position,
  drift,
  problems,
  lines: [...lines],
  unfinished,
  unexplained_naira: unexplained === null ? null : nairaFromKobo(BigInt(unexplained)),
});
