import { QueryBus } from '@nestjs/cqrs';
import { Inject, Injectable } from '@nestjs/common';
import { nowMs } from '../../../infra/host/clock.js';
import { ListAllTransactions } from '../../../read-models/history/all-transactions.query.js';
import { ListUsers } from '../../../read-models/users/users.query.js';
import { ListNewestProblems } from '../../../read-models/problem-reports/problem-reports.query.js';
import { GetWallet } from '../../../read-models/wallet/wallet.query.js';
import type { Administrator } from '../../administrators/administrators.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { lagosIso, lagosIsoAt } from '../../contracts/fields/lagos-day.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { delaysAt } from '../../customers/payouts/payout-delay.decider.js';
import { GetPersonRecord, type PersonRecord } from '../../customers/support/person-record.query.js';
import { Users } from '../../customers/users.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { WrittenPositions } from '../written-positions.js';
import { shownUser } from './user-row.js';
import { maySeePeople } from './customers-shown.js';

const HISTORY_ROWS = 10;

@Injectable()
export class PersonShown {
  constructor(
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly wallets: WalletStreams,
    @Inject(Users) private readonly users: Pick<Users, 'byIds'>,
  ) {}

  /** @throws RuleBroken(USER_NOT_FOUND) */
  async page(administrator: Administrator, id: string): Promise<CallAnswer<'user'>> {
    const unmasked = maySeePeople(administrator);
    const record = await this.queries.execute(new GetPersonRecord(id));
    await this.written.projected(administrator.userId);
    const listed = await this.queries.execute(new ListUsers({ search: id, unmasked, page: 1, pageSize: 1 }));
    const [row] = listed.rows;
    if (!row) throw new RuleBroken('USER_NOT_FOUND');
    const { token, ...user } = shownUser(row, unmasked);
    // Read `frozen` from the ledger, because the list of customers may be behind the ledger.
    const { frozen = false, freezes = [], callsPerSecond = null } = record.user;
    const until = Math.max(0, ...delaysAt(record.user, nowMs()).map((delay) => delay.until));
    const bought = new ListAllTransactions({ userId: id, unmasked, page: 1, pageSize: HISTORY_ROWS });
    const [wallet, totals, { rows }, reported] = await Promise.all([
      this.wallets.newest(id),
      this.queries.execute(new GetWallet(id)),
      this.queries.execute(bought),
      this.queries.execute(new ListNewestProblems(id, unmasked, HISTORY_ROWS)),
    ]);
    return {
      status: true,
      user: { ...user, frozen, wallet_balance: nairaFromKobo(wallet.available), auth_token: token },
      freezes: [...freezes],
      calls_per_second: callsPerSecond,
      payouts_from: until === 0 ? '' : lagosIsoAt(until),
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
