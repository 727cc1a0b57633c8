import { now } from '../../infra/host/clock.js';
import { isEntryOf } from '../contracts/own-entry.js';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../infra/config/settings.js';
import { RuleBroken } from '../contracts/errors.js';
import { productLabel } from '../products/products.js';
import {
  type Product,
  NETWORKS,
  SERVICE_NAMES,
  type NetworkCode,
  type Service,
} from '../contracts/services.js';
import { discountKey, evolve, type CatalogFact, type CatalogState } from './catalog.state.js';
import type { Offer, Priced, PriceList } from '../products/product.js';
import { priceOf } from './price.js';
import { vendorOrder } from './routing/vendor-order.decider.js';
import { HeldProbes } from './routing/held-probes.js';
import { mayBeProbed } from './routing/automatic-pause.decider.js';
import { pauseKey, type Pause } from './routing/vendor-pause.state.js';
import { SEED } from './seed/seed.js';
import { loadVendorRows, type VendorRow, type VendorRowSettings } from './vendor-rows.js';

/**
 * What is sold, at what price, and through whom. Asked at once and in memory; what administrators change is folded in as
 * it happens (`keepCatalog`).
 */
@Injectable()
export class Catalog {
  private readonly rows: readonly VendorRow[];
  private readonly listeners: CatalogListener[] = [];
  private current: CatalogState = SEED;
  /** Made when it is asked for the first time after a change. */
  private inTurn = new Map<Service, readonly VendorRow[]>();
  /** What of paused vendors this process may try. */
  readonly probes = new HeldProbes();

  constructor(@Inject(CONFIG) config: VendorRowSettings) {
    this.rows = loadVendorRows(config);
  }

  /** As it stands now. */
  get state(): CatalogState {
    return this.current;
  }

  apply(event: CatalogFact): void {
    const before = this.current;
    this.current = evolve(before, event);
    this.inTurn = new Map();
    for (const listener of this.listeners) listener(event, before);
  }

  /** Called after each change from now on. */
  onChanged(listener: CatalogListener): void {
    this.listeners.push(listener);
  }

  /** Every vendor, by priority. */
  vendors(): readonly VendorRow[] {
    return this.rows;
  }

  /** What people call a vendor: its code, where it is none of ours any more. */
  vendorName(code: number): string {
    return this.rows.find((vendor) => vendor.code === code)?.name ?? `Vendor ${code}`;
  }

  /** The price after the discount, and who delivers. @throws RuleBroken SERVICE_OFF, PLAN_DISABLED */
  offer(priced: Priced): Offer {
    return this.offerOf(priced, this.nextVendor(priced.product, []));
  }

  /**
   * What lists show: the same prices, also of what only a paused vendor sells that may be probed now. Somebody has to try to buy that, or
   * it would never be sold again; only to look at it asks for no probe.
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
    { product, amount, cost, tier, belowCost: allowed = false }: Priced,
    vendor: number | undefined,
  ): Offer {
    const { service } = product;
    if (vendor === undefined) {
      if (this.sells(service)) throw new RuleBroken('PLAN_DISABLED', { plan: productLabel(product) });
      throw new RuleBroken('SERVICE_OFF', { service: SERVICE_NAMES[service] });
    }
    const discountBp = this.current.discounts.get(discountKey(service, tier)) ?? 0;
    const belowCost = allowed || this.current.belowCost.has(service);
    const priced = priceOf({ list: amount, cost, discountBp, belowCost });
    if (!priced) throw new RuleBroken('PLAN_DISABLED', { plan: productLabel(product) });
    return {
      product,
      amount,
      vendor,
      price: priced.price,
      discount: priced.discount,
      expectedCost: cost,
    };
  }

  /** @throws RuleBroken NETWORK_DISABLED */
  requireNetwork(network: NetworkCode): void {
    if (this.current.networksOff.has(network))
      throw new RuleBroken('NETWORK_DISABLED', { network: NETWORKS[network] });
  }

  /** Whether anybody sells the service at all: it is not switched off, and somebody is not paused. */
  sells(service: Service): boolean {
    return this.activeVendor(service) !== 0;
  }

