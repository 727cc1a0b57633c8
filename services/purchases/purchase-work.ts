import type { Logger } from 'pino';
import { z } from 'zod';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { Actor } from '../../infra/event-store/event-store.js';
import type { Job, JobQueue } from '../../infra/queue/job-queue.js';
import { type Product, productOf, type Service } from '../contracts/services.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import type { VendorRequest } from '../products/products.js';
import { vendorRequestFor } from '../products/products.js';
import type { OutcomePolicy } from './purchase.commands.js';
import type { Purchase } from './purchase.state.js';
import type { PurchaseStreams } from './purchase.streams.js';
import { RevisionConflict } from '../../infra/event-store/event-store.js';

/** A reminder that a purchase wants attention, as it is stored in the queue. */
export type PurchaseJob = z.output<typeof PurchaseJob>;
export const PurchaseJob = z.object({
  kind: z.enum(['dispatch', 'requery']),
  purchaseId: z.string(),
  /** Ask about this attempt even when the purchase is settled: somebody says that its outcome has changed. */
  attempt: z.int().exactOptional(),
});

/** The job as it is enqueued: the same purchase and attempt want the same attention once. */
export const purchaseJob = (data: PurchaseJob): Job => ({
  dedupeKey: `${data.kind}-${data.purchaseId}-${data.attempt ?? 'any'}`,
  data,
});

/** One call of a vendor, over. Times are milliseconds since 1970. */
export interface VendorCall {
  readonly purchaseId: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly vendor: number;
  readonly kind: 'dispatch' | 'query';
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: string;
}

/** What the work on purchases needs around it. */
export interface PurchaseWork {
  readonly streams: PurchaseStreams;
  readonly vault: Pick<KeyVault, 'loadKeys' | 'open' | 'seal'>;
  readonly vendors: ReadonlyMap<number, VendorAdapter>;
  /** The next vendor by priority that sells the product and was not tried; undefined when there is none. */
  readonly otherVendor: (product: Product, tried: readonly number[]) => number | undefined;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'slot'>;
  /** Names of the queues that have a service of a vendor to themselves. */
  readonly sendingQueues: ReadonlySet<string>;
  readonly policy: OutcomePolicy;
  readonly schedule: readonly number[];
  /** How long one call of an attempt may take. */
  readonly postTimeoutMs: number;
  /** Age of a claim at which no call of the attempt begins any more. */
  readonly sendWithinMs: number;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Purchases whose POST is under way in this process: nobody asks about them meanwhile. */
  readonly inFlight: Set<string>;
  /** Told each call of a vendor, for whoever watches. */
  readonly onCall?: (call: VendorCall) => void;
}

/** A vendor acts too: what it says ends a purchase. */
declare module '../../infra/event-store/event-store.js' {
  interface ActorKinds {
    readonly vendor: true;
  }
}

export const WORKER: Actor = { kind: 'system', id: 'worker' };
export const vendorActor = (vendor: number): Actor => ({ kind: 'vendor', id: String(vendor) });

/** Where a vendor is asked, and the queue of purchases whose vendor is configured no more. */
export const vendorQueue = (vendor: number): string => `vendor-${vendor}`;
export const UNCONFIGURED_QUEUE = 'vendor-0';

/** Where purchases of one service of a vendor are sent, so that one that hangs keeps no other waiting. */
export const sendingQueue = (vendor: number, service: Service): string => `${vendorQueue(vendor)}-${service}`;

/** Where a purchase waits to be sent. What a vendor sold and sells no more waits where it is asked. */
export function sendingQueueOf(
  work: Pick<PurchaseWork, 'vendors' | 'sendingQueues'>,
  vendor: number,
  service: Service,
): string {
  const queue = sendingQueue(vendor, service);
  return work.sendingQueues.has(queue) ? queue : queueOf(work, vendor);
}

export const queueOf = ({ vendors }: Pick<PurchaseWork, 'vendors'>, vendor: number): string =>
  vendors.has(vendor) ? vendorQueue(vendor) : UNCONFIGURED_QUEUE;

/** What the vendor is asked for, in the clear, for the adapter only. undefined when the customer was forgotten, or it cannot be read. */
export function openVendorRequest(
  vault: Pick<KeyVault, 'open'>,
  purchase: Pick<Purchase, 'userId' | 'sealed' | 'product' | 'amount'>,
): VendorRequest | undefined {
  const sealed = vault.open(purchase.userId, purchase.sealed);
  return sealed && vendorRequestFor(productOf(purchase.product), BigInt(purchase.amount), sealed);
}

/**
 * Says that something failed and is done again. That another process was faster is no error: they share the work by
 * trying, and whoever comes second finds it done.
 */
export function tellFailure(
  logger: Pick<Logger, 'warn' | 'error'>,
  error: unknown,
  facts: Readonly<Record<string, unknown>>,
  message: string,
): void {
  if (error instanceof RevisionConflict)
    logger.warn({ ...facts, reason: error.message }, `${message}: another process was faster`);
  else logger.error({ ...facts, err: error }, message);
}
