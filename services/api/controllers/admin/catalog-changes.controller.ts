import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { Catalog } from '../../../catalog/catalog.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import { InstallationPrices } from '../../../catalog/installation-prices.js';
import { listSwitches } from '../../../catalog/price-list.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { PLAN_TYPES } from '../../../contracts/data.contract.js';
import { formatNaira, nairaFromKobo } from '../../../contracts/money.js';
import { NETWORKS } from '../../../contracts/fields/codes.js';
import { SetPrices } from '../../../money-desk/alone/set-prices.handler.js';
import { priceAnswer, priceChange } from './one-price.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

type PlanTypeSwitch = CallInput<'deactivatePlanType'>;

@Controller()
export class CatalogChangesController {
  constructor(
    private readonly catalog: Catalog,
    private readonly prices: InstallationPrices,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('catalogueSwitches')
  switches(): CallAnswer<'catalogueSwitches'> {
    return { status: true, networks: listSwitches(this.catalog) };
  }

  @Serves('disableNetwork')
  async disableNetwork(
    @AdministratorContext() context: EventContext,
    @Body() { datanetwork: network, confirm }: CallInput<'disableNetwork'>,
  ): Promise<CallAnswer<'disableNetwork'>> {
    const change = { type: 'SwitchNetwork', network, on: false } as const;
    await this.commands.execute(new ChangeCatalog(change, context, confirm === true));
    this.written.note(context.actor.id);
    const message = `${NETWORKS[network]} is disabled. Its airtime and data are not sold until it is activated.`;
    return { status: true, message };
  }

  @Serves('activateNetwork')
  async activateNetwork(
    @AdministratorContext() context: EventContext,
    @Body() { datanetwork: network }: CallInput<'activateNetwork'>,
  ): Promise<CallAnswer<'activateNetwork'>> {
    await this.commands.execute(new ChangeCatalog({ type: 'SwitchNetwork', network, on: true }, context));
    this.written.note(context.actor.id);
    return { status: true, message: `${NETWORKS[network]} is active. Its airtime and data are sold.` };
  }

  @Serves('activatePlanType')
  activatePlanType(
    @AdministratorContext() context: EventContext,
    @Body() body: PlanTypeSwitch,
  ): Promise<CallAnswer<'activatePlanType'>> {
    return this.switchPlanType(body, true, context);
  }

  @Serves('deactivatePlanType')
  deactivatePlanType(
    @AdministratorContext() context: EventContext,
    @Body() body: PlanTypeSwitch,
  ): Promise<CallAnswer<'deactivatePlanType'>> {
    return this.switchPlanType(body, false, context);
  }

  private async switchPlanType(
    { dataNetwork: network, plantype: planType, confirm }: PlanTypeSwitch,
    on: boolean,
    context: EventContext,
  ): Promise<CallAnswer<'activatePlanType'>> {
    const change = { type: 'SwitchPlanType', network, planType, on } as const;
    await this.commands.execute(new ChangeCatalog(change, context, on || confirm === true));
    this.written.note(context.actor.id);
    const what = `${PLAN_TYPES[planType]} of ${NETWORKS[network]}`;
    const message = on
      ? `${what} is active.`
      : `${what} is disabled. Its plans are not sold until it is activated.`;
    return { status: true, message };
  }

  @Serves('setDataPrice')
  async setDataPrice(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'setDataPrice'>,
  ): Promise<CallAnswer<'setDataPrice'>> {
    const { datanetwork: network, selectedDataPlan: code } = body;
    const change = priceChange({ service: 'data', network, code }, body, context.now);
    const changed = await this.commands.execute(new SetPrices(change, context, body.confirm === true));
    this.written.note(context.actor.id);
    return priceAnswer(body, changed);
  }

  @Serves('affiliateFee')
  affiliateFee(): CallAnswer<'affiliateFee'> {
    return { status: true, affiliateFee: nairaFromKobo(this.prices.affiliateFee) };
  }

  @Serves('setAffiliateFee')
  async setAffiliateFee(
    @AdministratorContext() context: EventContext,
    @Body() { newPrices, amount, confirm }: CallInput<'setAffiliateFee'>,
  ): Promise<CallAnswer<'setAffiliateFee'>> {
    const seen = amount === undefined ? {} : { seen: String(amount) };
    const configured = String(this.prices.configuredAffiliateFee);
    const change = { type: 'SetAffiliateFee', fee: String(newPrices), configured, ...seen } as const;
    await this.commands.execute(new ChangeCatalog(change, context, confirm === true));
    this.written.note(context.actor.id);
    return {
      status: true,
      message: `The upgrade to an affiliate account now costs ${formatNaira(newPrices)}.`,
    };
  }
}
