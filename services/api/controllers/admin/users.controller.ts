import { Body, Controller, Headers } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { uuidsOf } from '../../../../infra/crypto/keyed-digest.js';
import { randomUUID } from '../../../../infra/host/chance.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { type ListPage, questionOf } from '../../../../read-models/list-page.js';
import { type ListedUser, ListUsers } from '../../../../read-models/users/users.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { may, type Permission } from '../../../contracts/admin/administrators.contract.js';
import { maskedEmail, maskedName, maskedPhone } from '../../../contracts/admin/mask.js';
import type { UserRow } from '../../../contracts/admin/users.contract.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { formatNaira, type Kobo, nairaFromKobo } from '../../../contracts/money.js';
import type { Tier } from '../../../contracts/services.js';
import { SetTier } from '../../../customers/affiliate/set-tier.handler.js';
import { EditUser } from '../../../customers/profile/edit-user.handler.js';
import type { UserEdit } from '../../../customers/user.decider.js';
import { normaliseEmail } from '../../../customers/users.js';
import { AdjustWallet, type BalanceChange } from '../../../money-desk/adjust-wallet.handler.js';
import { GetBalance } from '../../../wallet/get-balance.handler.js';
import { AdministratorContext, AdministratorOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

/** Customers: who they are, and whether they are affiliates. */
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
    const wanted = editOf(body);
    const balance = body.wallet_balance ?? undefined;
    if (Object.keys(wanted).length > 0) requirePermission(administrator, 'support');
    // Looked at before anything changes, and again where it does.
    const change = balance === undefined ? undefined : await this.balanceChange(id, balance, body);
    if (change) requirePermission(administrator, 'finance');
    this.written.note(administrator.userId);
    const { changed } = await this.commands.execute(
      new EditUser(id, wanted, editOf(body.loaded ?? {}), context),
    );
    if (!change) return { status: true, message: changed ? UPDATED : UNCHANGED, waiting: false };
    const commandId = key === undefined ? randomUUID() : changeId(`${administrator.userId}:${id}:${key}`);
    const { outcome } = await this.commands.execute(
      new AdjustWallet(id, change, body.reason ?? '', context, commandId),
    );
    this.written.note(administrator.userId);
    const waiting = outcome !== 'applied';
    return { status: true, message: waiting ? WAITING : UPDATED, waiting };
  }

  /** What becomes of the balance; undefined when it is so already. @throws RuleBroken STALE_EDIT, VALIDATION_FAILED */
  private async balanceChange(
    id: string,
    after: Kobo,
    { reason, loaded }: Pick<CallInput<'updateUser'>, 'reason' | 'loaded'>,
  ): Promise<BalanceChange | undefined> {
    const { available } = await this.queries.execute(new GetBalance(id));
    if (after === available) return undefined;
    const before = loaded?.wallet_balance ?? available;
    const now = formatNaira(available);
    if (before !== available) throw new RuleBroken('STALE_EDIT', { what: 'The balance', now });
    if (!reason?.trim())
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'reason',
        reason: `must say why the balance changes, which is ${now} now`,
      });
    return { before, after };
  }

  private async setTier(id: string, tier: Tier, context: EventContext): Promise<boolean> {
    const { changed } = await this.commands.execute(new SetTier(id, tier, context));
    this.written.note(context.actor.id);
    return changed;
  }

  /** The position is read before the list, so that news can only be seen twice, never missed. */
  private async page(
    administrator: Administrator,
    list: CallInput<'users'>,
    tier?: Tier,
  ): Promise<Omit<CallAnswer<'users'>, 'user_info'> & { rows: readonly ShownUser[] }> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const unmasked = administrator.role === 'admin' && may(administrator, ['support']);
    const question = { ...questionOf(list), ...(tier && { tier }), unmasked };
    const found: ListPage<ListedUser> = await this.queries.execute(new ListUsers(question));
    const { total, totalCapped, truncated } = found;
    const rows = found.rows.map((row) => shownUser(row, unmasked));
    return { status: true, rows, total, total_capped: totalCapped, truncated, position };
  }
}

const UPDATED = 'The user was updated.';
const UNCHANGED = 'Nothing was changed.';
const WAITING =
  'The balance is changed as soon as a second administrator agrees. Everything else was updated.';

const changeId = uuidsOf('5b0d6c0e-6b0a-5d51-9a53-0f6d2f5b8a17');

function requirePermission(administrator: Administrator, permission: Permission): void {
  if (!may(administrator, [permission])) throw new RuleBroken('PERMISSION_MISSING', { permission });
}

type Edited = Pick<
  NonNullable<CallInput<'updateUser'>['loaded']>,
  'first_name' | 'last_name' | 'email' | 'upgrade_user'
>;

/** What of a customer is named. */
const editOf = ({ first_name, last_name, email, upgrade_user }: Edited): UserEdit => ({
  ...(first_name != null && { firstName: first_name }),
  ...(last_name != null && { lastName: last_name }),
  ...(email != null && { email: normaliseEmail(email) }),
  ...(upgrade_user != null && { tier: upgrade_user ? 'affiliate' : 'regular' }),
});

type ShownUser = Omit<UserRow, 'auth_token'> & { readonly token: string };

export function shownUser(row: ListedUser, unmasked: boolean): ShownUser {
  const shown = (text: string | null, mask: (text: string) => string): string =>
    unmasked || !text ? (text ?? '') : mask(text);
  return {
    id: row.user_id,
    first_name: shown(row.first_name, maskedName),
    last_name: shown(row.last_name, maskedName),
    email: shown(row.email, maskedEmail),
    phone_number: shown(row.phone, maskedPhone),
    wallet_balance: nairaFromKobo(row.available),
    reseller: row.tier === 'affiliate' ? 1 : 0,
    upgrade_user: row.tier === 'affiliate',
    email_verified: row.email_verified,
    frozen: row.frozen,
    registered_at: lagosIso(row.at),
    token: shown(row.api_token, () => 'nl_...****'),
  };
}
