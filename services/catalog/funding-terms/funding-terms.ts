import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import type { StoredFundingTerms } from '../catalog.events.js';
import { Catalog } from '../catalog.js';
import { configuredTerms, type FundingTermsSettings } from './funding-terms.decider.js';

/** What customers are told of funding: as the installation says, until an administrator says otherwise. */
@Injectable()
export class FundingTerms {
  /** As long as nobody has set anything. */
  readonly configured: StoredFundingTerms;

  constructor(
    private readonly catalog: Catalog,
    @Inject(CONFIG) config: FundingTermsSettings,
  ) {
    this.configured = configuredTerms(config);
  }

  /** What holds now. */
  get current(): StoredFundingTerms {
    return this.catalog.state.fundingTerms ?? this.configured;
  }

  /** Counts the changes. */
  get version(): number {
    return this.catalog.state.fundingTermsVersion;
  }

  /** Kept of the next transfer, kobo. */
  readonly charge = (): bigint => BigInt(this.current.charge);
}
