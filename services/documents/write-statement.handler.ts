import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { nowMs } from '../../infra/host/clock.js';
import { RuleBroken } from '../contracts/errors.js';
import { lagosDays } from '../contracts/fields/lagos-day.js';
import type { StatementFormat } from '../contracts/history.contract.js';
import { Users } from '../customers/users.js';
import { Documents } from './documents.js';
import { statementDays, type StatementDays } from './statement-days.js';

export interface WrittenStatement {
  readonly days: StatementDays;
  readonly bytes: Buffer;
}

export class WriteStatement extends Query<WrittenStatement> {
  constructor(
    readonly userId: string,
    readonly format: StatementFormat,
    readonly asked: Parameters<typeof statementDays>[0],
    readonly now = nowMs(),
  ) {
    super();
  }
}

@QueryHandler(WriteStatement)
export class WriteStatementHandler implements IQueryHandler<WriteStatement> {
  constructor(
    private readonly documents: Documents,
    private readonly users: Users,
  ) {}

  /** @throws RuleBroken VALIDATION_FAILED, SESSION_EXPIRED, STATEMENT_TOO_LONG, RATE_LIMITED */
  async execute({ userId, format, asked, now }: WriteStatement): Promise<WrittenStatement> {
    const days = statementDays(asked, now);
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const range = lagosDays(days.from, days.to) as { from: string; to: string };
    return { days, bytes: await this.documents.statement({ user, format, days, range }) };
  }
}
