import type { CableCode } from '../contracts/cable.contract.js';
import type { DiscoCode, MeterType } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { basisPointsOf, formatNaira, type Kobo } from '../contracts/money.js';
import { localPhone, normalisePhone } from '../contracts/fields/phones.js';
import { ownEntry } from '../contracts/own-entry.js';
import type { NetworkCode, Product, Tier, VendorCodes } from '../contracts/services.js';
import type { TransferProduct } from '../contracts/transfer.contract.js';
import type { AdminExport, AdminTransactionRow } from '../contracts/admin/admin-histories.contract.js';
import type { Demo } from './demo.js';

/** What was sealed with a purchase, opened. */
export type Sealed = Readonly<Record<string, unknown>>;

/** `amount` is the face value, kobo: what is to be delivered. */
export type Ordered<Bought extends Product> = Bought & { readonly amount: Kobo };

/** What a vendor is asked to deliver to a phone, `+234…`. */
export type PhoneRequest<Bought> = Bought & { readonly amount: Kobo; readonly phone: string };

/** What is sold, at what price, through whom. */
export interface Offer {
  readonly product: Product;
  /** Face value, what is delivered. */
  readonly amount: Kobo;
  readonly discount: Kobo;
  /** What is charged, fee included: amount - discount + fee. */
  readonly price: Kobo;
  /** Our fee for it; nothing by default. */
  readonly fee?: Kobo;
  readonly expectedCost: Kobo;
  /** Who is asked first. */
  readonly vendor: number;
}

/** A product with what it costs before the discount and what the vendor is expected to charge. */
export interface Priced {
  readonly product: Product;
  /** Face value and list price. */
  readonly amount: Kobo;
  readonly cost: Kobo;
  readonly tier: Tier;
  /** Whether this very price may be below the cost; no by default. */
  readonly belowCost?: boolean;
}

