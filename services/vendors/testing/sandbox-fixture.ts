import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/start-sandbox.js';
import type { SendWindow } from '../send-window.js';
import type { ClosableVendor } from '../vendor-adapter.js';
import type { VendorRequest } from '../../products/products.js';
import type { VendorFixture } from './vendor.contract.js';

export interface VendorTimeouts {
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** Longer than any machine takes for an answer. */
export const PATIENT: VendorTimeouts = { postTimeoutMs: 600_000, queryTimeoutMs: 600_000 };
/** For a purchase that is never answered. */
export const IMPATIENT: VendorTimeouts = { ...PATIENT, postTimeoutMs: 3_000 };
export const MONNIFY = { monnifyApiKey: 'key', monnifySecretKey: 'secret' };

/** A vendor at a sandbox of its own. `line` is how its books name what was sent under a reference. */
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

/** Of a claim that has just been stored, whatever the clock says. */
export const OPEN: SendWindow = { leftMs: () => 600_000 };
/** Of a claim that is too old to be sent. */
export const CLOSED: SendWindow = { leftMs: () => 0 };