  /** Code of the vendor that the next purchase of the service goes to; 0 when nobody is asked. */
  activeVendor(service: Service): number {
    if (this.current.activeVendors.get(service) === 0) return 0;
    return this.vendorsInTurn(service).find(({ code }) => !this.pauseOf(service, code))?.code ?? 0;
  }

  /** Whether lists show the service as sold: as `sells`, and while it may be probed. */
  isShown(service: Service, nowMs = now().getTime()): boolean {
    if (this.current.activeVendors.get(service) === 0) return false;
    return this.vendorsInTurn(service).some(({ code }) => this.mayAnswer(service, code, nowMs));
  }

  private mayAnswer(service: Service, vendor: number, nowMs: number): boolean {
    const pause = this.pauseOf(service, vendor);
    return pause === undefined || mayBeProbed(pause, nowMs);
  }

  private shownVendor(product: Product, nowMs: number): number | undefined {
    const { service } = product;
    if (this.current.activeVendors.get(service) === 0) return undefined;
    return this.vendorsInTurn(service).find(
      (row) => hasNameFor(row, product) && this.mayAnswer(service, row.code, nowMs),
    )?.code;
  }

  /** Why nothing new of the service is sent to the vendor; undefined while it is. */
  pauseOf(service: Service, vendor: number): Pause | undefined {
    return this.current.pauses.get(pauseKey(service, vendor));
  }

  /** What the product paused by itself of those that sell it by now: nobody can resume a vendor that is configured no more. */
  automaticPauses(): readonly Pause[] {
    return [...this.current.pauses.values()].filter(
      ({ automatic, service, vendor }) =>
        automatic !== undefined && this.sellersOf(service).some(({ code }) => code === vendor),
    );
  }

  private isAsked(service: Service, vendor: number, isWanted: boolean): boolean {
    const pause = this.pauseOf(service, vendor);
    return pause === undefined || this.probes.mayAsk(pause, isWanted);
  }

  /** Who sells the service, by priority. */
  sellersOf(service: Service): readonly VendorRow[] {
    return this.rows.filter(({ services }) => services.includes(service));
  }

  /** Who is asked for the service, the first one first; also while it is off, and with those who are paused. */
  vendorsInTurn(service: Service): readonly VendorRow[] {
    let rows = this.inTurn.get(service);
    if (!rows) {
      rows = vendorOrder(this.current, service, this.sellersOf(service));
      this.inTurn.set(service, rows);
    }
    return rows;
  }

  /**
   * The first vendor in turn that sells the product, is not paused and was not tried yet. undefined when there is none. What was
   * accepted before a service was switched off is still delivered. A paused one is among them while this process may probe it: whoever
   * sends it something takes the probe (`probes.take`).
   */
  nextVendor(product: Product, tried: readonly number[]): number | undefined {
    const { service } = product;
    if (tried.length === 0 && this.current.activeVendors.get(service) === 0) return undefined;
    // Whoever is passed over before all that were tried is reached, and probed, by purchases that are sent for the first time.
    let isWanted = tried.length === 0;
    return this.vendorsInTurn(service).find((row) => {
      if (tried.includes(row.code)) isWanted = true;
      else if (hasNameFor(row, product)) return this.isAsked(service, row.code, isWanted);
      return false;
    })?.code;
  }

  /**
   * Who is asked next whose a number is: as `nextVendor`, and after them those that the product paused. A question pays for nothing, and
   * without its answer nobody would buy, nor probe.
   */
  nextToAsk(product: Product, asked: readonly number[]): number | undefined {
    const { service } = product;
    const next = this.nextVendor(product, asked);
    if (next !== undefined || this.current.activeVendors.get(service) === 0) return next;
    return this.vendorsInTurn(service).find(
      (row) =>
        !asked.includes(row.code) &&
        hasNameFor(row, product) &&
        this.pauseOf(service, row.code)?.automatic !== undefined,
    )?.code;
  }
}

/** Told what happened, and what the catalogue was before. */
type CatalogListener = (event: CatalogFact, before: CatalogState) => void;

/** A plan is sold by whoever has a name for it. */
const hasNameFor = ({ adapter }: VendorRow, product: Product): boolean =>
  !('codes' in product) || isEntryOf(product.codes, adapter);
