import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { ListApprovals } from '../../read-models/approvals/approvals.query.js';
import { GetDeskAccounts } from '../../read-models/trial-balance/desk-accounts.query.js';
import { FundingTerms } from '../catalog/funding-terms/funding-terms.js';
import { bankAsKnown } from '../money-desk/bank-entries.js';
import { WrittenPositions } from './written-positions.js';

/**
 * Maps all spellings of a bank's name to one ledger account. Two new spellings at the same moment may get two
 * accounts.
 */
@Injectable()
export class BankNames {
  constructor(
    private readonly queries: QueryBus,
    @Inject(FundingTerms) private readonly terms: Pick<FundingTerms, 'current'>,
    private readonly written: WrittenPositions,
  ) {}

  async known(typed: string, { actor }: Pick<EventContext, 'actor'>): Promise<string> {
    await this.written.projected(actor.id);
    const [{ banks }, waiting] = await Promise.all([
      this.queries.execute(new GetDeskAccounts()),
      this.queries.execute(new ListApprovals(true, {})),
    ]);
    return bankAsKnown(typed, {
      accounts: [...banks.keys()],
      told: this.terms.current.bank,
      waiting: waiting.rows.flatMap(({ bank }) => bank ?? []),
    });
  }
}
