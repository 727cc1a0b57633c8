import { ownEntry } from '../contracts/own-entry.js';
import type { AccountCosts } from '../products/product.js';
import { productOf, type StoredProduct, type Service } from '../contracts/services.js';
import { handedOver } from '../products/products.js';
import type { PurchaseEvent } from './purchase.events.js';

/**
 * Last answer of the vendor about an attempt. `started` means that there is no answer yet: the call is still
 * running, or its process crashed.
 */
export type Standing = 'started' | 'pending' | 'unknown' | 'notFound' | 'failed' | 'delivered' | 'reversed';

export interface Attempt {
  readonly number: number;
  readonly vendor: number;
  readonly vendorReference: string;
  readonly vendorTransactionId?: string;
  readonly startedAt: number;
  readonly standing: Standing;
  /** True after the vendor has confirmed that it has the order. */
  readonly acknowledged?: true;
  /** Unix ms of the first "not found" answer in the current series of such answers. */
  readonly notFoundSince?: number;
  /** Amount that the vendor charges us for a delivery, in kobo as a decimal string. */
  readonly cost?: string;
  /** True when the vendor delivered after the refund. The cost is our loss. */
  readonly late: boolean;
  /** Newest unreadable text of the vendor, encrypted, and the number of such texts so far. */
  readonly unread?: { readonly sealed: string; readonly times: number };
  readonly question?: Question;
}

export interface Question {
  readonly id: string;
  readonly at: number;
}

/**
 * State of the money of a purchase. `open` lasts until the result of the purchase is final.
 * `delivered` may still become `reversed`.
 */
export type Phase = 'open' | 'delivered' | 'released' | 'reversed';

export interface Purchase {
  readonly purchaseId: string;
  readonly userId: string;
  readonly reference: string;
  readonly service: Service;
  readonly product: StoredProduct;
  readonly amount: string;
  readonly price: string;
  readonly expectedCost: string;
  readonly otherCosts: AccountCosts | undefined;
  readonly sealed: string;
  /** Unix ms of `PurchaseAccepted`, or of `PurchaseOpened` when an old event lacks this time. */
  readonly acceptedAt: number;
  /** Log position of `PurchaseAccepted`. Undefined when an old event lacks this position. */
  readonly acceptedPosition: number | undefined;
  readonly openedAt: number;
  readonly phase: Phase;
  /** Code of the vendor that gets the order next. */
  readonly nextVendor: number | undefined;
  readonly attempts: readonly Attempt[];
  readonly review: 'none' | 'required' | 'resolved';
  readonly decision?: 'delivered' | 'refund';
  /** True when the reviewer entered tokens or pins together with the decision. */
  readonly entered?: true;
  readonly resolvedAt?: number;
}

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
      return withUnread(
        reported(purchase, event.data, { standing: 'pending', acknowledged: true }),
        event.data,
      );
    case 'AttemptOutcomeUnknown':
      return withUnread(
        reported(purchase, event.data, { standing: 'unknown', ...acknowledgedBy(event.data.reason) }),
        event.data,
      );
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
      if (why === 'open-too-long' || why === VENDOR_DENIES) return required;
      return reported(required, { attempt: number }, { standing: 'unknown', ...acknowledgedBy(why) });
    }
    case 'ReviewResolved': {
      const { decision, sealed } = event.data;
      const phase = decision === 'delivered' ? 'delivered' : 'released';
      const resolvedAt = Date.parse(event.at);
      return {
        ...purchase,
        phase,
        nextVendor: undefined,
        review: 'resolved',
        decision,
        ...(sealed !== undefined && { entered: true }),
        resolvedAt,
      };
    }
    case 'VendorReversed':
      return { ...reported(purchase, event.data, { standing: 'reversed' }), phase: 'reversed' };
    case 'LateSuccessDetected':
      return reported(purchase, event.data, { standing: 'delivered', late: true });
    case 'AttemptQuestioned':
      if (event.actor.kind === 'admin') return purchase;
      return changed(purchase, event.data.attempt, (attempt) => ({
        ...attempt,
        question: { id: event.id, at: Date.parse(event.at) },
      }));
    case 'AttemptConfirmed':
      return changed(purchase, event.data.attempt, ({ question: _answered, ...attempt }) =>
        event.data.sealed === undefined ? attempt : { ...attempt, standing: 'delivered' },
      );
    default:
      // Refuse an unknown event. Skipping it would lead to a wrong state of the purchase.
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
  // Name all fields in one object literal, which is a hundred times faster than adding fields to
  // `...data`.
  return {
    purchaseId,
    userId,
    reference,
    service,
    product,
    amount,
    price,
    expectedCost,
    otherCosts: data.otherCosts,
    sealed,
    acceptedAt: data.acceptedAt === undefined ? openedAt : Date.parse(data.acceptedAt),
    acceptedPosition: data.acceptedPosition,
    openedAt,
    phase: 'open',
    nextVendor: vendor,
    attempts: [],
    review: 'none',
  };
}

