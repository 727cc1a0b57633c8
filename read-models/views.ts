import { composing, type Projection } from '../infra/projections/projection.js';
import type { View } from '../infra/read-store/view.js';
import { trialBalanceProjection } from './trial-balance/trial-balance.projection.js';
import { activityProjection } from './activity/activity.projection.js';
import { approvalsProjection } from './approvals/approvals.projection.js';
import { chargebacksProjection } from './chargebacks/chargebacks.projection.js';
import { broadcastsProjection } from './broadcasts/broadcasts.projection.js';
import { externalTransactionsProjection } from './external-transactions/external-transactions.projection.js';
import { dayTotalsProjection } from './day-totals/day-totals.projection.js';
import { forgetting } from './forgetting.js';
import { fundingProjection } from './funding/funding.projection.js';
import { movementsProjection } from './movements/movements.projection.js';
import { historyProjection } from './history/history.projection.js';
import { problemReportsProjection } from './problem-reports/problem-reports.projection.js';
import { spendingProjection } from './spending/spending.projection.js';
import { statsProjection } from './stats/stats.projection.js';
import { unmatchedProjection } from './unmatched/unmatched.projection.js';
import { usersProjection } from './users/users.projection.js';
import { walletProjection } from './wallet/wallet.projection.js';

const all: readonly Projection[] = [
  historyProjection,
  composing(fundingProjection),
  movementsProjection,
  walletProjection,
  trialBalanceProjection,
  composing(broadcastsProjection),
  externalTransactionsProjection,
  statsProjection,
  usersProjection,
  composing(activityProjection),
  composing(approvalsProjection),
  composing(unmatchedProjection),
  problemReportsProjection,
  composing(chargebacksProjection),
  dayTotalsProjection,
  spendingProjection,
];

export const projections: readonly Projection[] = all.map(forgetting);

export const views: readonly View[] = projections.map((projection) => projection.view);
