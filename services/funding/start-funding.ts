import { createMonnifyProvider } from '../vendors/monnify/monnify.provider.js';
import { startFollowingFundings, type FollowFundingsDeps } from './follow-fundings.js';
import { monnifyOptions } from '../vendors/monnify/monnify.client.js';
import { openFundingService, type FundingServiceDeps, type OpenFundingService } from './funding.service.js';

export interface FundingDeps extends FundingServiceDeps, Omit<FollowFundingsDeps, 'signal'> {
  readonly config: FundingServiceDeps['config'] & FollowFundingsDeps['config'];
}

export interface Funding extends OpenFundingService {
  /** Searches for payments whose webhook got lost. */
  sweep(): Promise<number>;
  /** True when each reported payment has its outcome. */
  isCaughtUp(): Promise<boolean>;
}

export async function startFunding(deps: FundingDeps): Promise<Funding> {
  const provider = deps.provider ?? createMonnifyProvider(monnifyOptions(deps.config));
  const stopping = new AbortController();
  const service = await openFundingService({ ...deps, provider });
  const { done, sweep, isCaughtUp } = startFollowingFundings({ ...deps, provider, signal: stopping.signal });
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
