import type { AmountService } from '../contracts/admin/prices.contract.js';
import type { HandedOver } from '../contracts/artefacts.js';
import type { CableCode } from '../contracts/cable.contract.js';
import type { DiscoCode, MeterType } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { basisPointsOf, formatNaira, type Kobo } from '../contracts/money.js';
import { localPhone, normalisePhone } from '../contracts/fields/phones.js';
import { ownEntry } from '../contracts/own-entry.js';
import type { Product, Tier } from '../contracts/services.js';
import type { NetworkCode, VendorCodes } from '../contracts/fields/codes.js';
import type { TransferProduct } from '../contracts/transfer.contract.js';
import type { AdminExport, AdminTransactionRow } from '../contracts/admin/admin-histories.contract.js';

/** Personal fields of a purchase in decrypted form. */
export type Sealed = Readonly<Record<string, unknown>>;

/** Product with its face value `amount` in kobo. */
export type Ordered<Bought extends Product> = Bought & { readonly amount: Kobo };

/** `phone` is `+234…`. */
export type PhoneRequest<Bought> = Bought & { readonly amount: Kobo; readonly phone: string };

export interface Offer {
  readonly product: Product;
  readonly amount: Kobo;
  readonly discount: Kobo;
  /** Total that the customer pays: `amount - discount + fee`. */
  readonly price: Kobo;
  readonly fee?: Kobo;
  readonly expectedCost: Kobo;
  /** Code of the vendor that gets the order first. */
  readonly vendor: number;
  readonly otherCosts?: AccountCosts;
}

export interface PriceRequest {
  readonly product: Product;
  /** Face value in kobo, which is also the list price before the discount. */
  readonly amount: Kobo;
  readonly cost: Kobo;
  readonly costs?: AccountCosts | undefined;
  readonly tier: Tier;
  readonly belowCost?: boolean;
}

/** Kobo as decimal strings, by vendor account. */
export type AccountCosts = Readonly<Record<string, string>>;

interface Costs {
  readonly cost: string | Kobo;
  readonly costs?: AccountCosts | undefined;
}

export const costAt = ({ cost, costs = {} }: Costs, account: string | number): Kobo =>
  BigInt(ownEntry(costs, String(account)) ?? cost);

/** Cost below which no price falls, because any account may deliver. */
export const dearestCost = ({ cost, costs = {} }: Costs): Kobo =>
  Object.values(costs)
    .map(BigInt)
    .reduce((one, other) => (one > other ? one : other), BigInt(cost));

/** Prices as they are stored, in kobo as decimal strings. */
interface ListedPrices extends Costs {
  readonly price: string;
  readonly affiliatePrice?: string;
  readonly cost: string;
  readonly belowCost?: true;
  readonly on: boolean;
}

interface ListedPlan extends ListedPrices {
  readonly code: number;
  readonly name: string;
  readonly codes: VendorCodes;
}

/** Terms of a service whose orders name the amount. */
export interface AmountTerms extends AmountRange {
  /** Basis points that the vendor pays us, by network or electricity company. */
  readonly commissions: Readonly<Record<number, number>>;
}

export interface PriceList {
  readonly state: {
    readonly dataPlans: ReadonlyMap<
      number,
      ListedPlan & { readonly network: NetworkCode; readonly planType: PlanTypeCode }
    >;
    readonly cablePlans: ReadonlyMap<number, ListedPlan & { readonly provider: CableCode }>;
    readonly exams: ReadonlyMap<ExamCode, ListedPrices>;
    readonly discosOff: ReadonlySet<DiscoCode>;
    readonly amountTerms: ReadonlyMap<AmountService, AmountTerms>;
    /** Keys from `planTypeKey`. */
    readonly planTypesOff: ReadonlySet<string>;
  };
  /**
   * Makes an offer: subtracts the discount and chooses the vendor.
   * @throws RuleBroken SERVICE_OFF, PLAN_DISABLED
   */
  offer(priced: PriceRequest): Offer;
  /** @throws RuleBroken NETWORK_DISABLED */
  requireNetwork(network: NetworkCode): void;
  /** Returns the next vendor that sells the product, in failover order, without those in `tried`. */
  nextVendor(product: Product, tried: readonly number[]): number | undefined;
}

