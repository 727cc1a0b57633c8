import { productOf, type StoredProduct, type Service } from '../contracts/services.js';
import { isHandedOver } from '../products/products.js';
import type { PurchaseEvent } from './purchase.events.js';

/** What the vendor last said about an attempt. `started` = nothing yet: the call is under way, or its process died. */
export type Standing = 'started' | 'pending' | 'unknown' | 'notFound' | 'failed' | 'delivered' | 'reversed';

export interface Attempt {
  readonly number: number;
  readonly vendor: number;
  readonly vendorReference: string;
  readonly vendorTransactionId?: string;
  readonly startedAt: number;
  readonly standing: Standing;
  /** The vendor has said, in whatever way, that it has the order: it cannot simply never have arrived. */
  readonly acknowledged?: true;
  /** When the first of the not-found answers in a row came. */
  readonly notFoundSince?: number;
  /** What the vendor charged, kobo digits, once it delivered. */
  readonly cost?: string;
  /** A delivery was booked as our loss. */
  readonly late: boolean;
  /** When the vendor said that something became of it after it was settled; until it is asked. */
  readonly questionedAt?: number;
}

/** `open` until the first terminal event; `delivered` has one way out, `reversed`. */
export type Phase = 'open' | 'delivered' | 'released' | 'reversed';

/** Everything the rules need to know about one purchase. */
export interface Purchase {
  readonly purchaseId: string;
  readonly userId: string;
  readonly reference: string;
  readonly service: Service;
  readonly product: StoredProduct;
  readonly amount: string;
  readonly price: string;
  readonly expectedCost: string;
  readonly sealed: string;
  readonly openedAt: number;
  readonly phase: Phase;
  /** To be sent to this vendor next; undefined while an attempt is under way and when nothing is to be sent any more. */
  readonly nextVendor: number | undefined;
  readonly attempts: readonly Attempt[];
  readonly review: 'none' | 'required' | 'resolved';
  readonly decision?: 'delivered' | 'refund';
  /** When a person decided. */
  readonly resolvedAt?: number;
}

/** The state after the event. undefined stands for a purchase that is not opened yet. */
export function evolve(purchase: Purchase | undefined, event: PurchaseEvent): Purchase {
  if (event.type === 'PurchaseOpened') return opened(event.data, Date.parse(event.at));
  if (!purchase) throw new Error(`${event.type} before PurchaseOpened`);
  switch (event.type) {
    case 'AttemptStarted': {
      const { attempt: number, vendor, vendorReference } = event.data;
      const attempt: Attempt = {
        number,
        vendor,
        vendorReference,
        startedAt: Date.parse(event.at),
        standing: 'started',
        late: false,
      };
      return { ...purchase, nextVendor: undefined, attempts: [...purchase.attempts, attempt] };
    }
    case 'AttemptPending':
      return reported(purchase, event.data, { standing: 'pending', acknowledged: true });
    case 'AttemptOutcomeUnknown':
      return reported(purchase, event.data, { standing: 'unknown', ...acknowledgedBy(event.data.reason) });
    case 'AttemptNotFound':
      return reported(purchase, event.data, { standing: 'notFound', notFoundSince: Date.parse(event.at) });
    case 'AttemptFailed': {
      const { nextVendor } = event.data;
      const failed = reported(purchase, event.data, { standing: 'failed' });
      return nextVendor === undefined
        ? { ...failed, phase: 'released', nextVendor: undefined }
        : { ...failed, nextVendor };
    }
    case 'AttemptDelivered':
    case 'PartiallyDelivered':
      return {
        ...reported(purchase, event.data, { standing: 'delivered', cost: event.data.cost }),
        phase: 'delivered',
        nextVendor: undefined,
      };
    case 'ReviewRequired': {
      const { attempt: number, why } = event.data;
      const required: Purchase = { ...purchase, review: 'required' };
      // Neither comes between two answers that the vendor does not know it.
      if (why === 'open-too-long' || why === VENDOR_DENIES) return required;
      return reported(required, { attempt: number }, { standing: 'unknown', ...acknowledgedBy(why) });
    }
    case 'ReviewResolved': {
      const { decision } = event.data;
      const phase = decision === 'delivered' ? 'delivered' : 'released';
      const resolvedAt = Date.parse(event.at);
      return { ...purchase, phase, nextVendor: undefined, review: 'resolved', decision, resolvedAt };
    }
    case 'VendorReversed':
      return { ...reported(purchase, event.data, { standing: 'reversed' }), phase: 'reversed' };
    case 'LateSuccessDetected':
      return reported(purchase, event.data, { standing: 'delivered', late: true });
    case 'AttemptQuestioned':
      // That of an administrator is asked once, and stored for who asked; the others are open until they are answered.
      if (event.actor.kind === 'admin') return purchase;
      return changed(purchase, event.data.attempt, (attempt) => ({
        ...attempt,
        questionedAt: Date.parse(event.at),
      }));
    case 'AttemptConfirmed':
      return changed(purchase, event.data.attempt, ({ questionedAt: _answered, ...attempt }) =>
        event.data.sealed === undefined ? attempt : { ...attempt, standing: 'delivered' },
      );
    default:
      // Passed over, it would make a purchase that was never opened, or one that is not what is stored.
      throw new Error(
        `purchase ${purchase.purchaseId}: unknown event type ${String((event as { type: unknown }).type)}`,
      );
  }
}

