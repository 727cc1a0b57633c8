import { type CableCode, CABLE_PROVIDERS, type CableProduct } from '../../contracts/cable.contract.js';
import type { Tier } from '../../contracts/services.js';
import { demoPhone } from '../demo.js';
import { type Chances } from '../product.js';
import {
  listedPlan,
  planDisabled,
  soldPlan,
  tierPrices,
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

export type CableVendorRequest = Ordered<CableProduct> & { readonly iuc: string; readonly phone: string };

/**
 * Commission that the vendor pays us for cable subscriptions, in basis points of the list price.
 * Source: VTpass's table of late 2025.
 */
export const CABLE_COMMISSION_BP: Readonly<Record<CableCode, number>> = { 1: 150, 2: 150, 3: 200 };

export interface CableAsked {
  readonly provider: CableCode;
  /** Catalogue code. */
  readonly plan: number;
  readonly iuc: string;
  /** Phone number of the customer, `+234…`. The cable provider sends messages to this number. */
  readonly phone: string;
}

export interface CableQuoteRequest {
  readonly plan: number;
  /**
   * Cable provider that the customer chose. A plan of another provider is refused with
   * `PLAN_NOT_FOUND`.
   */
  readonly provider?: CableCode;
  readonly tier: Tier;
}

/** @throws RuleBroken PLAN_NOT_FOUND, PLAN_DISABLED, SERVICE_OFF */
export function quoteCable(catalog: PriceList, { plan: code, provider, tier }: CableQuoteRequest): Offer {
  const { cablePlans } = catalog.state;
  const plan = listedPlan(cablePlans, code, (found) => provider === undefined || found.provider === provider);
  if (!plan.on) throw planDisabled(CABLE_PROVIDERS[plan.provider], plan);
  return catalog.offer({
    product: { service: 'cable', provider: plan.provider, ...soldPlan(plan) },
    ...tierPrices(plan, tier),
  });
}

export const CABLE = {
  service: 'cable',
  order: (
    { provider, plan, iuc, phone }: CableAsked,
    { user, prices, lookups }: OrderContext,
  ): ProductOrder => {
    const owner = lookups.known(user.userId, { kind: 'smartcard', provider, number: iuc });
    return {
      service: 'cable',
      recipient: iuc,
      what: `plan ${plan}`,
      also: String(provider),
      shownRecipient: iuc,
      sealed: { recipient: iuc, phone, ...(owner && { customerName: owner.name }) },
      offer: () => quoteCable(prices, { plan, provider, tier: user.tier }),
    };
  },
  quote: (asked: CableQuoteRequest, { prices }: Prices) => quoteCable(prices, asked),
  label: ({ provider, planName }) => `${named(CABLE_PROVIDERS, provider, 'provider')} ${planName}`,
  vendorRequest: (product, amount: Kobo, { recipient, phone }: Sealed): CableVendorRequest | undefined =>
    typeof recipient === 'string' && typeof phone === 'string'
      ? { ...product, amount, iuc: recipient, phone }
      : undefined,
  receipt: [
    ['recipient', 'Smartcard'],
    ['customerName', 'Customer'],
  ],
  choice: ({ provider }) => String(provider),
  demo: {
    share: 8,
    asked: (chances: Chances, { state }: PriceList): CableAsked => {
      const [plan, { provider }] = chances.pick([...state.cablePlans]);
      return { provider, plan, iuc: `70${chances.digits(8)}`, phone: demoPhone(chances) };
    },
  },
} as const satisfies ProductDescriptor<CableProduct, CableAsked, CableQuoteRequest>;
