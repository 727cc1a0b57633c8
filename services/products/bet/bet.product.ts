import {
  BET_AMOUNT_MAX,
  BET_AMOUNT_MIN,
  BET_PLATFORMS,
  type BetPlatform,
  type BetProduct,
} from '../../contracts/bet.contract.js';
import { BET_FUNDINGS_FILE } from '../../contracts/admin/bet-fundings.contract.js';
import type { Tier } from '../../contracts/services.js';
import type { VendorCodes } from '../../contracts/fields/codes.js';
import { demoNaira } from '../demo.js';
import { type Chances } from '../product.js';
import {
  costAfter,
  ruleBrokenBy,
  requireWithin,
  type AmountRange,
  type Offer,
  type OrderContext,
  type PriceList,
  type Prices,
  type ProductOrder,
  type FundedPlatform,
  type ListedPurchase,
  type Ordered,
  type ProductDescriptor,
  type Sealed,
} from '../product.js';
import type { Kobo } from '../../contracts/money.js';

export type BetVendorRequest = Ordered<BetProduct> & { readonly clientId: string };

export interface BetPlatformEntry {
  /**
   * Names of the betting platform at each vendor. A vendor that has no name for the platform cannot
   * send money to it.
   */
  readonly codes: VendorCodes;
  readonly verifies: boolean;
}

const verified = (bet: string): BetPlatformEntry => ({ codes: { bet }, verifies: true });

/**
 * Betting platforms to which vendors can send money, according to lists that several vendors
 * published in October 2025. The app shows all other `BET_PLATFORMS` as unavailable.
 */
export const BET_PLATFORMS_SOLD: Readonly<Partial<Record<BetPlatform, BetPlatformEntry>>> = {
  'MERRYBET': verified('MerryBet'),
  'NAIJABET': verified('NaijaBet'),
  'BANGBET': verified('BangBet'),
  '1XBET': verified('1xBet'),
  'BET9JA': verified('Bet9ja'),
  'BETKING': verified('BetKing'),
  'BET9JA AGENT': { codes: { bet: 'Bet9jaAgent' }, verifies: false },
  'BETWAY': verified('BetWay'),
  'HALLABET AGENT': { codes: { bet: 'HallaBetAgent' }, verifies: false },
  'BETLION': verified('BetLion'),
  'MSPort': verified('MSport'),
}; // prettier-ignore

const BET_COMMISSION_BP = 50;
const BET_RANGE: AmountRange = {
  minimum: BigInt(BET_AMOUNT_MIN) * 100n,
  maximum: BigInt(BET_AMOUNT_MAX) * 100n,
};
const betProduct = (platform: BetPlatform): BetProduct => ({
  service: 'bet',
  platform,
  codes: BET_PLATFORMS_SOLD[platform]?.codes ?? {},
});

export const fundedPlatform = (name: BetPlatform): FundedPlatform => ({
  name,
  product: betProduct(name),
  verifies: BET_PLATFORMS_SOLD[name]?.verifies ?? false,
});

export interface PlatformOffered {
  readonly name: BetPlatform;
  readonly available: boolean;
  readonly validates: boolean;
}

export const betPlatforms = (prices: Pick<PriceList, 'nextVendor'>): readonly PlatformOffered[] =>
  BET_PLATFORMS.map((name) => {
    const { product, verifies } = fundedPlatform(name);
    return { name, available: prices.nextVendor(product, []) !== undefined, validates: verifies };
  });

export interface BetAsked {
  readonly platform: BetPlatform;
  readonly clientId: string;
  readonly amount: Kobo;
}

export interface BetQuoteRequest {
  readonly platform: BetPlatform;
  readonly amount: Kobo;
  readonly tier: Tier;
}

/** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF, PLAN_DISABLED */
export function quoteBet(prices: PriceList, { platform, amount, tier }: BetQuoteRequest): Offer {
  requireWithin(amount, BET_RANGE);
  return prices.offer({
    product: betProduct(platform),
    amount,
    cost: costAfter(amount, BET_COMMISSION_BP),
    tier,
  });
}

const LABEL_END = ' wallet';

export const platformOfLabel = (label: string): string =>
  label.endsWith(LABEL_END) ? label.slice(0, -LABEL_END.length) : label;

export const BET = {
  service: 'bet',
  order: async (
    { platform, clientId, amount }: BetAsked,
    { user, prices, lookups }: OrderContext,
  ): Promise<ProductOrder> => {
    const offer = () => quoteBet(prices, { platform, amount, tier: user.tier });
    let customerName = '';
    const refusal = await ruleBrokenBy(async () => {
      offer();
      customerName = await lookups.platformCustomer(user.userId, fundedPlatform(platform), clientId);
    });
    return {
      service: 'bet',
      recipient: `${platform}/${clientId}`,
      what: String(amount),
      also: '',
      shownRecipient: clientId,
      sealed: { recipient: clientId, customerName },
      pinOptional: true,
      offer: () => {
        if (refusal) throw refusal;
        return offer();
      },
    };
  },
  quote: (asked: BetQuoteRequest, { prices }: Prices) => quoteBet(prices, asked),
  label: ({ platform }) => platform + LABEL_END,
  vendorRequest: (product, amount: Kobo, { recipient }: Sealed): BetVendorRequest | undefined =>
    typeof recipient === 'string' ? { ...product, amount, clientId: recipient } : undefined,
  receipt: [
    ['recipient', 'Customer ID'],
    ['customerName', 'Customer'],
  ],
  choice: ({ platform }) => platform,
  demo: {
    share: 5,
    asked: (chances: Chances): BetAsked => ({
      platform: chances.pick(['BET9JA', '1XBET', 'BETKING'] as const),
      clientId: chances.digits(8),
      amount: demoNaira(100 * (1 + chances.upTo(50))),
    }),
  },
  adminFile: {
    name: BET_FUNDINGS_FILE,
    columns: {
      Platform: ({ product }: ListedPurchase) => platformOfLabel(product),
      'Client ID': ({ phone_number: clientId }: ListedPurchase) => clientId,
    },
    kinds: BET_PLATFORMS.map((name) => ({ name, label: name + LABEL_END })),
  },
} as const satisfies ProductDescriptor<BetProduct, BetAsked, BetQuoteRequest>;
