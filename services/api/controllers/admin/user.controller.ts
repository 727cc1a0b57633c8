import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import type { Administrator } from '../../../administrators/administrators.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { SendUserCode } from '../../../customers/support/send-user-code.handler.js';
import { SignOutUser } from '../../../customers/support/sign-out-user.handler.js';
import { SetSpending } from '../../../customers/support/freeze-spending.handler.js';
import { SetCallLimit } from '../../../customers/support/set-call-limit.handler.js';
import { AllowPayouts } from '../../../money-desk/allow-payouts.handler.js';
import { AdministratorContext, AdministratorOf, formIdsOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { PersonShown } from '../../shown/person-shown.js';

const commandIdOf = formIdsOf('c1f9a6d2-7c0b-5f4e-8a52-3f0e5b7d9a41');

@Controller()
export class UserController {
  constructor(
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
    private readonly person: PersonShown,
  ) {}

  @Serves('user')
  user(
    @AdministratorOf() administrator: Administrator,
    @Body() { id }: CallInput<'user'>,
  ): Promise<CallAnswer<'user'>> {
    return this.person.page(administrator, id);
  }

  @Serves('freezeUser')
  async freeze(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'freezeUser'>,
  ): Promise<CallAnswer<'freezeUser'>> {
    const changed = await this.setSpending(new SetSpending(id, true, reason, context));
    return { status: true, message: changed ? 'Spending is stopped.' : 'Spending is stopped already.' };
  }

  @Serves('unfreezeUser')
  async unfreeze(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason, freeze_id }: CallInput<'unfreezeUser'>,
  ): Promise<CallAnswer<'unfreezeUser'>> {
    const allow = new SetSpending(id, false, reason, context, freeze_id ?? undefined);
    const changed = await this.setSpending(allow);
    return { status: true, message: changed ? 'The user can spend again.' : 'The user can spend already.' };
  }

  @Serves('setCallLimit')
  async setCallLimit(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { per_second }: CallInput<'setCallLimit'>,
  ): Promise<CallAnswer<'setCallLimit'>> {
    await this.commands.execute(new SetCallLimit(id, per_second || null, context));
    this.written.note(context.actor.id);
    const rate = per_second === 0 ? 'the usual number of' : `up to ${per_second}`;
    return { status: true, message: `The user may make ${rate} calls a second.` };
  }

  @Serves('allowPayouts')
  async allowPayouts(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason, form_id }: CallInput<'allowPayouts'>,
  ): Promise<CallAnswer<'allowPayouts'>> {
    const command = new AllowPayouts(id, reason, context, commandIdOf(context, form_id));
    const outcome = await this.commands.execute(command);
    this.written.note(context.actor.id);
    const waits = 'Asked for. Another administrator has to agree on the page Approvals.';
    return { status: true, message: outcome === 'waiting' ? waits : 'Money can leave again.' };
  }

  @Serves('signOutUser')
  async signOut(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() _body: CallInput<'signOutUser'>,
  ): Promise<CallAnswer<'signOutUser'>> {
    await this.commands.execute(new SignOutUser(id, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The user is signed out everywhere.' };
  }

  @Serves('resendUserCode')
  async resendCode(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() _body: CallInput<'resendUserCode'>,
  ): Promise<CallAnswer<'resendUserCode'>> {
    const { sent } = await this.commands.execute(new SendUserCode(id, context));
    return { status: true, message: sent ? 'A new code is on its way.' : 'The email is verified already.' };
  }

  private async setSpending(command: SetSpending): Promise<boolean> {
    const { changed } = await this.commands.execute(command);
    this.written.note(command.context.actor.id);
    return changed;
  }
}
