import type { Projection } from '../infra/projections/projection.js';
import type { View } from '../infra/read-store/view.js';
import { accountsProjection } from './accounts/accounts.projection.js';
import { forgetting } from './forgetting.js';
import { fundingProjection } from './funding/funding.projection.js';
import { historyProjection } from './history/history.projection.js';
import { walletProjection } from './wallet/wallet.projection.js';

const told: readonly Projection[] = [
  historyProjection,
  fundingProjection,
  walletProjection,
  accountsProjection,
];

/** Every read model of the product, each knowing what to do when a person is erased. */
export const projections: readonly Projection[] = told.map(forgetting);

export const views: readonly View[] = projections.map((projection) => projection.view);
