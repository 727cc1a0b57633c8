import type { Logger } from 'pino';
import { z } from 'zod';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { Actor } from '../../infra/event-store/event-store.js';
import type { Job, JobQueue } from '../../infra/queue/job-queue.js';
import { type Product, productOf, type Service } from '../contracts/services.js';
import type { AskedAttempt, VendorAdapter } from '../vendors/vendor-adapter.js';
import type { VendorRequest } from '../products/products.js';
import { vendorRequestFor } from '../products/products.js';
import type { LostAttempts } from './attempt/lost-attempts.js';
import type { AttemptAges } from './outcome/attempt-ages.js';
import type { OutcomePolicy } from './purchase.commands.js';
import type { Purchase } from './purchase.state.js';
import type { PurchaseStreams } from './purchase.streams.js';
import { RevisionConflict } from '../../infra/event-store/event-store.js';

export type PurchaseJob = z.output<typeof PurchaseJob>;
export const PurchaseJob = z.object({
  kind: z.enum(['dispatch', 'requery']),
  purchaseId: z.string(),
  attempt: z.int().exactOptional(),
});

export const purchaseJob = (data: PurchaseJob): Job => ({
  dedupeKey: `${data.kind}-${data.purchaseId}-${data.attempt ?? 'any'}`,
  data,
});

export interface VendorCall {
  readonly purchaseId: string;
  readonly attempt: number;
  readonly vendor: number;
  readonly kind: 'dispatch' | 'query';
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: string;
}

export interface PurchaseWork {
  readonly streams: PurchaseStreams;
  readonly vault: Pick<KeyVault, 'loadKeys' | 'open' | 'seal'>;
  readonly vendors: ReadonlyMap<number, VendorAdapter>;
  readonly otherVendor: (product: Product, tried: readonly number[]) => number | undefined;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'slot'>;
  readonly sendingQueues: ReadonlySet<string>;
  readonly policy: OutcomePolicy;
  readonly schedule: readonly number[];
  readonly postTimeoutMs: number;
  /** Milliseconds after `AttemptStarted` within which each call to the vendor must begin. */
  readonly sendWithinMs: number;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /**
   * Purchases that this process is sending to a vendor now. No query about them may be sent until
   * the vendor has answered.
   */
  readonly inFlight: Set<string>;
  readonly ages: Pick<AttemptAges, 'of' | 'since'>;
  readonly onCall?: (call: VendorCall) => void;
  readonly lost?: LostAttempts;
}

declare module '../../infra/event-store/event-store.js' {
  interface ActorKinds {
    readonly vendor: true;
  }
}

export const WORKER: Actor = { kind: 'system', id: 'worker' };
export const vendorActor = (vendor: number): Actor => ({ kind: 'vendor', id: String(vendor) });

export const vendorQueue = (vendor: number): string => `vendor-${vendor}`;
export const UNCONFIGURED_QUEUE = 'vendor-0';

/**
 * Each service of a vendor has a queue of its own, so that a service that hangs does not delay the other
 * services.
 */
export const sendingQueue = (vendor: number, service: Service): string => `${vendorQueue(vendor)}-${service}`;

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

/**
 * Decrypts the order for the adapter of the vendor. Returns undefined when the customer was erased,
 * or when the data cannot be read.
 */
export function openVendorRequest(
  vault: Pick<KeyVault, 'open'>,
  purchase: Pick<Purchase, 'userId' | 'sealed' | 'product' | 'amount'>,
): VendorRequest | undefined {
  const sealed = vault.open(purchase.userId, purchase.sealed);
  return sealed && vendorRequestFor(productOf(purchase.product), BigInt(purchase.amount), sealed);
}

export const openQuestion = (
  vault: Pick<KeyVault, 'open'>,
  purchase: Pick<Purchase, 'userId' | 'sealed' | 'product' | 'amount'>,
): AskedAttempt['request'] =>
  openVendorRequest(vault, purchase) ?? { ...productOf(purchase.product), amount: BigInt(purchase.amount) };

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
