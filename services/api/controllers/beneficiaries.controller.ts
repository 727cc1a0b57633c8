import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  ListBeneficiaries,
  RemoveBeneficiary,
  SaveBeneficiary,
} from '../../customers/beneficiaries/beneficiaries.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { Serves } from '../guards/route-rules.js';
import { CallerOf, type Caller, contextOf } from '../guards/caller.js';

@Controller()
export class BeneficiariesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Serves('beneficiaries')
  async list(
    @CallerOf() { userId }: Caller,
    @Body() { service }: CallInput<'beneficiaries'>,
  ): Promise<CallAnswer<'beneficiaries'>> {
    return {
      status: true,
      ...(await this.queries.execute(new ListBeneficiaries(userId, service ?? undefined))),
    };
  }

  @Serves('saveBeneficiary')
  async save(
    @CallerOf() caller: Caller,
    @Body() { service, recipient, name, provider, kind }: CallInput<'saveBeneficiary'>,
  ): Promise<CallAnswer<'saveBeneficiary'>> {
    const kept = { service, recipient: recipient.trim(), name: name?.trim() ?? '' };
    const details = { provider: provider ?? '', kind: kind ?? '' };
    const id: string = await this.commands.execute(
      new SaveBeneficiary(caller.userId, { ...kept, ...details }, contextOf(caller)),
    );
    return { status: true, message: 'Recipient saved.', id };
  }

  @Serves('removeBeneficiary')
  async remove(
    @CallerOf() caller: Caller,
    @Body() { id }: CallInput<'removeBeneficiary'>,
  ): Promise<CallAnswer<'removeBeneficiary'>> {
    await this.commands.execute(new RemoveBeneficiary(caller.userId, id, contextOf(caller)));
    return { status: true, message: 'Recipient removed.' };
  }
}
