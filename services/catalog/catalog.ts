import { now } from '../../infra/host/clock.js';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../infra/config/settings.js';
import { RuleBroken } from '../contracts/errors.js';
import { productLabel } from '../products/products.js';
import { type Product, SERVICE_NAMES, type Service } from '../contracts/services.js';
import { codeAt, type CodedAccount, NETWORKS, type NetworkCode } from '../contracts/fields/codes.js';
import { discountKey, type CatalogFact, type CatalogState, stopKey } from './catalog.state.js';
import { evolve } from './catalog.evolve.js';
import { costAt, dearestCost, type Offer, type PriceRequest, type PriceList } from '../products/product.js';
import { priceOf } from './price.js';
import { vendorOrder } from './routing/vendor-order.decider.js';
import { HeldProbes } from './routing/held-probes.js';
import { mayBeProbed } from './routing/automatic-pause.decider.js';
import { productKey, refusedKey } from './refusals/refusal.state.js';
import { pauseKey } from './routing/vendor-pause.state.js';
import { type Pause } from './catalog.state.js';
import { SEED } from './seed/seed.js';
import { loadVendorRows, type VendorRow, type VendorRowSettings } from './vendor-rows.js';

@Injectable()
export class Catalog {
  private readonly rows: readonly VendorRow[];
  private readonly listeners: CatalogListener[] = [];
  private current: CatalogState = SEED;
  /** Cleared by `apply`. */
  private inTurn = new Map<Service, readonly VendorRow[]>();
  readonly probes = new HeldProbes();

  constructor(@Inject(CONFIG) config: VendorRowSettings) {
    this.rows = loadVendorRows(config);
  }

  get state(): CatalogState {
    return this.current;
  }

  apply(event: CatalogFact): void {
    const before = this.current;
    this.current = evolve(before, event);
    this.inTurn = new Map();
    for (const listener of this.listeners) listener(event, before);
  }

  onChanged(listener: CatalogListener): void {
    this.listeners.push(listener);
  }

  vendors(): readonly VendorRow[] {
    return this.rows;
  }

  vendorName(code: number): string {
    return this.rows.find((vendor) => vendor.code === code)?.name ?? `Vendor ${code}`;
  }

  /** @throws RuleBroken SERVICE_OFF, PLAN_DISABLED */
  offer(priced: PriceRequest): Offer {
    return this.offerOf(priced, this.nextVendor(priced.product, []));
  }

  /**
   * Returns the price list for screens. Products of a paused vendor are listed again when the vendor's next
   * probe (test purchase) is due.
   */
  shown(nowMs = now().getTime()): PriceList {
    const nextVendor = (product: Product): number | undefined => this.shownVendor(product, nowMs);
    return {
      state: this.current,
      offer: (priced) => this.offerOf(priced, nextVendor(priced.product)),
      requireNetwork: (network) => this.requireNetwork(network),
      nextVendor,
    };
  }

  private offerOf(
    { product, amount, cost, costs, tier, belowCost: allowed = false }: PriceRequest,
    vendor: number | undefined,
  ): Offer {
    const { service } = product;
    if (vendor === undefined) {
      if (this.sells(service)) throw new RuleBroken('PLAN_DISABLED', { plan: productLabel(product) });
      throw new RuleBroken('SERVICE_OFF', { service: SERVICE_NAMES[service] });
    }
    const discountBp = this.current.discounts.get(discountKey(service, tier)) ?? 0;
    const belowCost = allowed || this.current.belowCost.has(service);
    const priced = priceOf({ list: amount, cost: dearestCost({ cost, costs }), discountBp, belowCost });
    if (!priced) throw new RuleBroken('PLAN_DISABLED', { plan: productLabel(product) });
    return {
      product,
      amount,
      vendor,
      price: priced.price,
      discount: priced.discount,
      expectedCost: costAt({ cost, costs }, vendor),
      ...(costs && { otherCosts: this.costsElsewhere({ cost, costs }, service, vendor) }),
    };
  }

  private costsElsewhere(of: Pick<PriceRequest, 'cost' | 'costs'>, service: Service, vendor: number) {
    const others = this.sellersOf(service).filter(({ code }) => code !== vendor);
    return Object.fromEntries(others.map(({ code }) => [String(code), String(costAt(of, code))]));
  }

  /** @throws RuleBroken NETWORK_DISABLED */
  requireNetwork(network: NetworkCode): void {
    if (this.current.networksOff.has(network))
      throw new RuleBroken('NETWORK_DISABLED', { network: NETWORKS[network] });
  }

  /** True unless the service is switched off or all its vendors are paused. */
  sells(service: Service): boolean {
    return this.activeVendor(service) !== 0;
  }

  /**
   * Returns the code of the vendor that gets new orders of the service. Returns 0 when no vendor
   * can get them.
   */
  activeVendor(service: Service): number {
    if (this.current.activeVendors.get(service) === 0) return 0;
    return this.vendorsInTurn(service).find(({ code }) => !this.isPaused(service, code))?.code ?? 0;
  }

