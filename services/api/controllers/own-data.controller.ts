import { Controller, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { now } from '../../../infra/host/clock.js';
import { ExportFundings } from '../../../read-models/funding/funding.query.js';
import { ExportHistory } from '../../../read-models/history/history.query.js';
import { ExportProblems } from '../../../read-models/problem-reports/problem-reports.query.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { ExportProfile } from '../../customers/profile/profile.queries.js';
import { GetBalance } from '../../wallet/get-balance.handler.js';
import { CallerOf, type Caller } from '../guards/caller.js';
import { Serves } from '../guards/route-rules.js';
import { WrittenPositions } from '../written-positions.js';

@Controller()
export class OwnDataController {
  constructor(
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('exportOwnData')
  async exported(
    @CallerOf() { userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'exportOwnData'>> {
    const { queries } = this;
    await this.written.projected(userId);
    const [profile, { available, held }] = await Promise.all([
      queries.execute(new ExportProfile(userId)),
      queries.execute(new GetBalance(userId)),
    ]);
    const transactions = await queries.execute(new ExportHistory(userId));
    const fundings = await queries.execute(new ExportFundings(userId));
    const problems = await queries.execute(new ExportProblems(userId));
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return {
      status: true,
      own_data: {
        exported_at: now().toISOString(),
        ...profile,
        wallet: { available: nairaFromKobo(available), held: nairaFromKobo(held) },
        transactions: [...transactions.rows],
        fundings: [...fundings.rows],
        problem_reports: problems.rows.map((problem) => ({ ...problem })),
        truncated: transactions.truncated || fundings.truncated || problems.truncated,
      },
    };
  }
}
