import { afterEach, expect, it } from '@jest/globals';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { ListApprovals, ListApprovalsHandler } from './approvals.query.js';

let models: ReadModels;
afterEach(() => models.close());

it('names the payment or the credit by hand that is perhaps the same money', async () => {
  const line = { amount: '5000', bank: 'GTBank', reference: 'FT-1', evidence: 'mail' };
  const asked = { userId: 'ada', reason: 'Paid in', work: { type: 'credit', ...line } } as const;
  const likely = { provider: 'paystack', transactionReference: 'R1' };
  models = await readModelsOf(
    new GivenEvents()
      .by({ kind: 'admin', id: 'ife' })
      .tell('approval-a', 'ApprovalRequested' as never, { ...asked, approvalId: 'a', likely } as never)
      .tell('approval-b', 'ApprovalRequested' as never, { ...asked, approvalId: 'b' } as never)
      .tell(
        'approval-c',
        'ApprovalRequested' as never,
        {
          ...asked,
          approvalId: 'c',
          work: { type: 'assignment', payment: { ...likely, amount: '5000', charge: '0' } },
          likely: { provider: 'hand', transactionReference: 'GTBank FT-2' },
        } as never,
      ).events,
  );
  const { rows } = await new ListApprovalsHandler(models.readStore).execute(new ListApprovals(true, {}));
  expect(rows.map(({ reference }) => reference).toSorted()).toEqual([
    'FT-1',
    'FT-1 (perhaps paystack R1 again)',
    'R1 (perhaps the credit by hand GTBank FT-2 again)',
  ]);
});
