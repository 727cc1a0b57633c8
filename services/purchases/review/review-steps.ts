import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { purchaseEvent } from '../purchase.events.js';

export interface ReviewEnding {
  /**
   * Decision of the reviewer. `vendor` means that the vendor answered before a reviewer decided.
   */
  readonly as: 'delivered' | 'refund' | 'vendor';
  readonly by?: string;
  /** ISO 8601. */
  readonly at: string;
}

export function reviewEnding(events: readonly RecordedEvent[]): ReviewEnding | undefined {
  for (const event of events) {
    const known = purchaseEvent(event);
    if (known?.type === 'ReviewResolved')
      return { as: known.data.decision, by: known.actor.id, at: known.at };
    const delivered = known?.type === 'AttemptDelivered' || known?.type === 'PartiallyDelivered';
    if (delivered || (known?.type === 'AttemptFailed' && known.data.nextVendor === undefined))
      return { as: 'vendor', at: event.at };
  }
  return undefined;
}

export interface ReviewStep {
  readonly step:
    | 'opened'
    | 'sent'
    | 'pending'
    | 'unknown'
    | 'not-found'
    | 'failed'
    | 'delivered'
    | 'review'
    | 'decided'
    | 'reversed'
    | 'late'
    | 'asked'
    | 'confirmed';
  /** ISO 8601. */
  readonly at: string;
  /** 0 when the step has no vendor. */
  readonly vendor: number;
  /** Error code of the vendor, or the reason that the reviewer gave. */
  readonly said?: string;
  /** In a `sent` step, our reference of the attempt. In all other steps, the transaction id of the vendor. */
  readonly vendorReference?: string;
  readonly by?: string;
  /** Encrypted tokens or pins, or the encrypted unreadable text of the vendor (`unread`). */
  readonly sealed?: string;
  readonly entered?: true;
}

/** Oldest first. The steps contain no personal data of the customer. */
export const reviewSteps = (events: readonly RecordedEvent[]): readonly ReviewStep[] =>
  events.flatMap((event) => {
    const told = toldOf(event);
    if (!told) return [];
    const { actor, at } = event;
    return [{ ...told, at, ...(actor.kind === 'admin' && { by: actor.id }) }];
  });

type Told = Omit<ReviewStep, 'at' | 'by'>;

function toldOf(event: RecordedEvent): Told | undefined {
  const known = purchaseEvent(event);
  switch (known?.type) {
    case 'PurchaseOpened':
      return { step: 'opened', vendor: 0 };
    case 'AttemptStarted':
      return { step: 'sent', vendor: known.data.vendor, vendorReference: known.data.vendorReference };
    case 'AttemptPending':
      return { step: 'pending', said: known.data.code, ...theirs(known.data), ...sealedIn(known.data) };
    case 'AttemptOutcomeUnknown':
      return { step: 'unknown', said: known.data.reason, ...theirs(known.data), ...sealedIn(known.data) };
    case 'AttemptNotFound':
      return { step: 'not-found', said: known.data.code, ...theirs(known.data) };
    case 'AttemptFailed':
      return { step: 'failed', said: known.data.code, ...theirs(known.data) };
    case 'AttemptDelivered':
      return { step: 'delivered', ...theirs(known.data), ...sealedIn(known.data) };
    case 'PartiallyDelivered': {
      const { delivered, of } = known.data;
      return {
        step: 'delivered',
        said: `${delivered} of ${of}`,
        ...theirs(known.data),
        ...sealedIn(known.data),
      };
    }
    case 'ReviewRequired':
      return { step: 'review', vendor: 0, said: known.data.why };
    case 'ReviewResolved':
      return {
        step: 'decided',
        vendor: 0,
        said: `${known.data.decision}: ${known.data.reason}`,
        ...(known.data.sealed !== undefined && { entered: true as const }),
      };
    case 'VendorReversed':
      return { step: 'reversed', said: known.data.code, ...theirs(known.data) };
    case 'LateSuccessDetected':
      return { step: 'late', ...theirs(known.data) };
    case 'AttemptQuestioned':
      return { step: 'asked', ...theirs(known.data) };
    case 'AttemptConfirmed':
      return { step: 'confirmed', ...theirs(known.data), ...sealedIn(known.data) };
    case undefined:
      return undefined;
  }
}

const sealedIn = ({ sealed }: { readonly sealed?: string }) => sealed !== undefined && { sealed };

const theirs = ({
  vendor,
  vendorTransactionId,
}: {
  readonly vendor: number;
  readonly vendorTransactionId?: string;
}) => ({ vendor, ...(vendorTransactionId !== undefined && { vendorReference: vendorTransactionId }) });
