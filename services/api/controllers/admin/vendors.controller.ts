import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { now } from '../../../../infra/host/clock.js';
import { Catalog } from '../../../catalog/catalog.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import { probeIsDue } from '../../../catalog/routing/automatic-pause.decider.js';
import { CheckVendors } from '../../../catalog/vendor-check/check-vendors.handler.js';
import { ListActiveVendors } from '../../../catalog/routing/list-active-vendors.query.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { SERVICE_NAMES, type Service } from '../../../contracts/services.js';
import { Users } from '../../../customers/users.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import type { ActiveVendors } from '../../../catalog/routing/list-active-vendors.query.js';
import { lagosIsoAt } from '../../../contracts/fields/lagos-day.js';

type Switched = CallAnswer<'switchDataVendor'>;

@Controller()
export class VendorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
    private readonly queries: QueryBus,
    private readonly catalog: Catalog,
    private readonly users: Users,
  ) {}

  @Serves('activeVendors')
  async active(): Promise<CallAnswer<'activeVendors'>> {
    const { active, orders, pauses, accountPauses, refusedProducts, vendors } = await this.queries.execute(
      new ListActiveVendors(),
    );
    return {
      status: true,
      active_data_api: active.data,
      active_airtime_api: active.airtime,
      active_cable_api: active.cable,
      active_electric_api: active.electricity,
      active_exams_api: active.exams,
      orders: {
        data: [...orders.data],
        airtime: [...orders.airtime],
        cable: [...orders.cable],
        electricity: [...orders.electricity],
        exams: [...orders.exams],
      },
      pauses: await shownPauses(pauses, this.users),
      account_pauses: accountPauses.map(({ id, vendor, fault, code, reason, since }) => ({
        id,
        vendor,
        fault,
        code,
        reason,
        since: lagosIsoAt(since),
      })),
      refused_products: refusedProducts.map(({ id, vendor, product, name, code, reason, since }) => ({
        id,
        vendor,
        product,
        name,
        code,
        reason,
        since: lagosIsoAt(since),
      })),
      vendors: vendors.map(({ services, ...vendor }) => ({ ...vendor, services: [...services] })),
    };
  }

  @Serves('setVendorOrder')
  async order(
    @AdministratorContext() context: EventContext,
    @Body() { service, vendors, shown }: CallInput<'setVendorOrder'>,
  ): Promise<CallAnswer<'setVendorOrder'>> {
    const sellers = this.catalog.sellersOf(service);
    const change = { type: 'OrderVendors', service, vendors, sellers, seen: shown } as const;
    await this.commands.execute(new ChangeCatalog(change, context));
    this.written.note(context.actor.id);
    return {
      status: true,
      message: `${SERVICE_NAMES[service]} is now asked of ${this.askedInTurn(service)}.`,
    };
  }

  @Serves('pauseVendor')
  async pause(
    @AdministratorContext() context: EventContext,
    @Body() { service, vendor, reason, confirm }: CallInput<'pauseVendor'>,
  ): Promise<CallAnswer<'pauseVendor'>> {
    const change = { type: 'PauseVendor', service, vendor, reason } as const;
    await this.commands.execute(new ChangeCatalog(change, context, confirm === true));
    this.written.note(context.actor.id);
    const follows = this.catalog.sells(service)
      ? `${SERVICE_NAMES[service]} is now asked of ${this.askedInTurn(service)}.`
      : `Nobody delivers ${SERVICE_NAMES[service]} now.`;
    return { status: true, message: `${this.catalog.vendorName(vendor)} is paused. ${follows}` };
  }

  @Serves('resumeVendor')
  async resume(
    @AdministratorContext() context: EventContext,
    @Body() { service, vendor, reason, pauseId: seen }: CallInput<'resumeVendor'>,
  ): Promise<CallAnswer<'resumeVendor'>> {
    const change = { type: 'ResumeVendor', service, vendor, reason, seen } as const;
    await this.commands.execute(new ChangeCatalog(change, context));
    this.written.note(context.actor.id);
    return {
      status: true,
      message: `${this.catalog.vendorName(vendor)} is asked for ${SERVICE_NAMES[service]} again.`,
    };
  }

  @Serves('resumeVendorAccount')
  async resumeAccount(
    @AdministratorContext() context: EventContext,
    @Body() { vendor, reason, pauseId: seen }: CallInput<'resumeVendorAccount'>,
  ): Promise<CallAnswer<'resumeVendorAccount'>> {
    const change = { type: 'ResumeVendorAccount', vendor, reason, seen } as const;
    await this.commands.execute(new ChangeCatalog(change, context));
    this.written.note(context.actor.id);
    return { status: true, message: `${this.catalog.vendorName(vendor)} is asked again.` };
  }

  @Serves('checkVendors')
  async check(@AdministratorContext() context: EventContext): Promise<CallAnswer<'checkVendors'>> {
    const vendors = await this.commands.execute(new CheckVendors(undefined, context));
    if (vendors.some(({ resumed }) => resumed)) this.written.note(context.actor.id);
    const wrong = vendors.filter(({ lines }) => lines.some(({ result }) => result === 'wrong')).length;
    return {
      status: true,
      message:
        wrong === 0
          ? 'Nothing is wrong.'
          : `${wrong} of ${vendors.length} vendors ${wrong === 1 ? 'has' : 'have'} something wrong.`,
      vendors: vendors.map(({ code, name, resumed, lines }) => ({
        code,
        name,
        resumed,
        lines: lines.map(({ check, result, text, said }) => ({ check, result, text, said: said ?? null })),
      })),
    };
  }

  @Serves('liftVendorRefusal')
  async liftRefusal(
    @AdministratorContext() context: EventContext,
    @Body() { vendor, product, reason, refusalId: seen }: CallInput<'liftVendorRefusal'>,
  ): Promise<CallAnswer<'liftVendorRefusal'>> {
    const change = { type: 'LiftRefusal', vendor, product, reason, seen } as const;
    await this.commands.execute(new ChangeCatalog(change, context));
    this.written.note(context.actor.id);
    return { status: true, message: `${this.catalog.vendorName(vendor)} is asked for it again.` };
  }

  @Serves('switchDataVendor')
  switchData(
    @AdministratorContext() context: EventContext,
    @Body() { dataapiidentifier, confirm }: CallInput<'switchDataVendor'>,
  ): Promise<Switched> {
    return this.switch('data', dataapiidentifier, confirm, context);
  }

  @Serves('switchAirtimeVendor')
  switchAirtime(
    @AdministratorContext() context: EventContext,
    @Body() { airtimeapiidentifier, confirm }: CallInput<'switchAirtimeVendor'>,
  ): Promise<Switched> {
    return this.switch('airtime', airtimeapiidentifier, confirm, context);
  }

  @Serves('switchCableVendor')
  switchCable(
    @AdministratorContext() context: EventContext,
    @Body() { cableapiidentifier, confirm }: CallInput<'switchCableVendor'>,
  ): Promise<Switched> {
    return this.switch('cable', cableapiidentifier, confirm, context);
  }

  @Serves('switchElectricVendor')
  switchElectric(
    @AdministratorContext() context: EventContext,
    @Body() { electricapiidentifier, confirm }: CallInput<'switchElectricVendor'>,
  ): Promise<Switched> {
    return this.switch('electricity', electricapiidentifier, confirm, context);
  }

  @Serves('switchExamVendor')
  switchExam(
    @AdministratorContext() context: EventContext,
    @Body() { examsapiidentifier, confirm }: CallInput<'switchExamVendor'>,
  ): Promise<Switched> {
    return this.switch('exams', examsapiidentifier, confirm, context);
  }

  /** Purchases that were accepted earlier stay with their vendor. */
  private async switch(
    service: Service,
    vendor: number,
    confirm: boolean | undefined,
    context: EventContext,
  ): Promise<Switched> {
    const change = { type: 'ChooseVendor', service, vendor } as const;
    await this.commands.execute(new ChangeCatalog(change, context, confirm === true));
    this.written.note(context.actor.id);
    const name = this.catalog.vendorName(vendor);
    if (vendor === 0) return { status: true, message: `${SERVICE_NAMES[service]} is switched off.` };
    if (this.catalog.activeVendor(service) === vendor)
      return { status: true, message: `${name} now delivers ${SERVICE_NAMES[service]}.` };
    return {
      status: true,
      message: `${name} comes first for ${SERVICE_NAMES[service]}, and is paused: until it is resumed, it is passed over.`,
    };
  }

  private askedInTurn(service: Service): string {
    const inTurn = this.catalog.vendorsInTurn(service);
    const asked = inTurn.filter(({ code }) => !this.catalog.isPaused(service, code));
    return (asked.length > 0 ? asked : inTurn).map(({ name }) => name).join(', then ');
  }
}

export const shownPauses = (
  pauses: ActiveVendors['pauses'],
  users: Pick<Users, 'byId'>,
  nowMs = now().getTime(),
): Promise<CallAnswer<'activeVendors'>['pauses']> =>
  Promise.all(
    pauses.map(async (pause) => {
      const { id, service, vendor, reason, since, by, automatic } = pause;
      return {
        id,
        service,
        vendor,
        reason,
        since: lagosIsoAt(since),
        by: automatic ? 'Automatic' : ((await users.byId(by))?.firstName ?? 'An administrator'),
        automatic: automatic !== undefined,
        probe: probeOf(pause, nowMs),
        probe_at: automatic?.probeAt === undefined ? null : lagosIsoAt(automatic.probeAt),
      };
    }),
  );

function probeOf(pause: ActiveVendors['pauses'][number], nowMs: number): 'later' | 'due' | 'open' | null {
  const { automatic } = pause;
  if (automatic?.probeAt === undefined) return null;
  if (probeIsDue(pause, nowMs)) return 'due';
  return automatic.probe ? 'open' : 'later';
}
