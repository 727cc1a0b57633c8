import { Inject, type OnApplicationShutdown } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import { nowMs } from '../../../infra/host/clock.js';
import type { CustomerSettings } from '../customer.settings.js';
import { koboFromNaira, type Kobo } from '../../contracts/money.js';
import { BVN_MATCHER, type BvnMatcher } from '../../vendors/bvn-matcher.js';
import { BvnRecords } from './bvn-records.js';
import { bvnTriesMax } from './verify-bvn.handler.js';

export interface BvnStatus {
  readonly verified: boolean;
  readonly lastFour: string;
  readonly attemptsLeft: number;
  readonly price: Kobo;
}

export class GetBvnStatus extends Query<BvnStatus> {
  constructor(
    readonly userId: string,
    readonly now = nowMs(),
  ) {
    super();
  }
}

@QueryHandler(GetBvnStatus)
export class GetBvnStatusHandler implements IQueryHandler<GetBvnStatus>, OnApplicationShutdown {
  constructor(
    private readonly records: BvnRecords,
    @Inject(BVN_MATCHER) private readonly matcher: BvnMatcher,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'BVN_PRICE_NAIRA' | 'BVN_TRIES_MAX'>,
  ) {}

  async execute({ userId, now }: GetBvnStatus): Promise<BvnStatus> {
    const [verified, tries] = await Promise.all([
      this.records.verified(userId),
      this.records.checkedLately(userId, now),
    ]);
    return {
      verified: verified !== undefined,
      lastFour: verified?.lastFour ?? '',
      attemptsLeft: verified ? 0 : Math.max(0, bvnTriesMax(userId, this.settings) - tries),
      price: koboFromNaira(this.settings.BVN_PRICE_NAIRA)!,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.matcher.close();
  }
}