/** Prices as they are stored, kobo as digits. `affiliatePrice` is the same where it is absent. */
interface ListedPrices {
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

/** The price list that products are quoted from; the catalogue is one. */
export interface PriceList {
  readonly state: {
    readonly dataPlans: ReadonlyMap<
      number,
      ListedPlan & { readonly network: NetworkCode; readonly planType: PlanTypeCode }
    >;
    readonly cablePlans: ReadonlyMap<number, ListedPlan & { readonly provider: CableCode }>;
    readonly exams: ReadonlyMap<ExamCode, ListedPrices>;
    readonly discosOff: ReadonlySet<DiscoCode>;
    /** `planTypeKey`s. */
    readonly planTypesOff: ReadonlySet<string>;
  };
  /** The price after the discount, and who delivers. @throws RuleBroken SERVICE_OFF, PLAN_DISABLED */
  offer(priced: Priced): Offer;
  /** @throws RuleBroken NETWORK_DISABLED */
  requireNetwork(network: NetworkCode): void;
  /** Who sells the product and was not tried yet; undefined when nobody does. */
  nextVendor(product: Product, tried: readonly number[]): number | undefined;
}

/** Prices that the installation sets: of texts, and of bank transfers. */
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

/** A platform on which customers have an account that is funded. */
export interface FundedPlatform {
  readonly name: string;
  /** What funding it is. Who sells that can say whose an account is. */
  readonly product: Product;
  /** A client id can be looked up before it is paid. */
  readonly verifies: boolean;
}

/** Whose a number is, as far as somebody can say. */
export interface Lookups {
  /** Of a smartcard or a meter: what was found in the last 15 minutes. */
  known(
    userId: string,
    biller: Biller,
  ):
    | { readonly name: string; readonly address?: string; readonly minimum?: Kobo; readonly maximum?: Kobo }
    | undefined;
  /** Of an account on a platform that is funded; empty where the platform tells none. @throws RuleBroken */
  platformCustomer(userId: string, platform: FundedPlatform, clientId: string): Promise<string>;
  /** Of a bank account. @throws RuleBroken */
  accountHolder(
    userId: string,
    bankCode: string,
    accountNumber: string,
  ): Promise<{ readonly name: string; readonly bankName: string }>;
}

/** Where prices come from. */
export interface Prices {
  readonly prices: PriceList;
  readonly ownPrices: OwnPrices;
}

/** What an order is made with: who orders, and the ports of prices and look-ups. */
export interface OrderContext extends Prices {
  readonly user: { readonly userId: string; readonly tier: Tier };
  readonly lookups: Lookups;
}

/** What a product asks to be accepted. */
export interface Wanted {
  readonly service: Product['service'];
  /** Whom it is for, in the form that is compared: the duplicate guard is over service, recipient and `what`. */
  readonly recipient: string;
  /** What of the product the guard compares: the amount, or the plan. Known before it is priced, so that a price may change. */
  readonly what: string;
  /** Whatever else makes it another request. Stored as a digest that can be guessed: never personal. */
  readonly also: string;
  /** The same, where it is personal (a narration, where a token is told). */
  readonly alsoPersonal?: string;
  /** The recipient as the customer writes it, for the words of a refusal. */
  readonly shownRecipient: string;
  /** What the vendor will need and nobody else may read; `recipient` is what the history shows. */
  readonly sealed: { readonly recipient: string } & Readonly<Record<string, unknown>>;
  /** @throws RuleBroken by the rules of the catalogue */
  readonly offer: () => Offer;
  /** May be bought without the PIN, up to PINLESS_DAILY_LIMIT a Lagos day. */
  readonly pinOptional?: true;
}

/** A purchase as lists over all customers have it; `product` is its label. */
export type ListedPurchase = Pick<AdminTransactionRow, 'phone_number'> & { readonly product: string };

/** All that the server must know of one product. It knows no framework, no clock and no store. */
export interface ProductDescriptor<
  Bought extends { readonly service: string } = Product,
  Asked = never,
  Quoted = never,
> {
  readonly service: Bought['service'];
  /**
   * Whom it is for, what tells one order from another, and what it is quoted by; absent where it is not ordered.
   * @throws RuleBroken by the rules of the product and of look-ups
   */
  readonly order?: (asked: Asked, context: OrderContext) => Wanted | Promise<Wanted>;
  /** What it would cost; absent where nobody asks beforehand. @throws RuleBroken by the rules of the price list */
  readonly quote?: (asked: Quoted, prices: Prices) => Offer;
  /** What was bought, in words: `Mtn airtime`. Whoever it was for is not part of it. Any stored code can be read. */
  readonly label: (product: Bought) => string;
  /** What a vendor is asked to deliver; undefined when something of it is not there, or no vendor is asked. */
  readonly vendorRequest: (product: Bought, amount: Kobo, sealed: Sealed) => object | undefined;
  /**
   * Whether only the vendor's answer holds what the customer can use, such as a token or pins; no by default. Then the vendor is
   * asked for it also once a person has decided that it delivered.
   */
  readonly handsOver?: (product: Bought) => boolean;
  /** What is sealed with an order, and what a receipt calls it; in the order it is read. */
  readonly receipt: readonly (readonly [field: string, label: string])[];
  /** What the select of the form holds for it, such as the code of a network; empty where there is none. */
  readonly choice: (product: Bought) => string;
  /** A second choice of the form, such as the type of a meter; empty where there is none. */
  readonly kind?: (product: Bought) => string;
  /** How a demonstration buys it; absent where it does not. */
  readonly demo?: Demo;
  /** The file of its purchases alone that administrators have; absent where they stand only in that of all purchases. */
  readonly adminFile?: {
    readonly name: AdminExport;
    /** What stands in place of service, product and recipient. */
    readonly columns: Readonly<Record<string, (row: ListedPurchase) => string>>;
    /** What the list names its purchases by and can be searched for, each with the label of these. */
    readonly kinds: readonly { readonly name: string; readonly label: string }[];
  };
}

/** `1 pin`, `2 pins`. */
export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Of stored text no more than fits a line. */
export const shown = (value: unknown): string => String(value).slice(0, 40);

/** The name a table gives a stored code, or the code itself as unknown: what was stored once must be readable for ever. */
export const named = (table: Readonly<Record<string, string>>, code: string | number, kind: string): string =>
  ownEntry(table, code) ?? `Unknown ${kind} (${shown(code)})`;

/** What is taken at once, kobo. */
export interface AmountRange {
  readonly minimum: Kobo;
  readonly maximum: Kobo;
}

/** @param field what the call names the amount, where that is not `amount` @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX */
export function requireWithin(amount: Kobo, { minimum, maximum }: AmountRange, field?: string): void {
  const about = field === undefined ? {} : { field };
  if (amount < minimum) throw new RuleBroken('AMOUNT_BELOW_MIN', { ...about, minimum: formatNaira(minimum) });
  if (amount > maximum) throw new RuleBroken('AMOUNT_ABOVE_MAX', { ...about, maximum: formatNaira(maximum) });
}

/** What a vendor charges that leaves us a commission, rounded up: never less than it will be. */
export const costAfter = (amount: Kobo, commissionBp: number): Kobo =>
  amount - basisPointsOf(amount, commissionBp);

/** List price of the tier, what the vendor charges, and whether the one may be less than the other. */
export const tierPrices = ({ price, affiliatePrice = price, cost, belowCost }: ListedPrices, tier: Tier) => ({
  amount: BigInt(tier === 'affiliate' ? affiliatePrice : price),
  cost: BigInt(cost),
  tier,
  belowCost: belowCost === true,
});

/** The phone as `+234…`, of one typed in any form of a Nigerian number. @throws RuleBroken INVALID_PHONE */
export function requirePhone(typed: string): string {
  const phone = normalisePhone(typed);
  if (phone === undefined) throw new RuleBroken('INVALID_PHONE');
  return phone;
}

/** Of an order whose recipient is a phone and nothing else: whom it is for. @throws RuleBroken INVALID_PHONE */
export function forPhone(typed: string): Pick<Wanted, 'recipient' | 'shownRecipient' | 'sealed'> {
  const phone = requirePhone(typed);
  return { recipient: phone, shownRecipient: localPhone(phone), sealed: { recipient: phone } };
}

/** What a vendor is asked for of such an order; undefined when the phone cannot be opened any more. */
export const phoneRequest = <Bought extends { readonly service: Product['service'] }>(
  product: Bought,
  amount: Kobo,
  { recipient }: Sealed,
): PhoneRequest<Bought> | undefined =>
  typeof recipient === 'string' ? { ...product, amount, phone: recipient } : undefined;

/** A plan of a price list, where `whose` allows it. @throws RuleBroken PLAN_NOT_FOUND */
export function listedPlan<Plan extends ListedPlan>(
  plans: ReadonlyMap<number, Plan>,
  code: number,
  whose: (plan: Plan) => boolean,
): Plan {
  const plan = plans.get(code);
  if (!plan || !whose(plan)) throw new RuleBroken('PLAN_NOT_FOUND');
  return plan;
}

/** Nobody may buy the plan now. `whose` names its network or provider. */
export const planDisabled = (whose: string, { name }: ListedPlan): RuleBroken =>
  new RuleBroken('PLAN_DISABLED', { plan: `${whose} ${name}` });

/** What is stored of a plan with whoever buys it: it stays readable when the plan is gone. */
export const soldPlan = ({ code, name, codes }: ListedPlan) => ({ plan: code, planName: name, codes });

/**
 * The rule that something breaks, kept for later: an order that was accepted before is answered again, whatever became of
 * look-ups and prices since. @throws everything else
 */
export async function refusalOf(work: () => unknown): Promise<RuleBroken | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    throw error;
  }
}
