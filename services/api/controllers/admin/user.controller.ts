import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { ListAllTransactions } from '../../../../read-models/history/all-transactions.query.js';
import { ListUsers } from '../../../../read-models/users/users.query.js';
import { ListNewestProblems } from '../../../../read-models/problem-reports/problem-reports.query.js';
import { GetWallet } from '../../../../read-models/wallet/wallet.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { may } from '../../../contracts/admin/administrators.contract.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { lagosIso, lagosIsoAt } from '../../../contracts/fields/lagos-day.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { SendCode } from '../../../customers/mailed-codes/send-code.handler.js';
import { SignOutUser } from '../../../customers/support/sign-out-user.handler.js';
import { SetSpending } from '../../../customers/support/freeze-spending.handler.js';
import { GetPersonRecord, type PersonRecord } from '../../../customers/support/person-record.query.js';
import { Users } from '../../../customers/users.js';
import { WalletStreams } from '../../../wallet/wallet.streams.js';
import { AdministratorContext, AdministratorOf } from '../../guards/caller.js';
import { IdOf, Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { shownUser } from './users.controller.js';

const HISTORY_ROWS = 10;

/** One customer: what support looks at, and what it does about it. */
@Controller()
export class UserController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
    private readonly wallets: WalletStreams,
    @Inject(Users) private readonly users: Pick<Users, 'byId' | 'byIds'>,
  ) {}

  @Serves('user')
  async user(
    @AdministratorOf() administrator: Administrator,
    @Body() { id }: CallInput<'user'>,
  ): Promise<CallAnswer<'user'>> {
    const unmasked = administrator.role === 'admin' && may(administrator, ['support']);
    const record = await this.queries.execute(new GetPersonRecord(id));
    await this.written.projected(administrator.userId);
    const listed = await this.queries.execute(new ListUsers({ search: id, unmasked, page: 1, pageSize: 1 }));
    const [row] = listed.rows;
    if (!row) throw new RuleBroken('USER_NOT_FOUND');
    const { token, ...user } = shownUser(row, unmasked);
    const bought = new ListAllTransactions({ userId: id, unmasked, page: 1, pageSize: HISTORY_ROWS });
    const [wallet, totals, { rows }, reported] = await Promise.all([
      this.wallets.newest(id),
      this.queries.execute(new GetWallet(id)),
      this.queries.execute(bought),
      this.queries.execute(new ListNewestProblems(id, unmasked, HISTORY_ROWS)),
    ]);
    return {
      status: true,
      user: { ...user, wallet_balance: nairaFromKobo(wallet.available), auth_token: token },
      wallet: {
        available: nairaFromKobo(wallet.available),
        held: nairaFromKobo(wallet.held),
        total_funded: totals?.totalFunded ?? 0,
        total_spent: totals?.totalSpent ?? 0,
        total_transactions: totals?.totalTransaction ?? 0,
      },
      holds: Array.from(wallet.open, ([purchaseId, { price, service, acceptedAtMs }]) => ({
        id: purchaseId,
        service,
        price: nairaFromKobo(price),
        at: lagosIsoAt(acceptedAtMs),
      })),
      history: rows.map((bill) => ({
        id: bill.id,
        api_transaction_reference: bill.api_transaction_reference,
        service: bill.service,
        amount: bill.amount,
        phone_number: bill.phone_number,
        transaction_status: bill.transaction_status,
        transaction_history_date: bill.transaction_history_date,
      })),
      problems: reported.map(({ reference, ...problem }) => ({
        ...problem,
        api_transaction_reference: reference,
      })),
      ...(await this.aboutAccount(record, unmasked)),
    };
  }

  @Serves('freezeUser')
  async freeze(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'freezeUser'>,
  ): Promise<CallAnswer<'freezeUser'>> {
    const changed = await this.setSpending(id, true, reason, context);
    return { status: true, message: changed ? 'Spending is stopped.' : 'Spending is stopped already.' };
  }

  @Serves('unfreezeUser')
  async unfreeze(
    @AdministratorContext() context: EventContext,
    @IdOf() id: string,
    @Body() { reason }: CallInput<'unfreezeUser'>,
  ): Promise<CallAnswer<'unfreezeUser'>> {
    const changed = await this.setSpending(id, false, reason, context);
    return { status: true, message: changed ? 'The user can spend again.' : 'The user can spend already.' };
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
    if ((await this.users.byId(id))?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    const { sent } = await this.commands.execute(new SendCode(id, 'email', context));
    return { status: true, message: sent ? 'A new code is on its way.' : 'The email is verified already.' };
  }

  private async setSpending(
    id: string,
    frozen: boolean,
    reason: string,
    context: EventContext,
  ): Promise<boolean> {
    const { changed } = await this.commands.execute(new SetSpending(id, frozen, reason, context));
    this.written.note(context.actor.id);
    return changed;
  }

  private async aboutAccount(
    { events, sessions, devices }: PersonRecord,
    unmasked: boolean,
  ): Promise<Pick<CallAnswer<'user'>, 'events' | 'sessions' | 'devices'>> {
    const ids = new Set(events.flatMap(({ by }) => (by.kind === 'admin' ? [by.id] : [])));
    const people = await this.users.byIds(ids);
    return {
      events: events.map(({ type, at, by, reason }) => ({
        type,
        at: lagosIso(at),
        by: people.get(by.id)?.firstName ?? by.kind,
        ...(reason !== undefined && { reason }),
      })),
      sessions: sessions.map(({ startedAt, lastSeenAt }) => ({
        started_at: lagosIsoAt(startedAt),
        last_seen_at: lagosIsoAt(lastSeenAt),
      })),
      devices: unmasked
        ? devices.map(({ device, address, lastSeenAt }) => ({
            device,
            address,
            last_seen_at: lagosIso(lastSeenAt),
          }))
        : [],
    };
  }
}
