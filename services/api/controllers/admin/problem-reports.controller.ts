import { Body, Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { questionOf } from '../../../../read-models/list-page.js';
import { ListProblems } from '../../../../read-models/problem-reports/problem-reports.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { CustomersShown, maySeePeople } from '../../shown/customers-shown.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

@Controller()
export class ProblemReportsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
    private readonly shown: CustomersShown,
  ) {}

  @Serves('problemReports')
  async list(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'problemReports'>,
  ): Promise<CallAnswer<'problemReports'>> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const unmasked = maySeePeople(administrator);
    const found = await this.queries.execute(new ListProblems({ ...questionOf(list), unmasked }));
    const emails = await this.shown.emailsOf(
      found.rows.map((row) => row.user_id),
      unmasked,
    );
    const reports = found.rows.map((row) => ({ ...row, user_email: emails.get(row.user_id) ?? '' }));
    const { total, totalCapped, truncated } = found;
    return { status: true, problem_reports: reports, total, total_capped: totalCapped, truncated, position };
  }
}
