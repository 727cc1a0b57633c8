import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { Catalog } from '../../../catalog/catalog.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import { ListActiveVendors } from '../../../catalog/routing/list-active-vendors.query.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { SERVICE_NAMES, type Service } from '../../../contracts/services.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

type Switched = CallAnswer<'switchDataVendor'>;

/** Who delivers what customers buy. */
@Controller()
export class VendorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
    private readonly queries: QueryBus,
    private readonly catalog: Catalog,
  ) {}

  @Serves('activeVendors')
  async active(): Promise<CallAnswer<'activeVendors'>> {
    const { active, orders, vendors } = await this.queries.execute(new ListActiveVendors());
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
    const names = this.catalog.vendorsInTurn(service).map(({ name }) => name);
    return { status: true, message: `${SERVICE_NAMES[service]} is now asked of ${inWords(names)}.` };
  }

  @Serves('switchDataVendor')
  switchData(
    @AdministratorContext() context: EventContext,
    @Body() { dataapiidentifier }: CallInput<'switchDataVendor'>,
  ): Promise<Switched> {
    return this.switch('data', dataapiidentifier, context);
  }

  @Serves('switchAirtimeVendor')
  switchAirtime(
    @AdministratorContext() context: EventContext,
    @Body() { airtimeapiidentifier }: CallInput<'switchAirtimeVendor'>,
  ): Promise<Switched> {
    return this.switch('airtime', airtimeapiidentifier, context);
  }

  @Serves('switchCableVendor')
  switchCable(
    @AdministratorContext() context: EventContext,
    @Body() { cableapiidentifier }: CallInput<'switchCableVendor'>,
  ): Promise<Switched> {
    return this.switch('cable', cableapiidentifier, context);
  }

  @Serves('switchElectricVendor')
  switchElectric(
    @AdministratorContext() context: EventContext,
    @Body() { electricapiidentifier }: CallInput<'switchElectricVendor'>,
  ): Promise<Switched> {
    return this.switch('electricity', electricapiidentifier, context);
  }

  @Serves('switchExamVendor')
  switchExam(
    @AdministratorContext() context: EventContext,
    @Body() { examsapiidentifier }: CallInput<'switchExamVendor'>,
  ): Promise<Switched> {
    return this.switch('exams', examsapiidentifier, context);
  }

  /** Whoever was chosen delivers from the next purchase on; what was accepted before is delivered by whoever had it. */
  private async switch(service: Service, vendor: number, context: EventContext): Promise<Switched> {
    await this.commands.execute(new ChangeCatalog({ type: 'ChooseVendor', service, vendor }, context));
    this.written.note(context.actor.id);
    const { vendors } = await this.queries.execute(new ListActiveVendors());
    const chosen = vendors.find(({ code }) => code === vendor);
    const message = chosen
      ? `${chosen.name} now delivers ${SERVICE_NAMES[service]}.`
      : `${SERVICE_NAMES[service]} is switched off.`;
    return { status: true, message };
  }
}

/** `Platinum, then Ultranet, then Docker`. */
const inWords = (names: readonly string[]): string => names.join(', then ');
