import type { Logger } from 'pino';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { Actor } from '../../infra/event-store/event-store.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import { type Product, productOf } from '../contracts/products.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import type { VendorOrder } from '../vendors/vendor-order.js';
import { orderFor } from './vendor-orders.js';
import type { OutcomePolicy } from './purchase.commands.js';
import type { Purchase } from './purchase.state.js';
import type { PurchaseStreams } from './purchase.streams.js';

/** What the work on purchases needs around it. */
export interface PurchaseWork {
  readonly streams: PurchaseStreams;
  readonly vault: Pick<KeyVault, 'bring' | 'open' | 'seal'>;
  readonly vendors: ReadonlyMap<number, VendorAdapter>;
  /** The next vendor by priority that sells the product and was not tried; undefined when there is none. */
  readonly otherVendor: (product: Product, tried: readonly number[]) => number | undefined;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'place'>;
  readonly policy: OutcomePolicy;
  readonly schedule: readonly number[];
  readonly postTimeoutMs: number;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Purchases whose POST is under way in this process: nobody asks about them meanwhile. */
  readonly posting: Set<string>;
}

export const WORKER: Actor = { kind: 'system', id: 'worker' };
export const vendorActor = (vendor: number): Actor => ({ kind: 'vendor', id: String(vendor) });

/** One queue per vendor, and one for purchases whose vendor is configured no more. */
export const vendorQueue = (vendor: number): string => `vendor-${vendor}`;
export const UNCONFIGURED_QUEUE = 'vendor-0';

export const queueOf = ({ vendors }: Pick<PurchaseWork, 'vendors'>, vendor: number): string =>
  vendors.has(vendor) ? vendorQueue(vendor) : UNCONFIGURED_QUEUE;

/** The order in the clear, for the adapter only. undefined when the customer was forgotten, or it cannot be read. */
export function openOrder(
  vault: Pick<KeyVault, 'open'>,
  purchase: Pick<Purchase, 'userId' | 'sealed' | 'product' | 'amount'>,
): VendorOrder | undefined {
  const sealed = vault.open(purchase.userId, purchase.sealed);
  return sealed && orderFor(productOf(purchase.product), BigInt(purchase.amount), sealed);
}