  isPaused(service: Service, vendor: number): boolean {
    return this.current.accountPauses.has(vendor) || this.pauseOf(service, vendor) !== undefined;
  }

  private refuses({ code }: VendorRow, product: Product): boolean {
    const { accountPauses, refusedProducts } = this.current;
    if (accountPauses.has(code)) return true;
    // Check `size` first, to save computing the product's key while no vendor refuses a product.
    return refusedProducts.size > 0 && refusedProducts.has(refusedKey(code, productKey(product)));
  }

  isShown(service: Service, nowMs = now().getTime()): boolean {
    if (this.current.activeVendors.get(service) === 0) return false;
    return this.vendorsInTurn(service).some(({ code }) => this.mayAnswer(service, code, nowMs));
  }

  private sellsAt(row: VendorRow, product: Product): boolean {
    if (!hasNameFor(row, product) || this.refuses(row, product)) return false;
    const { plansStopped } = this.current;
    if (plansStopped.size === 0 || !('plan' in product)) return true;
    return !plansStopped.has(stopKey(product.service, product.plan, row.code));
  }

  private mayAnswer(service: Service, vendor: number, nowMs: number): boolean {
    if (this.current.accountPauses.has(vendor)) return false;
    const pause = this.pauseOf(service, vendor);
    return pause === undefined || mayBeProbed(pause, nowMs);
  }

  private shownVendor(product: Product, nowMs: number): number | undefined {
    const { service } = product;
    if (this.current.activeVendors.get(service) === 0) return undefined;
    return this.vendorsInTurn(service).find(
      (row) => this.sellsAt(row, product) && this.mayAnswer(service, row.code, nowMs),
    )?.code;
  }

  pauseOf(service: Service, vendor: number): Pause | undefined {
    return this.current.pauses.get(pauseKey(service, vendor));
  }

  /**
   * Returns the automatic pauses of configured vendors. Leaves out other vendors, because their
   * pauses never end automatically.
   */
  automaticPauses(): readonly Pause[] {
    return [...this.current.pauses.values()].filter(
      ({ automatic, service, vendor }) =>
        automatic !== undefined && this.sellersOf(service).some(({ code }) => code === vendor),
    );
  }

  refusals(): readonly { readonly key: string; readonly vendor: number; readonly reason: string }[] {
    const { accountPauses, refusedProducts } = this.current;
    const isSeller = (vendor: number): boolean => this.rows.some(({ code }) => code === vendor);
    return [
      ...[...accountPauses.values()].map(({ vendor, reason }) => ({ key: String(vendor), vendor, reason })),
      ...[...refusedProducts].map(([key, { vendor, reason }]) => ({ key, vendor, reason })),
    ].filter(({ vendor }) => isSeller(vendor));
  }

  private isAsked(service: Service, vendor: number, isWanted: boolean): boolean {
    const pause = this.pauseOf(service, vendor);
    return pause === undefined || this.probes.mayAsk(pause, isWanted);
  }

  sellersOf(service: Service): readonly VendorRow[] {
    return this.rows.filter(({ services }) => services.includes(service));
  }

  vendorsInTurn(service: Service): readonly VendorRow[] {
    let rows = this.inTurn.get(service);
    if (!rows) {
      rows = vendorOrder(this.current, service, this.sellersOf(service));
      this.inTurn.set(service, rows);
    }
    return rows;
  }

  /**
   * At a paused vendor, the purchase is a probe (test purchase). In this case, the caller must call
   * `probes.take`.
   */
  nextVendor(product: Product, tried: readonly number[]): number | undefined {
    const { service } = product;
    if (tried.length === 0 && this.current.activeVendors.get(service) === 0) return undefined;
    let isWanted = tried.length === 0;
    return this.vendorsInTurn(service).find((row) => {
      if (tried.includes(row.code)) isWanted = true;
      else if (this.sellsAt(row, product)) return this.isAsked(service, row.code, isWanted);
      return false;
    })?.code;
  }

  /**
   * Returns the next vendor for looking up a customer's account, such as a meter. Falls back to an
   * automatically paused vendor, because a look-up sells nothing.
   */
  nextToAsk(product: Product, asked: readonly number[]): number | undefined {
    const { service } = product;
    const next = this.nextVendor(product, asked);
    if (next !== undefined || this.current.activeVendors.get(service) === 0) return next;
    return this.vendorsInTurn(service).find(
      (row) =>
        !asked.includes(row.code) &&
        this.sellsAt(row, product) &&
        this.pauseOf(service, row.code)?.automatic !== undefined,
    )?.code;
  }
}

type CatalogListener = (event: CatalogFact, before: CatalogState) => void;

export const hasNameFor = (
  { code, adapter }: Partial<CodedAccount> & Pick<CodedAccount, 'code'>,
  product: Product,
): boolean =>
  !('codes' in product) || adapter === undefined || codeAt(product.codes, { code, adapter }) !== undefined;
