import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../infra/config/settings.js';
import type { CatalogSettings } from './catalog.settings.js';
import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, koboFromNaira, type Kobo } from '../contracts/money.js';
import type { TransferProduct } from '../contracts/transfer.contract.js';
import { SERVICE_NAMES, type Tier } from '../contracts/services.js';
import { smsCost } from '../contracts/fields/sms-text.js';
import { Catalog } from './catalog.js';
import {
  requireWithin,
  type AmountRange,
  type Offer,
  type OwnPrices,
  type PriceList,
} from '../products/product.js';
import { feeSchedule, firstLoss } from './fee-schedule.js';

const TRANSFER_MIN: Kobo = 100_00n;

const PROVIDER_FEES = feeSchedule('9999.99:10,49999.99:20,*:40');

export type PriceSettings = Pick<
  CatalogSettings,
  | 'AFFILIATE_FEE_NAIRA'
  | 'SMS_PAGE_PRICE_NAIRA'
  | 'SMS_PAGE_COST_NAIRA'
  | 'TRANSFER_FEES'
  | 'TRANSFER_MAX_NAIRA'
  | 'TRANSFERS_ENABLED'
> & { readonly production: boolean; readonly FUNDING_PROVIDERS?: readonly string[] };

@Injectable()
export class InstallationPrices implements OwnPrices {
  readonly pagePrice: Kobo;
  readonly configuredAffiliateFee: Kobo;
  private readonly pageCost: Kobo;
  private readonly transferFee: (amount: Kobo) => Kobo;
  private readonly transferRange: AmountRange;
  private readonly transfersOn: boolean;

  /**
   * @throws Error when the fee in `TRANSFER_FEES` is lower than the fee in `PROVIDER_FEES` for some
   * amount
   */
  constructor(
    @Inject(Catalog)
    private readonly catalog: PriceList & { readonly state: { readonly affiliateFee?: Kobo } },
    @Inject(CONFIG) config: PriceSettings,
  ) {
    this.configuredAffiliateFee = koboFromNaira(config.AFFILIATE_FEE_NAIRA)!;
    this.pagePrice = koboFromNaira(config.SMS_PAGE_PRICE_NAIRA)!;
    this.pageCost = koboFromNaira(config.SMS_PAGE_COST_NAIRA)!;
    const fees = feeSchedule(config.TRANSFER_FEES);
    this.transferFee = fees;
    this.transferRange = { minimum: TRANSFER_MIN, maximum: koboFromNaira(config.TRANSFER_MAX_NAIRA)! };
    // Monnify pays the transfers.
    const hasMonnify = config.FUNDING_PROVIDERS?.includes('monnify') ?? true;
    this.transfersOn = hasMonnify && (config.TRANSFERS_ENABLED ?? !config.production);
    const loss = this.transfersOn ? firstLoss(fees, PROVIDER_FEES, this.transferRange) : undefined;
    if (loss !== undefined)
      throw new Error(
        `TRANSFER_FEES: a transfer of ${formatNaira(loss)} would cost ${formatNaira(PROVIDER_FEES(loss))} and earn ${formatNaira(fees(loss))}`,
      );
  }

  get affiliateFee(): Kobo {
    return this.catalog.state.affiliateFee ?? this.configuredAffiliateFee;
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

  /**
   * Returns the price of a transfer. The price includes the fee, so that the receiver gets the whole `amount`.
   * @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF
   */
  transfer({ product, amount }: { product: TransferProduct; amount: Kobo }): Offer {
    requireWithin(amount, this.transferRange, 'amount_to_withdrawal');
    const vendor = this.transferVendor(product);
    const fee = this.transferFee(amount);
    return {
      product,
      amount,
      vendor,
      fee,
      discount: 0n,
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
