import { afterEach, expect, it } from '@jest/globals';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { ListApprovals, ListApprovalsHandler } from './approvals.query.js';

let models: ReadModels;
afterEach(() => models.close());

it('names the payment that is perhaps the same money as a credit by hand', async () => {
  const line = { amount: '5000', bank: 'GTBank', reference: 'FT-1', evidence: 'mail' };
  const asked = { userId: 'ada', reason: 'Paid in', work: { type: 'credit', ...line } } as const;
  const likely = { provider: 'paystack', transactionReference: 'R1' };
  models = await readModelsOf(
    new GivenEvents()
      .by({ kind: 'admin', id: 'ife' })
      .tell('approval-a', 'ApprovalRequested' as never, { ...asked, approvalId: 'a', likely } as never)
      .tell('approval-b', 'ApprovalRequested' as never, { ...asked, approvalId: 'b' } as never).events,
  );
  const { rows } = await new ListApprovalsHandler(models.readStore).execute(new ListApprovals(true, {}));
  expect(rows.map(({ reference }) => reference).toSorted()).toEqual([
    'FT-1',
    'FT-1 (perhaps paystack R1 again)',
  ]);
});
