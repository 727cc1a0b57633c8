import { Controller, Inject, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { now } from '../../../../infra/host/clock.js';
import { parkedCount } from '../../../../infra/projections/parking.js';
import { GetKeptDays } from '../../../../read-models/day-totals/kept-days.query.js';
import {
  GetAccount,
  GetTrialBalance,
  ListAccounts,
} from '../../../../read-models/trial-balance/books.query.js';
import type { AccountRow } from '../../../../read-models/trial-balance/trial-balance.view.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { EventExplorer } from '../../../audit/explore/event-explorer.js';
import type { StoredAudit } from '../../../audit/scheduled/audit.events.js';
import { AuditReader, nextAuditAt } from '../../../audit/scheduled/audit-reader.js';
import { rowOf } from '../../../audit/explore/event-row.js';
import {
  AUDIT_QUERIES,
  type AuditAnswer,
  type AuditAsked,
  HOUSE_WALLET,
  type TrialBalanceLine,
} from '../../../contracts/admin/audit.contract.js';
import type { NamedMoment } from '../../../contracts/fields/ledger-moment.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { API_HEALTH, type ApiHealth } from '../../api-health.js';
import { CustomersShown, maySeePeople } from '../../shown/customers-shown.js';
import { AdministratorOf } from '../../guards/caller.js';
import { ZodPipe } from '../../pipes/zod.pipe.js';
import { AuditQuery, AuditReads } from '../../guards/route-rules.js';

@Controller()
export class AuditController {
  constructor(
    private readonly explorer: EventExplorer,
    private readonly shown: CustomersShown,
    private readonly queries: QueryBus,
    private readonly audits: AuditReader,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
  ) {}

  @AuditReads('overview')
  async overview(): Promise<AuditAnswer<'overview'>> {
    const { health } = this;
    const [position, last, audit, books] = await Promise.all([
      health.lastPosition(),
      this.explorer.last(),
      this.audits.latest(),
      this.queries.execute(new GetTrialBalance()),
    ]);
    const parked = health.parked();
    return {
      status: true,
      askedAt: now().toISOString(),
      position,
      lastEvent: last ? rowOf(last) : null,
      lastAudit: audit ? shownAudit(audit) : null,
      nextAuditAt: nextAuditAt(audit, this.audits.everyMs),
      views: health.views().map(({ view, checkpoint, halted }) => ({
        view,
        position: checkpoint,
        lag: Math.max(0, position - checkpoint),
        parked: parkedCount(parked.filter((each) => each.view === view)),
        halted: halted ?? null,
      })),
      books:
        books.sum === null
          ? null
          : { position: books.position, accounts: books.accounts, sum: String(books.sum) },
    };
  }

  @AuditReads('events')
  async events(@AuditQuery('events') asked: AuditAsked<'events'>): Promise<AuditAnswer<'events'>> {
    return { status: true, ...(await this.explorer.events(asked)) };
  }

  @AuditReads('event')
  async event(
    @Param(new ZodPipe(AUDIT_QUERIES.event)) asked: AuditAsked<'event'>,
  ): Promise<AuditAnswer<'event'>> {
    return { status: true, ...(await this.explorer.event(asked)) };
  }

  @AuditReads('streamEvent')
  async streamEvent(
    @AuditQuery('streamEvent') asked: AuditAsked<'streamEvent'>,
  ): Promise<AuditAnswer<'event'>> {
    return { status: true, ...(await this.explorer.streamEvent(asked)) };
  }

  @AuditReads('walletSteps')
  async walletSteps(
    @AdministratorOf() administrator: Administrator,
    @Param() path: Readonly<Record<string, unknown>>,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<AuditAnswer<'walletSteps'>> {
    const asked = new ZodPipe(AUDIT_QUERIES.walletSteps).transform({ ...query, ...path });
    const userId = asked.userId === HOUSE_WALLET ? HOUSE_USER_ID : asked.userId;
    const steps = await this.explorer.walletSteps({ ...asked, userId });
    const emails = await this.shown.emailsOf([userId], maySeePeople(administrator));
    return { status: true, customer: emails.get(userId) ?? '', ...steps };
  }

  @AuditReads('trialBalance')
  async trialBalance(
    @AuditQuery('trialBalance') { at }: AuditAsked<'trialBalance'>,
  ): Promise<AuditAnswer<'trialBalance'>> {
    if (at !== undefined) return this.trialBalanceAt(at);
    const { lines, sum, ...about } = await this.queries.execute(new GetTrialBalance());
    return { status: true, ...about, lines: lines.map(lineOf), sum: sum === null ? null : String(sum) };
  }

  @AuditReads('accounts')
  async accounts(@AuditQuery('accounts') asked: AuditAsked<'accounts'>): Promise<AuditAnswer<'accounts'>> {
    const { kind, after, limit = ACCOUNTS } = asked;
    const { position, rows, more } = await this.queries.execute(new ListAccounts({ kind, after, limit }));
    return { status: true, position, lines: rows.map(lineOf), more };
  }

  @AuditReads('account')
  async account(
    @Param() path: Readonly<Record<string, unknown>>,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<AuditAnswer<'account'>> {
    const asked = new ZodPipe(AUDIT_QUERIES.account).transform({ ...query, ...path });
    const lines = await this.explorer.account(asked, {
      now: (account) => this.queries.execute(new GetAccount(account)),
      kept: () => this.queries.execute(new GetKeptDays()),
    });
    return { status: true, ...lines };
  }

  @AuditReads('accountSteps')
  async accountSteps(
    @Param() path: Readonly<Record<string, unknown>>,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<AuditAnswer<'accountSteps'>> {
    const asked = new ZodPipe(AUDIT_QUERIES.accountSteps).transform({ ...query, ...path });
    const now = (account: string) => this.queries.execute(new GetAccount(account));
    return { status: true, ...(await this.explorer.accountSteps(asked, now)) };
  }

  private async trialBalanceAt(at: NamedMoment): Promise<AuditAnswer<'trialBalance'>> {
    const { position, trial } = await this.explorer.booksAt(
      at,
      await this.queries.execute(new GetKeptDays()),
    );
    const lines = Array.from(trial.entries(), ([account, balance]) => ({
      account,
      debit: null,
      credit: null,
      balance: String(balance),
    }));
    lines.sort((one, other) => (one.account < other.account ? -1 : 1));
    const sum = String(trial.total());
    return { status: true, position, partial: false, accounts: lines.length, lines, sum };
  }
}

const ACCOUNTS = 100;

const lineOf = ({ account, debit, credit, balance }: AccountRow): TrialBalanceLine => ({
  account,
  debit: String(debit),
  credit: String(credit),
  balance: String(balance),
});

const shownAudit = ({
  startedAt: _,
  drifting,
  lines,
  ...audit
}: StoredAudit): AuditAnswer<'overview'>['lastAudit'] => ({
  ...audit,
  drifting: drifting.map((each) => ({ ...each })),
  lines: [...lines],
});
