import type { Projection } from '../infra/projections/projection.js';
import type { View } from '../infra/read-store/view.js';
import { accountsProjection } from './accounts/accounts.projection.js';
import { fundingProjection } from './funding/funding.projection.js';
import { historyProjection } from './history/history.projection.js';
import { walletProjection } from './wallet/wallet.projection.js';

/** Every read model of the product. */
export const projections: readonly Projection[] = [
  historyProjection,
  fundingProjection,
  walletProjection,
  accountsProjection,
];

export const views: readonly View[] = projections.map((projection) => projection.view);
