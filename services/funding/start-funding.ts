import { createProviders } from '../vendors/payment-providers.js';
import {
  startFollowingFundings,
  type FollowFundingsDeps,
  type FollowingFundings,
} from './follow-fundings.js';
import { openFundingService, type FundingServiceDeps, type OpenFundingService } from './funding.service.js';

export interface FundingDeps extends FundingServiceDeps, Omit<FollowFundingsDeps, 'signal'> {
  readonly config: FundingServiceDeps['config'] & FollowFundingsDeps['config'];
}

export type Funding = OpenFundingService & Pick<FollowingFundings, 'sweep' | 'isCaughtUp'>;

export async function startFunding(deps: FundingDeps): Promise<Funding> {
  const providers = deps.providers ?? createProviders(deps.config);
  const stopping = new AbortController();
  const service = await openFundingService({ ...deps, providers });
  const { done, sweep, isCaughtUp } = startFollowingFundings({ ...deps, providers, signal: stopping.signal });
  return {
    ...service,
    sweep,
    isCaughtUp,
    async stop() {
      stopping.abort();
      await done;
      await service.stop();
    },
  };
}
