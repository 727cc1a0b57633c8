import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import type { StoredFundingTerms } from '../catalog.events.js';
import { Catalog } from '../catalog.js';
import { configuredTerms, type FundingTermsSettings } from './funding-terms.decider.js';

/**
 * Funding terms that apply now: those of the latest `FundingTermsSet`, or those in the settings
 * when there is no such event.
 */
@Injectable()
export class FundingTerms {
  readonly configured: StoredFundingTerms;

  constructor(
    private readonly catalog: Catalog,
    @Inject(CONFIG) config: FundingTermsSettings,
  ) {
    this.configured = configuredTerms(config);
  }

  get current(): StoredFundingTerms {
    return this.catalog.state.fundingTerms ?? this.configured;
  }

  get version(): number {
    return this.catalog.state.fundingTermsVersion;
  }

  readonly charge = (): bigint => BigInt(this.current.charge);
}
