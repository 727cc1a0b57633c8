import { RuleBroken } from '../../contracts/errors.js';
import {
  type DiscoCode,
  type MeterType,
  DISCOS,
  METER_TYPES,
  type ElectricityProduct,
} from '../../contracts/electricity.contract.js';
import type { Tier } from '../../contracts/services.js';
import { demoNaira, demoPhone } from '../demo.js';
import { type Chances } from '../product.js';
import {
  costAfter,
  requirePhone,
  requireWithin,
  type AmountRange,
  type Offer,
  type OrderContext,
  type PriceList,
  type Prices,
  type ProductOrder,
  named,
  type Ordered,
  type ProductDescriptor,
  type Sealed,
} from '../product.js';
import type { Kobo } from '../../contracts/money.js';

/** `phone` receives the token. */
export type ElectricityVendorRequest = Ordered<ElectricityProduct> & {
  readonly meter: string;
  readonly phone: string;
};

/**
 * Commissions for ordinary meters until `AmountTermsSet`. VTpass pays far less for meters of large consumers.
 */
export const DISCO_COMMISSION_BP: Readonly<Record<DiscoCode, number>> = {
  18: 100,
  19: 110,
  20: 100,
  21: 200,
  22: 150,
  23: 100,
  24: 90,
  25: 120,
  26: 140,
  28: 120,
  29: 150,
};

export const ELECTRICITY_RANGE: AmountRange = { minimum: 500_00n, maximum: 500_000_00n };

export interface ElectricityAsked {
  readonly disco: DiscoCode;
  readonly meterType: MeterType;
  readonly meter: string;
  /**
   * Phone number that receives the token. The number may be written in any form that
   * `normalisePhone` accepts.
   */
  readonly phone: string;
  readonly amount: Kobo;
}

export interface ElectricityQuoteRequest {
  readonly disco: DiscoCode;
  readonly meterType: MeterType;
  readonly amount: Kobo;
  readonly tier: Tier;
}

/** Amounts that both the catalogue and the owner's account allow. */
export const rangeFor = (terms: AmountRange, owner: Partial<AmountRange> = {}): AmountRange => {
  const { minimum = terms.minimum, maximum = terms.maximum } = owner;
  return {
    minimum: minimum > terms.minimum ? minimum : terms.minimum,
    maximum: maximum < terms.maximum ? maximum : terms.maximum,
  };
};

/** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, PLAN_DISABLED, SERVICE_OFF */
export function quoteElectricity(
  catalog: PriceList,
  { disco, meterType, amount, tier }: ElectricityQuoteRequest,
): Offer {
  const terms = catalog.state.amountTerms.get('electricity')!;
  requireWithin(amount, terms);
  if (catalog.state.discosOff.has(disco)) throw new RuleBroken('PLAN_DISABLED', { plan: DISCOS[disco] });
  const cost = costAfter(amount, terms.commissions[disco] ?? 0);
  return catalog.offer({ product: { service: 'electricity', disco, meterType }, amount, cost, tier });
}

export const ELECTRICITY = {
  service: 'electricity',
  order: (asked: ElectricityAsked, { user, prices, lookups }: OrderContext): ProductOrder => {
    const { disco, meterType, meter, amount } = asked;
    const phone = requirePhone(asked.phone);
    const owner = lookups.known(user.userId, { kind: 'meter', disco, meterType, number: meter });
    return {
      service: 'electricity',
      recipient: meter,
      what: String(amount),
      also: `${disco}/${meterType}`,
      alsoPersonal: phone,
      shownRecipient: meter,
      sealed: {
        recipient: meter,
        phone,
        ...(owner && { customerName: owner.name }),
        ...(owner?.address !== undefined && { customerAddress: owner.address }),
      },
      offer: () => {
        requireWithin(amount, rangeFor(prices.state.amountTerms.get('electricity')!, owner));
        return quoteElectricity(prices, { disco, meterType, amount, tier: user.tier });
      },
    };
  },
  quote: (asked: ElectricityQuoteRequest, { prices }: Prices) => quoteElectricity(prices, asked),
  label: ({ disco, meterType }) =>
    `${named(DISCOS, disco, 'disco')} electricity, ${named(METER_TYPES, meterType, 'meter type').toLowerCase()}`,
  vendorRequest: (
    product,
    amount: Kobo,
    { recipient, phone }: Sealed,
  ): ElectricityVendorRequest | undefined =>
    typeof recipient === 'string' && typeof phone === 'string'
      ? { ...product, amount, meter: recipient, phone }
      : undefined,
  handsOver: ({ meterType }) => (meterType === 'prepaid' ? 'tokens' : undefined),
  receipt: [
    ['recipient', 'Meter'],
    ['customerName', 'Customer'],
    ['customerAddress', 'Address'],
  ],
  choice: ({ disco }) => String(disco),
  kind: ({ meterType }) => meterType,
  demo: {
    share: 10,
    asked: (chances: Chances): ElectricityAsked => ({
      disco: chances.pick([18, 19, 20] as const),
      meterType: 'prepaid',
      meter: `4512${chances.digits(7)}`,
      phone: demoPhone(chances),
      amount: demoNaira(1_000 * (1 + chances.upTo(15))),
    }),
  },
} as const satisfies ProductDescriptor<ElectricityProduct, ElectricityAsked, ElectricityQuoteRequest>;
