import { type Tier } from '../../contracts/services.js';
import { type NetworkCode, NETWORKS } from '../../contracts/fields/codes.js';
import { demoNaira, demoNetwork, demoPhone } from '../demo.js';
import { type Chances } from '../product.js';
import {
  costAfter,
  requireWithin,
  type AmountRange,
  type Offer,
  type OrderContext,
  type PriceList,
  type Prices,
  type ProductOrder,
  named,
  forPhone,
  phoneRequest,
  type PhoneRequest,
  type ProductDescriptor,
} from '../product.js';
import type { AirtimeProduct } from '../../contracts/airtime.contract.js';
import type { Kobo } from '../../contracts/money.js';

export type AirtimeVendorRequest = PhoneRequest<AirtimeProduct>;

/** Commissions of VTpass in late 2025, used until `AmountTermsSet`. */
export const AIRTIME_COMMISSION_BP: Readonly<Record<NetworkCode, number>> = {
  1: 300,
  2: 400,
  3: 340,
  4: 400,
};

export const AIRTIME_RANGE: AmountRange = { minimum: 50_00n, maximum: 50_000_00n };

export interface AirtimeAsked {
  readonly network: NetworkCode;
  readonly phone: string;
  readonly amount: Kobo;
}

export interface AirtimeQuoteRequest {
  readonly network: NetworkCode;
  readonly amount: Kobo;
  readonly tier: Tier;
}

/** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF, NETWORK_DISABLED */
export function quoteAirtime(prices: PriceList, { network, amount, tier }: AirtimeQuoteRequest): Offer {
  const terms = prices.state.amountTerms.get('airtime')!;
  requireWithin(amount, terms);
  prices.requireNetwork(network);
  const cost = costAfter(amount, terms.commissions[network] ?? 0);
  return prices.offer({ product: { service: 'airtime', network }, amount, cost, tier });
}

export const AIRTIME = {
  service: 'airtime',
  order: ({ network, amount, phone }: AirtimeAsked, { user, prices }: OrderContext): ProductOrder => ({
    service: 'airtime',
    ...forPhone(phone),
    what: String(amount),
    also: String(network),
    offer: () => quoteAirtime(prices, { network, amount, tier: user.tier }),
  }),
  quote: (asked: AirtimeQuoteRequest, { prices }: Prices) => quoteAirtime(prices, asked),
  label: ({ network }) => `${named(NETWORKS, network, 'network')} airtime`,
  vendorRequest: phoneRequest<AirtimeProduct>,
  receipt: [],
  choice: ({ network }) => String(network),
  demo: {
    share: 38,
    asked: (chances: Chances): AirtimeAsked => ({
      network: demoNetwork(chances),
      phone: demoPhone(chances),
      amount: demoNaira(50 * (1 + chances.upTo(60))),
    }),
  },
} as const satisfies ProductDescriptor<AirtimeProduct, AirtimeAsked, AirtimeQuoteRequest>;
