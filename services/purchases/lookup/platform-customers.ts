import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { CONFIG } from '../../../infra/config/settings.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { LookupLimiter } from '../../rate-limits/lookup-limiter.js';
import { Catalog } from '../../catalog/catalog.js';
import type { FundedPlatform } from '../../products/product.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Service } from '../../contracts/services.js';
import type { ClosableVendor } from '../../vendors/vendor-adapter.js';
import { closeVendors, createVendors } from '../../vendors/vendors.js';

const FRESH_MS = 15 * 60_000;
const NAMES_MAX = 20_000;

@Injectable()
export class PlatformCustomers implements OnApplicationShutdown {
  private readonly names = boundedCache<string, { readonly name: string }>(NAMES_MAX, { ttl: FRESH_MS });
  private readonly vendors = new Map<Service, ReadonlyMap<number, ClosableVendor>>();

  constructor(
    private readonly catalog: Catalog,
    private readonly limiter: LookupLimiter,
    @Inject(CONFIG)
    private readonly settings: Pick<VendorSettings, 'VENDOR_POST_TIMEOUT' | 'VENDOR_QUERY_TIMEOUT'>,
  ) {}

  /**
   * Returns an empty text when the platform does not tell names.
   * @throws RuleBroken CUSTOMER_NOT_FOUND, LOOKUP_UNAVAILABLE, RATE_LIMITED, PLAN_DISABLED
   */
  async nameOf(userId: string, platform: FundedPlatform, clientId: string): Promise<string> {
    const { product } = platform;
    const vendor = this.catalog.nextVendor(product, []);
    if (vendor === undefined) throw new RuleBroken('PLAN_DISABLED', { plan: platform.name });
    if (!platform.verifies) return '';
    const key = `${userId}/${product.service}/${platform.name}/${clientId}`;
    const known = this.names.get(key);
    if (known) return known.name;
    const adapter = this.adapters(product.service).get(vendor);
    const name = await this.ask(userId, adapter, platform.name, clientId);
    this.names.set(key, { name });
    return name;
  }

  async onApplicationShutdown(): Promise<void> {
    for (const vendors of this.vendors.values()) await closeVendors(vendors);
  }

  private async ask(
    userId: string,
    adapter: ClosableVendor | undefined,
    platform: string,
    clientId: string,
  ): Promise<string> {
    await this.limiter.consume(userId);
    const answer = await adapter?.verify?.({ kind: 'platform', platform, number: clientId });
    if (answer?.lookup === 'found') return answer.customer.name;
    if (answer?.lookup === 'invalid')
      throw new RuleBroken('CUSTOMER_NOT_FOUND', { thing: 'customer id', field: 'clientId' });
    throw new RuleBroken('LOOKUP_UNAVAILABLE', { provider: platform });
  }

  private adapters(service: Service): ReadonlyMap<number, ClosableVendor> {
    const known = this.vendors.get(service);
    if (known) return known;
    const made = createVendors(
      this.catalog.vendors().filter(({ services }) => services.includes(service)),
      {
        postTimeoutMs: this.settings.VENDOR_POST_TIMEOUT,
        queryTimeoutMs: this.settings.VENDOR_QUERY_TIMEOUT,
      },
    );
    this.vendors.set(service, made);
    return made;
  }
}
