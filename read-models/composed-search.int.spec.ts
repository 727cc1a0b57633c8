import { expect, it } from '@jest/globals';
import type { Row, View } from '../infra/read-store/view.js';
import { activityView } from './activity/activity.view.js';
import { approvalsView } from './approvals/approvals.view.js';
import { broadcastsView } from './broadcasts/broadcasts.view.js';
import { chargebacksView } from './chargebacks/chargebacks.view.js';
import { fundingView } from './funding/funding.view.js';
import { GivenEvents } from './testing/given-events.js';
import { readModelsOf } from './testing/read-models-of.js';
import { unmatchedView } from './unmatched/unmatched.view.js';

const COMPOSED = 'Am\u00e9lie';
const DECOMPOSED = COMPOSED.normalize('NFD');

it('a text that was stored in decomposed form is found by its composed form in every list of typed texts', async () => {
  const balances = { availableBefore: '0', availableAfter: '500' };
  const payment = { provider: 'monnify', transactionReference: 'MNFY|1' };
  const line = { bank: DECOMPOSED, reference: 'FT-1', evidence: 'mail' };
  const story = new GivenEvents()
    .by({ kind: 'admin', id: 'ife' })
    .tell('broadcast-1', 'BroadcastCreated', { broadcastId: 'b1', title: DECOMPOSED, message: 'x' })
    .tell('wallet-ada', 'ManualFundingCredited', {
      userId: 'ada',
      commandId: 'c1',
      amount: '500',
      reason: DECOMPOSED,
      ...line,
      ...balances,
      postings: [],
    } as never)
    .tell(
      'approval-1',
      'ApprovalRequested' as never,
      {
        approvalId: 'a1',
        userId: 'ada',
        reason: DECOMPOSED,
        work: { type: 'house', amount: '500' },
      } as never,
    )
    .tell('funding-monnify-1', 'FundingUnmatched', {
      ...payment,
      accountReference: DECOMPOSED,
      paid: '500',
      settled: '500',
      postings: [],
    })
    .tell('wallet-ada', 'FundingChargedBack', {
      userId: 'ada',
      commandId: 'd1',
      ...payment,
      dispute: DECOMPOSED,
      amount: '500',
      debited: '500',
      loss: '0',
      fee: '0',
      reason: 'x',
      evidence: 'x',
      availableBefore: '500',
      availableAfter: '0',
      postings: [],
    } as never);
  const models = await readModelsOf(story.events);
  const found = async (view: View, column: string): Promise<readonly unknown[]> => {
    const sort = { column: 'at', direction: 'descending' } as const;
    const page = await models.readStore.page<Row>(view, { search: COMPOSED, sort, skip: 0, limit: 10 });
    return page.rows.map((row) => row[column]);
  };
  const views: readonly (readonly [View, string])[] = [
    [activityView, 'reason'],
    [approvalsView, 'reason'],
    [broadcastsView, 'title'],
    [chargebacksView, 'dispute'],
    [fundingView, 'source'],
    [unmatchedView, 'account_reference'],
  ];
  for (const [view, column] of views)
    expect([view.name, await found(view, column)]).toEqual([view.name, expect.arrayContaining([COMPOSED])]);
  await models.close();
});
