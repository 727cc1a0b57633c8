import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { now } from '../../../infra/host/clock.js';
import { startTimer, type Timer } from '../../../infra/host/timers.js';
import { Catalog } from '../../catalog/catalog.js';
import type { Kobo } from '../../contracts/money.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import type { ClosableVendor } from '../../vendors/vendor-adapter.js';
import { closeVendors, createVendors } from '../../vendors/vendors.js';

export interface VendorFloat {
  readonly code: number;
  readonly name: string;
  readonly balance: Kobo | undefined;
}

export interface AskedFloats {
  readonly askedAtMs: number;
  readonly floats: readonly VendorFloat[];
}

export const FLOATS_FRESH_MS = 60_000;
/** Maximum milliseconds to wait for a vendor to tell our balance, including all retries. */
const PATIENCE_MS = 5_000;

/** Asks each vendor for the balance of our account, at most once per `FLOATS_FRESH_MS`. */
@Injectable()
export class VendorFloats implements OnApplicationShutdown {
  private vendors: ReadonlyMap<number, ClosableVendor> | undefined;
  private asked: { readonly atMs: number; readonly answer: Promise<AskedFloats> } | undefined;

  constructor(
    private readonly catalog: Catalog,
    @Inject(CONFIG)
    private readonly settings: Pick<VendorSettings, 'VENDOR_POST_TIMEOUT' | 'VENDOR_QUERY_TIMEOUT'>,
  ) {}

  current(nowMs = now().getTime()): Promise<AskedFloats> {
    if (!this.asked || Math.abs(nowMs - this.asked.atMs) >= FLOATS_FRESH_MS)
      this.asked = { atMs: nowMs, answer: this.ask(nowMs) };
    return this.asked.answer;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.vendors) await closeVendors(this.vendors);
  }

  private async ask(askedAtMs: number): Promise<AskedFloats> {
    const adapters = this.adapters();
    const floats = await Promise.all(
      this.catalog.vendors().map(async ({ code, name }) => {
        const vendor = adapters.get(code);
        return { code, name, balance: vendor && (await inTime(vendor)) };
      }),
    );
    return { askedAtMs, floats: floats.toSorted((one, other) => one.code - other.code) };
  }

  private adapters(): ReadonlyMap<number, ClosableVendor> {
    const { VENDOR_POST_TIMEOUT: postTimeoutMs, VENDOR_QUERY_TIMEOUT } = this.settings;
    this.vendors ??= createVendors(this.catalog.vendors(), {
      postTimeoutMs,
      queryTimeoutMs: Math.min(VENDOR_QUERY_TIMEOUT, PATIENCE_MS),
    });
    return this.vendors;
  }
}

async function inTime(vendor: ClosableVendor): Promise<Kobo | undefined> {
  let timer: Timer | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = startTimer(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([vendor.balance(), late]);
  } catch {
    return undefined;
  } finally {
    timer?.cancel();
  }
}
