import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/start-sandbox.js';
import type { ClosableVendor } from '../vendor-adapter.js';
import type { VendorOrder } from '../vendor-order.js';
import type { VendorBench } from './vendor.contract.js';

/** What every adapter is given in a test: short enough that silence is soon seen. */
export const TIMEOUTS = { postTimeoutMs: 1_500, queryTimeoutMs: 5_000 };
export const MONNIFY = { monnifyApiKey: 'key', monnifySecretKey: 'secret' };

/** A vendor at a sandbox of its own. `line` is how its books name what was sent under a reference. */
export async function openVendorBench(
  create: (sandboxUrl: string) => ClosableVendor,
  orderFor: (ending: string) => VendorOrder,
  line: (vendorReference: string) => string = (reference) => reference,
): Promise<VendorBench & { readonly url: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vendor-'));
  const sandbox = await startSandbox({
    ...{ dataDir, port: 0, latencyMs: 0, webhookUrls: {}, secrets: MONNIFY, reverseAfterMs: 100 },
  });
  const vendor = create(sandbox.url);
  return {
    url: sandbox.url,
    vendor,
    orderFor,
    async executed(vendorReference) {
      const rows = (await (await fetch(`${sandbox.url}/vendor-ledger`)).json()) as {
        requestId: string;
        posts: number;
        state: string;
      }[];
      return rows.find(({ requestId }) => requestId.startsWith(line(vendorReference)));
    },
    async close() {
      await vendor.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