/** Prices from `CATALOG_SETTINGS`. */
export interface OwnPrices {
  /** @throws RuleBroken SERVICE_OFF, PLAN_DISABLED */
  sms(asked: { pages: number; recipients: number; tier: Tier }): Offer;
  /** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF */
  transfer(asked: { product: TransferProduct; amount: Kobo }): Offer;
  /** @throws RuleBroken SERVICE_OFF */
  requireTransfers(): void;
}

export type Biller =
  | { readonly kind: 'smartcard'; readonly provider: CableCode; readonly number: string }
  | {
      readonly kind: 'meter';
      readonly disco: DiscoCode;
      readonly meterType: MeterType;
      readonly number: string;
    };

export interface FundedPlatform {
  readonly name: string;
  readonly product: Product;
  /** True when a vendor can tell the account owner's name before the customer pays. */
  readonly verifies: boolean;
}

export interface Lookups {
  /**
   * Returns the owner of a smartcard or an electricity meter, if the customer `userId` looked up the owner
   * within the last 15 minutes.
   */
  known(
    userId: string,
    biller: Biller,
  ):
    | { readonly name: string; readonly address?: string; readonly minimum?: Kobo; readonly maximum?: Kobo }
    | undefined;
  /** Returns an empty text when the platform does not tell names. */
  platformCustomer(userId: string, platform: FundedPlatform, clientId: string): Promise<string>;
  /** @throws RuleBroken */
  accountHolder(
    userId: string,
    bankCode: string,
    accountNumber: string,
  ): Promise<{ readonly name: string; readonly bankName: string }>;
}

export interface Prices {
  readonly prices: PriceList;
  readonly ownPrices: OwnPrices;
}

export interface OrderContext extends Prices {
  readonly user: { readonly userId: string; readonly tier: Tier };
  readonly lookups: Lookups;
}

export interface ProductOrder {
  readonly service: Product['service'];
  /**
   * Recipient in a normalised form. Two orders with the same `service`, `recipient` and `what` are
   * treated as duplicates.
   */
  readonly recipient: string;
  /**
   * Amount or plan of the order. Leave out the price, because two equal orders are duplicates even when the
   * price changed between them.
   */
  readonly what: string;
  /**
   * Further data that makes orders different. Must not contain personal data, because the data could be guessed
   * from the stored `requestDigest`.
   */
  readonly also: string;
  readonly alsoPersonal?: string;
  readonly shownRecipient: string;
  /** Order data that the vendor needs. Stored encrypted. */
  readonly sealed: { readonly recipient: string } & Readonly<Record<string, unknown>>;
  /** @throws RuleBroken when the price list does not allow the sale */
  readonly offer: () => Offer;
  /**
   * True when a small order needs no PIN. `PINLESS_DAILY_LIMIT` limits the total of such orders per
   * Lagos day.
   */
  readonly pinOptional?: true;
}

export type ListedPurchase = Pick<AdminTransactionRow, 'phone_number'> & { readonly product: string };

/**
 * Behaviour of a product on the server. All functions are pure: they use no framework, no clock and no store.
 */
export interface ProductDescriptor<
  Bought extends { readonly service: string } = Product,
  Asked = never,
  Quoted = never,
> {
  readonly service: Bought['service'];
  /** Absent for a product that is not bought by `PlaceOrder`. */
  readonly order?: (asked: Asked, context: OrderContext) => ProductOrder | Promise<ProductOrder>;
  /** Absent when the API gives no quotes for the product. */
  readonly quote?: (asked: Quoted, prices: Prices) => Offer;
  /** Name of a purchase, such as `Mtn airtime`. Does not contain the recipient. */
  readonly label: (product: Bought) => string;
  readonly vendorRequest: (product: Bought, amount: Kobo, sealed: Sealed) => object | undefined;
  readonly handsOver?: (product: Bought) => HandedOver | undefined;
  readonly receipt: readonly (readonly [field: string, label: string])[];
  readonly choice: (product: Bought) => string;
  readonly kind?: (product: Bought) => string;
  readonly demo?: Demo;
  readonly adminFile?: {
    readonly name: AdminExport;
    readonly columns: Readonly<Record<string, (row: ListedPurchase) => string>>;
    readonly kinds: readonly { readonly name: string; readonly label: string }[];
  };
}

