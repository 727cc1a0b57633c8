import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { CONFIG } from '../../../infra/config/settings.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { LookupLimiter } from '../../rate-limits/lookup-limiter.js';
import { Catalog } from '../../catalog/catalog.js';
import { RuleBroken } from '../../contracts/errors.js';
import { type Product } from '../../contracts/services.js';
import { DISCOS } from '../../contracts/electricity.contract.js';
import { CABLE_PROVIDERS } from '../../contracts/cable.contract.js';
import type { ClosableVendor, FoundCustomer, Lookup } from '../../vendors/vendor-adapter.js';
import { closeVendors, createVendors } from '../../vendors/vendors.js';

type Biller = Extract<Lookup, { kind: 'smartcard' | 'meter' }>;

const FRESH_MS = 15 * 60_000;
const KEPT_MAX = 20_000;
const VENDORS_ASKED_MAX = 2;

@Injectable()
export class CustomerLookups implements OnApplicationShutdown {
  private readonly found = boundedCache<string, FoundCustomer>(KEPT_MAX, { ttl: FRESH_MS });
  private vendors: ReadonlyMap<number, ClosableVendor> | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly limiter: LookupLimiter,
    @Inject(CONFIG)
    private readonly settings: Pick<VendorSettings, 'VENDOR_POST_TIMEOUT' | 'VENDOR_QUERY_TIMEOUT'>,
  ) {}

  /** @throws RuleBroken CUSTOMER_NOT_FOUND, LOOKUP_UNAVAILABLE, RATE_LIMITED, SERVICE_OFF */
  async find(userId: string, lookup: Biller): Promise<FoundCustomer> {
    const known = this.known(userId, lookup);
    if (known) return known;
    await this.limiter.consume(userId);
    const customer = await this.ask(lookup);
    this.found.set(keyOf(userId, lookup), customer);
    return customer;
  }

  known(userId: string, lookup: Biller): FoundCustomer | undefined {
    return this.found.get(keyOf(userId, lookup));
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.vendors) await closeVendors(this.vendors);
  }

  private async ask(lookup: Biller): Promise<FoundCustomer> {
    const asked: number[] = [];
    while (asked.length < VENDORS_ASKED_MAX) {
      const vendor = this.catalog.nextToAsk(productOf(lookup), asked);
      if (vendor === undefined) break;
      asked.push(vendor);
      const answer = await this.adapters().get(vendor)?.verify?.(lookup);
      if (answer?.lookup === 'found') return answer.customer;
      if (answer?.lookup === 'invalid') throw notFound(lookup);
    }
    throw new RuleBroken('LOOKUP_UNAVAILABLE', { provider: providerOf(lookup) });
  }

  private adapters(): ReadonlyMap<number, ClosableVendor> {
    const { VENDOR_POST_TIMEOUT: postTimeoutMs, VENDOR_QUERY_TIMEOUT: queryTimeoutMs } = this.settings;
    this.vendors ??= createVendors(
      this.catalog
        .vendors()
        .filter(({ services }) => services.includes('cable') || services.includes('electricity')),
      { postTimeoutMs, queryTimeoutMs },
    );
    return this.vendors;
  }
}

const notFound = ({ kind }: Biller): RuleBroken =>
  new RuleBroken(
    'CUSTOMER_NOT_FOUND',
    kind === 'meter'
      ? { thing: 'meter number', field: 'meter_number' }
      : { thing: 'smartcard number', field: 'iuc' },
  );

const keyOf = (userId: string, lookup: Biller): string =>
  lookup.kind === 'meter'
    ? `${userId}/${lookup.disco}/${lookup.meterType}/${lookup.number}`
    : `${userId}/tv/${lookup.provider}/${lookup.number}`;

const providerOf = (lookup: Biller): string =>
  lookup.kind === 'meter' ? DISCOS[lookup.disco] : CABLE_PROVIDERS[lookup.provider];

const productOf = (lookup: Biller): Product =>
  lookup.kind === 'meter'
    ? { service: 'electricity', disco: lookup.disco, meterType: lookup.meterType }
    : { service: 'cable', provider: lookup.provider, plan: 0, planName: '', codes: ANY_FAMILY };

const ANY_FAMILY = { vtpass: 'any' };