export const VENDOR_DENIES = 'vendor-denies';

const NOT_SAID_BY_VENDOR: ReadonlySet<string> = new Set(['vendor-not-configured', 'vendor-cannot-be-asked']);

export const isVendorReview = (why: string): boolean =>
  why.startsWith('vendor-') && !NOT_SAID_BY_VENDOR.has(why);

const acknowledgedBy = (why: string): { readonly acknowledged?: true } =>
  isVendorReview(why) ? { acknowledged: true } : {};

const LEAVES_OPEN: ReadonlySet<Standing> = new Set<Standing>(['started', 'pending', 'unknown', 'notFound']);

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
    const { notFoundSince: _ended, question, ...rest } = attempt;
    const { vendorTransactionId } = report;
    return {
      ...rest,
      ...said,
      ...(vendorTransactionId === undefined ? {} : { vendorTransactionId, acknowledged: true as const }),
      ...(question && LEAVES_OPEN.has(said.standing) ? { question } : {}),
    };
  });
}

const withUnread = (
  purchase: Purchase,
  { attempt: number, sealed }: { readonly attempt: number; readonly sealed?: string },
): Purchase =>
  sealed === undefined
    ? purchase
    : changed(purchase, number, (attempt) => ({
        ...attempt,
        unread: { sealed, times: (attempt.unread?.times ?? 0) + 1 },
      }));

const changed = (purchase: Purchase, number: number, change: (attempt: Attempt) => Attempt): Purchase => ({
  ...purchase,
  attempts: purchase.attempts.map((attempt) => (attempt.number === number ? change(attempt) : attempt)),
});

export const currentAttempt = (purchase: Purchase): Attempt | undefined => purchase.attempts.at(-1);

export const undecided = (attempt: Attempt): boolean =>
  attempt.standing === 'started' ||
  attempt.standing === 'pending' ||
  attempt.standing === 'unknown' ||
  attempt.standing === 'notFound';

/**
 * True while an answer of the vendor is needed. An answer may be needed even after the decision of
 * a reviewer.
 */
export function awaitsVendor(purchase: Purchase): boolean {
  const attempt = currentAttempt(purchase);
  if (!attempt || !undecided(attempt)) return false;
  const { phase, decision } = purchase;
  if (phase === 'delivered')
    return decision === 'delivered' && handedOver(productOf(purchase.product)) !== undefined;
  return phase === 'open' || (phase === 'released' && decision === 'refund');
}

export const attemptToAsk = (purchase: Purchase): Attempt | undefined =>
  awaitsVendor(purchase) ? currentAttempt(purchase) : purchase.attempts.find(({ question }) => question);

export const expectedCostAt = (
  {
    expectedCost,
    otherCosts = {},
  }: Pick<Purchase, 'expectedCost'> & { readonly otherCosts?: AccountCosts | undefined },
  vendor: number,
): string => ownEntry(otherCosts, String(vendor)) ?? expectedCost;