export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const shown = (value: unknown): string => String(value).slice(0, 40);

export const named = (table: Readonly<Record<string, string>>, code: string | number, kind: string): string =>
  ownEntry(table, code) ?? `Unknown ${kind} (${shown(code)})`;

/** Limits per purchase, kobo. */
export interface AmountRange {
  readonly minimum: Kobo;
  readonly maximum: Kobo;
}

/** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX */
export function requireWithin(amount: Kobo, { minimum, maximum }: AmountRange, field?: string): void {
  const about = field === undefined ? {} : { field };
  if (amount < minimum) throw new RuleBroken('AMOUNT_BELOW_MIN', { ...about, minimum: formatNaira(minimum) });
  if (amount > maximum) throw new RuleBroken('AMOUNT_ABOVE_MAX', { ...about, maximum: formatNaira(maximum) });
}

/**
 * Returns the amount that the vendor charges us, which is `amount` minus our commission. Rounded
 * up, so that the expected cost is never too low.
 */
export const costAfter = (amount: Kobo, commissionBp: number): Kobo =>
  amount - basisPointsOf(amount, commissionBp);

export const tierPrices = (
  { price, affiliatePrice = price, cost, costs, belowCost }: ListedPrices,
  tier: Tier,
) => ({
  amount: BigInt(tier === 'affiliate' ? affiliatePrice : price),
  cost: BigInt(cost),
  costs,
  tier,
  belowCost: belowCost === true,
});

/**
 * Converts a phone number to `+234…`.
 * @throws RuleBroken INVALID_PHONE
 */
export function requirePhone(typed: string): string {
  const phone = normalisePhone(typed);
  if (phone === undefined) throw new RuleBroken('INVALID_PHONE');
  return phone;
}

/** @throws RuleBroken INVALID_PHONE */
export function forPhone(typed: string): Pick<ProductOrder, 'recipient' | 'shownRecipient' | 'sealed'> {
  const phone = requirePhone(typed);
  return { recipient: phone, shownRecipient: localPhone(phone), sealed: { recipient: phone } };
}

export const phoneRequest = <Bought extends { readonly service: Product['service'] }>(
  product: Bought,
  amount: Kobo,
  { recipient }: Sealed,
): PhoneRequest<Bought> | undefined =>
  typeof recipient === 'string' ? { ...product, amount, phone: recipient } : undefined;

/** @throws RuleBroken PLAN_NOT_FOUND */
export function listedPlan<Plan extends ListedPlan>(
  plans: ReadonlyMap<number, Plan>,
  code: number,
  whose: (plan: Plan) => boolean,
): Plan {
  const plan = plans.get(code);
  if (!plan || !whose(plan)) throw new RuleBroken('PLAN_NOT_FOUND');
  return plan;
}

export const planDisabled = (whose: string, { name }: ListedPlan): RuleBroken =>
  new RuleBroken('PLAN_DISABLED', { plan: `${whose} ${name}` });

/**
 * Returns the fields of the plan that are stored with the purchase, because the plan may be removed
 * from the price list later.
 */
export const soldPlan = ({ code, name, codes }: ListedPlan) => ({ plan: code, planName: name, codes });

export async function ruleBrokenBy(work: () => unknown): Promise<RuleBroken | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    throw error;
  }
}

export interface Chances {
  upTo(below: number): number;
  pick<One>(of: readonly One[]): One;
  digits(count: number): string;
}

export interface Demo {
  readonly share: number;
  readonly asked: (chances: Chances, prices: PriceList) => object;
}