function opened(
  data: Extract<PurchaseEvent, { type: 'PurchaseOpened' }>['data'],
  openedAt: number,
): Purchase {
  const { purchaseId, userId, reference, service, product, amount, price, expectedCost, sealed, vendor } =
    data;
  // One literal: adding to a spread costs a hundred times as much, and every purchase comes through here.
  return {
    purchaseId,
    userId,
    reference,
    service,
    product,
    amount,
    price,
    expectedCost,
    sealed,
    openedAt,
    phase: 'open',
    nextVendor: vendor,
    attempts: [],
    review: 'none',
  };
}

/** Why a person has to decide where a vendor had the order and does not know it any more. */
export const VENDOR_DENIES = 'vendor-denies';

/** Reasons of our own that begin as those do which quote the vendor's answer. */
const NOT_SAID_BY_VENDOR: ReadonlySet<string> = new Set(['vendor-not-configured', 'vendor-cannot-be-asked']);

/** Whether a vendor said so that wants a person to look: it has answered, and it has the order. */
export const isVendorReview = (why: string): boolean =>
  why.startsWith('vendor-') && !NOT_SAID_BY_VENDOR.has(why);

const acknowledgedBy = (why: string): { readonly acknowledged?: true } =>
  isVendorReview(why) ? { acknowledged: true } : {};

/** Answers that leave it open what became of the attempt, and so leave a question about it open too. */
const LEAVES_OPEN: ReadonlySet<Standing> = new Set<Standing>(['started', 'pending', 'unknown', 'notFound']);

/** Changes one attempt. Whatever is not a not-found answer ends a run of them; only a last word answers a question. */
function reported(
  purchase: Purchase,
  report: { readonly attempt: number; readonly vendorTransactionId?: string },
  said: {
    readonly standing: Standing;
    readonly acknowledged?: true;
    readonly notFoundSince?: number;
    readonly late?: boolean;
    readonly cost?: string;
  },
): Purchase {
  return changed(purchase, report.attempt, (attempt) => {
    const { notFoundSince: _ended, questionedAt, ...rest } = attempt;
    const { vendorTransactionId } = report;
    return {
      ...rest,
      ...said,
      ...(vendorTransactionId === undefined ? {} : { vendorTransactionId, acknowledged: true as const }),
      ...(questionedAt !== undefined && LEAVES_OPEN.has(said.standing) ? { questionedAt } : {}),
    };
  });
}

const changed = (purchase: Purchase, number: number, change: (attempt: Attempt) => Attempt): Purchase => ({
  ...purchase,
  attempts: purchase.attempts.map((attempt) => (attempt.number === number ? change(attempt) : attempt)),
});

/** The attempt that was sent last; undefined before the first. */
export const currentAttempt = (purchase: Purchase): Attempt | undefined => purchase.attempts.at(-1);

/** The vendor has not said the last word about it. */
export const undecided = (attempt: Attempt): boolean =>
  attempt.standing === 'started' ||
  attempt.standing === 'pending' ||
  attempt.standing === 'unknown' ||
  attempt.standing === 'notFound';

/**
 * Whether the vendor is still to be asked: the purchase waits for its answer, or a person decided without it. After a refund a
 * late delivery would be our loss; after a delivery the customer still lacks what only the vendor can hand over.
 */
export function awaitsVendor(purchase: Purchase): boolean {
  const attempt = currentAttempt(purchase);
  if (!attempt || !undecided(attempt)) return false;
  const { phase, decision } = purchase;
  if (phase === 'delivered') return decision === 'delivered' && isHandedOver(productOf(purchase.product));
  return phase === 'open' || (phase === 'released' && decision === 'refund');
}

/** The attempt the vendor is to be asked about: the one that waits for it, or one it has raised a question about. */
export const attemptToAsk = (purchase: Purchase): Attempt | undefined =>
  awaitsVendor(purchase)
    ? currentAttempt(purchase)
    : purchase.attempts.find(({ questionedAt }) => questionedAt !== undefined);
