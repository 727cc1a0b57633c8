import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Problem } from '../../contracts/fields/problems.js';
import type { TransactionStatus } from '../../contracts/services.js';
import type { About } from '../purchase.events.js';

/** What a customer says is wrong with a purchase, in stream `problem-<purchaseId>`: it moves nothing and decides nothing. */
export type ProblemEvent = NewEvent<'ProblemReported', ProblemReported>;

interface ProblemReported extends About {
  readonly reference: string;
  /** As which the customer saw the purchase: each is reported once. */
  readonly about: TransactionStatus;
  readonly problem: Problem;
  /** `{ words }`, the customer's own, encrypted for them; absent when they wrote none. */
  readonly sealed?: string;
}

export const problemStream = (purchaseId: string): string => `problem-${purchaseId}`;

/** The event with the shape its type says; undefined for a type that this version does not know. */
export const problemEvent = eventReader<ProblemEvent>({ ProblemReported: true });
