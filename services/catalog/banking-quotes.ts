import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { BET_AMOUNT_MAX, BET_AMOUNT_MIN, BET_PLATFORMS, type BetPlatform } from '../contracts/bet.js';
import { RuleBroken } from '../contracts/errors.js';
import { koboFromNaira, type Kobo } from '../contracts/money.js';
import type { BetProduct, TransferProduct } from '../contracts/products.js';
import { SERVICE_NAMES, type Tier } from '../contracts/services.js';
import { smsCost } from '../contracts/sms.js';
import { Catalog } from './catalog.js';
import { requireWithin, type AmountRange } from './limits.js';
import type { Offer } from './offer.js';
import { costAfter } from './price.js';
import { BET_PLATFORMS_SOLD } from './seed/bet-platforms.js';
import { feeSchedule } from './transfer-fees.js';

/** What the aggregators keep back for us. */
const BET_COMMISSION_BP = 50;
const BET_RANGE: AmountRange = {
  minimum: BigInt(BET_AMOUNT_MIN) * 100n,
  maximum: BigInt(BET_AMOUNT_MAX) * 100n,
};
const TRANSFER_MIN: Kobo = 100_00n;

/** What Monnify takes for a transfer, by the amount up to which it holds. */
const PROVIDER_FEES = feeSchedule('9999.99:10,49999.99:20,*:40');

export interface PlatformOffered {
  readonly name: BetPlatform;
  readonly available: boolean;
  readonly validates: boolean;
}

type BankingSettings = Pick<
  Config,
  | 'SMS_PAGE_PRICE_NAIRA'
  | 'SMS_PAGE_COST_NAIRA'
  | 'TRANSFER_FEES'
  | 'TRANSFER_MAX_NAIRA'
  | 'TRANSFERS_ENABLED'
  | 'production'
>;

/** Prices of texts, betting funds and bank transfers. */
@Injectable()
export class BankingQuotes {
  /** Of one page to one recipient. */
  readonly pagePrice: Kobo;
  private readonly pageCost: Kobo;
  private readonly transferFee: (amount: Kobo) => Kobo;
  private readonly transferRange: AmountRange;
  private readonly transfersOn: boolean;

  constructor(
    private readonly catalog: Catalog,
    @Inject(CONFIG) config: BankingSettings,
  ) {
    this.pagePrice = koboFromNaira(config.SMS_PAGE_PRICE_NAIRA)!;
    this.pageCost = koboFromNaira(config.SMS_PAGE_COST_NAIRA)!;
    this.transferFee = feeSchedule(config.TRANSFER_FEES);
    this.transferRange = { minimum: TRANSFER_MIN, maximum: koboFromNaira(config.TRANSFER_MAX_NAIRA)! };
    this.transfersOn = config.TRANSFERS_ENABLED ?? !config.production;
  }

  /** @throws RuleBroken SERVICE_OFF, PLAN_DISABLED */
  sms({ pages, recipients, tier }: { pages: number; recipients: number; tier: Tier }): Offer {
    return this.catalog.offer({
      product: { service: 'sms', recipients, pages },
      amount: smsCost(pages, recipients, this.pagePrice),
      cost: smsCost(pages, recipients, this.pageCost),
      tier,
    });
  }

  /** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF, PLAN_DISABLED */
  bet({ platform, amount, tier }: { platform: BetPlatform; amount: Kobo; tier: Tier }): Offer {
    requireWithin(amount, BET_RANGE);
    return this.catalog.offer({
      product: betProduct(platform),
      amount,
      cost: costAfter(amount, BET_COMMISSION_BP),
      tier,
    });
  }

  /** Every platform of the contract, and what can be done with it now. */
  platforms(): readonly PlatformOffered[] {
    return BET_PLATFORMS.map((name) => ({
      name,
      available: this.catalog.nextVendor(betProduct(name), []) !== undefined,
      validates: BET_PLATFORMS_SOLD[name]?.verifies ?? false,
    }));
  }

  /** The fee is part of the price: what is sent arrives whole. @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF */
  transfer({ product, amount }: { product: TransferProduct; amount: Kobo }): Offer {
    requireWithin(amount, this.transferRange);
    const vendor = this.transferVendor(product);
    const fee = this.transferFee(amount);
    return {
      ...{ product, amount, vendor, fee, discount: 0n },
      price: amount + fee,
      expectedCost: amount + PROVIDER_FEES(amount),
    };
  }

  /** @throws RuleBroken SERVICE_OFF */
  requireTransfers(): void {
    this.transferVendor({ service: 'transfer', bankName: '', bankCode: '' });
  }

  private transferVendor(product: TransferProduct): number {
    const vendor = this.transfersOn ? this.catalog.nextVendor(product, []) : undefined;
    if (vendor === undefined) throw new RuleBroken('SERVICE_OFF', { service: SERVICE_NAMES.transfer });
    return vendor;
  }
}

const betProduct = (platform: BetPlatform): BetProduct => ({
  service: 'bet',
  platform,
  codes: BET_PLATFORMS_SOLD[platform]?.codes ?? {},
});
