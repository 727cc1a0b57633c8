import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG } from '../../../infra/config/settings.js';
import type { PurchaseSettings } from '../purchase.settings.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { consumeLimit } from '../../customers/login/login-limits.js';
import { Catalog } from '../../catalog/catalog.js';
import { BET_PLATFORMS_SOLD } from '../../products/bet/bet.product.js';
import type { BetPlatform } from '../../contracts/bet.contract.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { ClosableVendor } from '../../vendors/vendor-adapter.js';
import { closeVendors, createVendors } from '../../vendors/vendors.js';

const FRESH_MS = 15 * 60_000;
const NAMES_MAX = 20_000;
const WINDOW_MS = 15 * 60_000;

/** Whose an account on a platform is; the platforms are those of betting. A name is kept for the customer who asked, for 15 minutes. */
@Injectable()
export class PlatformCustomers implements OnApplicationShutdown {
  private readonly names = new LRUCache<string, { readonly name: string }>({ max: NAMES_MAX, ttl: FRESH_MS });
  private vendors: ReadonlyMap<number, ClosableVendor> | undefined;

  constructor(
    private readonly catalog: Catalog,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG)
    private readonly settings: Pick<PurchaseSettings, 'RATE_LIMIT_LOOKUPS'> &
      Pick<VendorSettings, 'VENDOR_POST_TIMEOUT' | 'VENDOR_QUERY_TIMEOUT'>,
  ) {}

  /**
   * The customer's name, empty where the platform tells none.
   * @throws RuleBroken CUSTOMER_NOT_FOUND, LOOKUP_UNAVAILABLE, RATE_LIMITED, PLAN_DISABLED
   */
  async nameOf(userId: string, platform: string, clientId: string): Promise<string> {
    const entry = ownEntry(BET_PLATFORMS_SOLD, platform);
    const vendor =
      entry &&
      this.catalog.nextVendor({ service: 'bet', platform: platform as BetPlatform, codes: entry.codes }, []);
    if (vendor === undefined) throw new RuleBroken('PLAN_DISABLED', { plan: platform });
    if (!entry?.verifies) return '';
    const key = `${userId}/${platform}/${clientId}`;
    const known = this.names.get(key);
    if (known) return known.name;
    const name = await this.ask(userId, vendor, platform, clientId);
    this.names.set(key, { name });
    return name;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.vendors) await closeVendors(this.vendors);
  }

  private async ask(userId: string, vendor: number, platform: string, clientId: string): Promise<string> {
    const rule = { max: this.settings.RATE_LIMIT_LOOKUPS, windowMs: WINDOW_MS };
    await consumeLimit(this.limits, `lookup:${userId}`, rule, 'RATE_LIMITED');
    const adapter = this.adapters().get(vendor);
    const answer = await adapter?.verify?.({ kind: 'platform', platform, number: clientId });
    if (answer?.lookup === 'found') return answer.customer.name;
    if (answer?.lookup === 'invalid')
      throw new RuleBroken('CUSTOMER_NOT_FOUND', { thing: 'customer id', field: 'clientId' });
    throw new RuleBroken('LOOKUP_UNAVAILABLE', { provider: platform });
  }

  /** For questions only: what is bought goes through the worker's own. */
  private adapters(): ReadonlyMap<number, ClosableVendor> {
    this.vendors ??= createVendors(
      this.catalog.vendors().filter(({ services }) => services.includes('bet')),
      {
        postTimeoutMs: this.settings.VENDOR_POST_TIMEOUT,
        queryTimeoutMs: this.settings.VENDOR_QUERY_TIMEOUT,
      },
    );
    return this.vendors;
  }
}
