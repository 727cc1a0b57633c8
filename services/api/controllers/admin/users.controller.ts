import { Body, Controller, Headers } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { type ListPage, questionOf } from '../../../../read-models/list-page.js';
import { type ListedUser, ListUsers } from '../../../../read-models/users/users.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import type { Tier } from '../../../contracts/services.js';
import { SetTier } from '../../../customers/affiliate/set-tier.handler.js';
import { normaliseEmail } from '../../../customers/email-claims.js';
import {
  type SavedUserForm,
  SaveUserForm,
  type UserForm,
} from '../../../money-desk/save-user-form.handler.js';
import { AdministratorContext, AdministratorOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { maySeePeople } from '../../shown/customers-shown.js';
import { type ShownUser, shownUser } from '../../shown/user-row.js';

@Controller()
export class UsersController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('users')
  async users(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'users'>,
  ): Promise<CallAnswer<'users'>> {
    const { rows, ...page } = await this.page(administrator, list);
    return { ...page, user_info: rows.map(({ token, ...row }) => ({ ...row, auth_token: token })) };
  }

  @Serves('affiliates')
  async affiliates(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'affiliates'>,
  ): Promise<CallAnswer<'affiliates'>> {
    const { rows, ...page } = await this.page(administrator, list, 'affiliate');
    return { ...page, user_info: rows.map(({ token, ...row }) => ({ ...row, affiliate_token: token })) };
  }

  @Serves('upgradeUser')
  async upgrade(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() _body: CallInput<'upgradeUser'>,
  ): Promise<CallAnswer<'upgradeUser'>> {
    const changed = await this.setTier(id, 'affiliate', context);
    return {
      status: true,
      message: changed ? 'The user is an affiliate now.' : 'The user is an affiliate already.',
    };
  }

  @Serves('downgradeUser')
  async downgrade(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() _body: CallInput<'downgradeUser'>,
  ): Promise<CallAnswer<'downgradeUser'>> {
    const changed = await this.setTier(id, 'regular', context);
    return {
      status: true,
      message: changed ? 'The affiliate is a regular user now.' : 'This is a regular user already.',
    };
  }

  @Serves('updateUser')
  async update(
    @AdministratorOf() administrator: Administrator,
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Headers(IDEMPOTENCY_HEADER) key: string | undefined,
    @Body() body: CallInput<'updateUser'>,
  ): Promise<CallAnswer<'updateUser'>> {
    const { outcome } = await this.commands
      .execute(
        new SaveUserForm(
          id,
          formOf(body),
          formOf(body.loaded ?? {}),
          body.reason ?? undefined,
          administrator,
          context,
          key,
        ),
      )
      .finally(() => this.written.note(administrator.userId));
    return { status: true, message: TOLD[outcome], waiting: outcome === 'waiting' };
  }

  private async setTier(id: string, tier: Tier, context: EventContext): Promise<boolean> {
    const { changed } = await this.commands.execute(new SetTier(id, tier, context));
    this.written.note(context.actor.id);
    return changed;
  }

  /** Reads the log position first, so that the browser misses no update. */
  private async page(
    administrator: Administrator,
    list: CallInput<'users'>,
    tier?: Tier,
  ): Promise<Omit<CallAnswer<'users'>, 'user_info'> & { rows: readonly ShownUser[] }> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const unmasked = maySeePeople(administrator);
    const question = {
      ...questionOf(list),
      ...(tier && { tier }),
      ...(list.identity && { identified: list.identity === 'given' }),
      unmasked,
    };
    const found: ListPage<ListedUser> = await this.queries.execute(new ListUsers(question));
    const { total, totalCapped, truncated } = found;
    const rows = found.rows.map((row) => shownUser(row, unmasked));
    return { status: true, rows, total, total_capped: totalCapped, truncated, position };
  }
}

const TOLD: Readonly<Record<SavedUserForm['outcome'], string>> = {
  changed: 'The user was updated.',
  unchanged: 'Nothing was changed.',
  waiting: 'The balance is changed as soon as a second administrator agrees. Everything else was updated.',
};

const formOf = ({
  first_name,
  last_name,
  email,
  upgrade_user,
  wallet_balance,
}: NonNullable<CallInput<'updateUser'>['loaded']>): UserForm => ({
  edit: {
    ...(first_name != null && { firstName: first_name }),
    ...(last_name != null && { lastName: last_name }),
    ...(email != null && { email: normaliseEmail(email) }),
    ...(upgrade_user != null && { tier: upgrade_user ? 'affiliate' : 'regular' }),
  },
  balance: wallet_balance ?? undefined,
});
