import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/start-sandbox.js';
import type { SendWindow } from '../send-window.js';
import type { ClosableVendor, VendorAdapter } from '../vendor-adapter.js';
import type { VendorRequest } from '../../products/products.js';

export interface VendorTimeouts {
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** Timeouts longer than any machine takes to answer. */
export const PATIENT: VendorTimeouts = { postTimeoutMs: 600_000, queryTimeoutMs: 600_000 };
export const IMPATIENT: VendorTimeouts = { ...PATIENT, postTimeoutMs: 3_000 };
export const MONNIFY = { monnifyApiKey: 'key', monnifySecretKey: 'secret' };

/** `line` maps our reference to the sandbox's request id. */
export async function openVendorFixture(
  create: (sandboxUrl: string, timeouts: VendorTimeouts) => ClosableVendor,
  requestFor: (ending: string) => VendorRequest,
  line: (vendorReference: string) => string = (reference) => reference,
): Promise<VendorFixture & { readonly url: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vendor-'));
  const sandbox = await startSandbox({
    dataDir,
    port: 0,
    latencyMs: 0,
    webhookUrls: {},
    secrets: MONNIFY,
    reverseAfterMs: 100,
  });
  const [vendor, impatient] = [create(sandbox.url, PATIENT), create(sandbox.url, IMPATIENT)];
  return {
    url: sandbox.url,
    vendor,
    impatient,
    requestFor,
    async executed(vendorReference) {
      const rows = (await (await fetch(`${sandbox.url}/vendor-ledger`)).json()) as {
        requestId: string;
        posts: number;
        state: string;
      }[];
      return rows.find(({ requestId }) => requestId.startsWith(line(vendorReference)));
    },
    async close() {
      await Promise.all([vendor.close(), impatient.close()]);
      await sandbox.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export const OPEN: SendWindow = { leftMs: () => 600_000 };
export const CLOSED: SendWindow = { leftMs: () => 0 };
export interface VendorFixture {
  readonly vendor: VendorAdapter;
  readonly impatient: VendorAdapter;
  /** The recipient ends in `ending`; the product is airtime by default. */
  readonly requestFor?: (ending: string) => VendorRequest;
  executed(vendorReference: string): Promise<{ readonly posts: number; readonly state: string } | undefined>;
  close(): Promise<void>;
}
