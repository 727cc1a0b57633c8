import { Body, Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { now } from '../../../../infra/host/clock.js';
import {
  AcceptInvitation,
  LookAtInvitation,
} from '../../../administrators/invitations/accept-invitation.handler.js';
import {
  InviteAdministrator,
  SendInvitation,
  WithdrawInvitation,
} from '../../../administrators/invitations/invite-administrator.handler.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { AdministratorContext, originOf, formIdsOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

const inviteIdOf = formIdsOf('0f5a7c62-6c1e-5b7e-9a35-64b0c2d1e7a4');

@Controller()
export class InvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('inviteAdministrator')
  async invite(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'inviteAdministrator'>,
  ): Promise<CallAnswer<'inviteAdministrator'>> {
    const { email, first_name: firstName, last_name: lastName, role, permissions, form_id } = body;
    const inviteId = inviteIdOf(context, form_id);
    const person = { email, firstName, lastName };
    await this.commands.execute(new InviteAdministrator(inviteId, person, { role, permissions }, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The invitation is on its way.' };
  }

  @Serves('sendInvitation')
  async sendAgain(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { loaded_sends }: CallInput<'sendInvitation'>,
  ): Promise<CallAnswer<'sendInvitation'>> {
    await this.commands.execute(new SendInvitation(id, loaded_sends, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The invitation is on its way once more.' };
  }

  @Serves('withdrawInvitation')
  async withdraw(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() _body: CallInput<'withdrawInvitation'>,
  ): Promise<CallAnswer<'withdrawInvitation'>> {
    await this.commands.execute(new WithdrawInvitation(id, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The invitation is withdrawn.' };
  }

  @Serves('adminInvitation')
  async look(
    @Body() { invitation: token }: CallInput<'adminInvitation'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'adminInvitation'>> {
    const { firstName, email, invitation } = await this.commands.execute(
      new LookAtInvitation(token, request.ip, now()),
    );
    const { access, expiresAt } = invitation;
    return {
      status: true,
      first_name: firstName,
      email,
      role: access.role,
      permissions: [...access.permissions],
      expires_at: lagosIso(expiresAt),
    };
  }

  @Serves('acceptAdminInvitation')
  async accept(
    @Body() { invitation: token, password1 }: CallInput<'acceptAdminInvitation'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'acceptAdminInvitation'>> {
    await this.commands.execute(new AcceptInvitation(token, password1, originOf(request), now()));
    return { status: true, message: 'Your account is ready. Log in with the password you chose.' };
  }
}
