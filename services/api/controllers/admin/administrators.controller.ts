import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { now } from '../../../../infra/host/clock.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { questionOf } from '../../../../read-models/list-page.js';
import { ListAdministrators } from '../../../../read-models/users/users.query.js';
import type { UserRow } from '../../../../read-models/users/users.view.js';
import type { AccessCommand } from '../../../administrators/access/access.decider.js';
import {
  ChangeAccess,
  EndAdministratorSession,
  SignOutAdministrator,
} from '../../../administrators/access/change-access.handler.js';
import { type Administrator, Administrators } from '../../../administrators/administrators.js';
import { Invitations, type PendingInvitation } from '../../../administrators/invitations/invitations.js';
import type {
  AdministratorRow,
  InvitationRow,
} from '../../../contracts/admin/administrator-access.contract.js';
import { may } from '../../../contracts/admin/administrators.contract.js';
import { maskedEmail } from '../../../contracts/admin/mask.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { lagosIso, lagosIsoAt } from '../../../contracts/fields/lagos-day.js';
import { ListSessions } from '../../../customers/login/list-sessions.query.js';
import { AdministratorContext, AdministratorOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

const invitationRow = (
  { invitation, standing, email, firstName, lastName }: PendingInvitation,
  unmasked: boolean,
): InvitationRow => ({
  id: invitation.userId,
  first_name: firstName,
  last_name: lastName,
  email: unmasked ? email : maskedEmail(email),
  role: invitation.access.role,
  permissions: [...invitation.access.permissions],
  state: standing,
  sends: invitation.sends,
  expires_at: lagosIso(invitation.expiresAt),
});

@Controller()
export class AdministratorsController {
  constructor(
    private readonly liveHub: LiveHub,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly administrators: Administrators,
    private readonly invitations: Invitations,
  ) {}

  @Serves('administrators')
  async list(
    @AdministratorOf() caller: Administrator,
    @Body() body: CallInput<'administrators'>,
  ): Promise<CallAnswer<'administrators'>> {
    await this.written.projected(caller.userId);
    const { position } = this.liveHub;
    const unmasked = caller.role === 'admin';
    const found = await this.queries.execute(
      new ListAdministrators({
        ...questionOf(body),
        ...(!unmasked && { searchIn: ['name'] }),
      }),
    );
    const { rows, total, totalCapped, truncated } = found;
    const administrators = await Promise.all(rows.map((row) => this.shown(row, caller, unmasked)));
    const invitations = (await this.invitations.pending(now())).map((one) => invitationRow(one, unmasked));
    return {
      status: true,
      administrators,
      invitations,
      total,
      total_capped: totalCapped,
      truncated,
      position,
    };
  }

  @Serves('changeAccess')
  async changeAccess(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() body: CallInput<'changeAccess'>,
  ): Promise<CallAnswer<'changeAccess'>> {
    const { role, permissions, loaded_role, loaded_permissions } = body;
    const seen =
      loaded_role && loaded_permissions ? { role: loaded_role, permissions: loaded_permissions } : undefined;
    const changed = await this.change(
      id,
      { type: 'ChangeAccess', wanted: { role, permissions }, seen },
      context,
    );
    return { status: true, message: changed ? 'The access was changed.' : 'Nothing was changed.' };
  }

  @Serves('suspendAdministrator')
  async suspend(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'suspendAdministrator'>,
  ): Promise<CallAnswer<'suspendAdministrator'>> {
    await this.change(id, { type: 'Suspend', reason }, context);
    return { status: true, message: 'The administrator is suspended and signed out.' };
  }

  @Serves('reinstateAdministrator')
  async reinstate(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'reinstateAdministrator'>,
  ): Promise<CallAnswer<'reinstateAdministrator'>> {
    await this.change(id, { type: 'Reinstate', reason }, context);
    return { status: true, message: 'The administrator can sign in again.' };
  }

  @Serves('resetSecondFactor')
  async resetSecondFactor(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'resetSecondFactor'>,
  ): Promise<CallAnswer<'resetSecondFactor'>> {
    await this.change(id, { type: 'ResetSecondFactor', reason }, context);
    return { status: true, message: 'The second factor is reset and the administrator signed out.' };
  }

  @Serves('endAdministratorSession')
  async endSession(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { session }: CallInput<'endAdministratorSession'>,
  ): Promise<CallAnswer<'endAdministratorSession'>> {
    await this.commands.execute(new EndAdministratorSession(id, session, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The browser is signed out.' };
  }

  @Serves('signOutAdministrator')
  async signOut(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() _body: CallInput<'signOutAdministrator'>,
  ): Promise<CallAnswer<'signOutAdministrator'>> {
    await this.commands.execute(new SignOutAdministrator(id, context));
    this.written.note(context.actor.id);
    return { status: true, message: 'The administrator is signed out everywhere.' };
  }

  private async change(id: string, command: AccessCommand, context: EventContext): Promise<boolean> {
    const { changed } = await this.commands.execute(new ChangeAccess(id, command, context));
    this.written.note(context.actor.id);
    return changed;
  }

  private async shown(row: UserRow, caller: Administrator, unmasked: boolean): Promise<AdministratorRow> {
    const { user_id: id, first_name, last_name, email } = row;
    const [standing, sessions] = await Promise.all([
      this.administrators.standing({ userId: id, role: row.role ?? 'auditor' }),
      this.queries.execute(new ListSessions(id)),
    ]);
    // Only owners see the IP address and the device of another administrator.
    const seesOrigin = id === caller.userId || may(caller, []);
    return {
      id,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      email: unmasked ? (email ?? '') : maskedEmail(email ?? ''),
      role: standing.role,
      permissions: [...standing.permissions],
      suspended: standing.suspended,
      second_factor: standing.enrolmentId !== undefined,
      own: id === caller.userId,
      sessions: sessions.map(({ handle, startedAt, lastSeenAt, device, network }) => ({
        id: handle,
        started_at: lagosIsoAt(startedAt),
        last_seen_at: lagosIsoAt(lastSeenAt),
        device: seesOrigin ? device : '',
        address: seesOrigin ? network : '',
      })),
      made_at: lagosIso(row.at),
    };
  }
}
