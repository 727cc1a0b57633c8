import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { purchaseEvent } from '../purchases/purchase.events.js';
import { walletEvent } from '../wallet/wallet.events.js';
import { attemptSpan, type PurchaseSpan, WHOLE } from './purchase-trace.js';

/** Maximum number of unfinished purchases in memory. When there are more, the oldest is dropped. */
const REMEMBERED_MAX = 20_000;

interface Begun {
  readonly acceptedAt: number;
  readonly attempts: Map<number, { readonly startedAt: number; moments: { name: string; at: number }[] }>;
  reviewAt?: number;
  endedAt?: number;
}

export class LedgerSpans {
  private readonly begun = new Map<string, Begun>();

  constructor(
    private readonly draw: (span: PurchaseSpan) => void,
    private readonly isOn: () => boolean = () => true,
  ) {}

  onRecorded(event: RecordedEvent): void {
    if (event.stream.startsWith('wallet-')) this.ofWallet(event);
    else if (event.stream.startsWith('purchase-')) this.ofPurchase(event);
  }

  private ofWallet(recorded: RecordedEvent): void {
    const event = walletEvent(recorded);
    const at = Date.parse(recorded.at);
    switch (event?.type) {
      case 'PurchaseAccepted':
        return this.remember(event.data.purchaseId, { acceptedAt: at, attempts: new Map() });
      case 'PurchaseCaptured':
      case 'PurchaseReleased': {
        const { purchaseId, service, vendor } = event.data;
        const captured = event.type === 'PurchaseCaptured';
        const begun = this.begun.get(purchaseId);
        if (!begun) return;
        this.begun.delete(purchaseId);
        const { acceptedAt, endedAt = at } = begun;
        this.tell({ purchaseId, name: 'settle', within: WHOLE, startedAt: endedAt, endedAt: at });
        this.tell({
          purchaseId,
          name: WHOLE,
          startedAt: acceptedAt,
          endedAt: at,
          attributes: {
            'purchase.service': service,
            'purchase.outcome': captured ? 'captured' : 'released',
            ...(vendor !== undefined && { 'vendor.code': vendor }),
          },
          ...(!captured && { fault: event.data.reason }),
        });
        return;
      }
      default:
    }
  }

  private ofPurchase(recorded: RecordedEvent): void {
    const event = purchaseEvent(recorded);
    const begun = event && this.begun.get(event.data.purchaseId);
    if (!begun) return;
    const { purchaseId } = event.data;
    const at = Date.parse(recorded.at);
    switch (event.type) {
      case 'PurchaseOpened':
        return this.tell({
          purchaseId,
          name: 'open',
          within: WHOLE,
          startedAt: begun.acceptedAt,
          endedAt: at,
        });
      case 'AttemptStarted':
        begun.attempts.set(event.data.attempt, { startedAt: at, moments: [] });
        return;
      case 'AttemptPending':
      case 'AttemptOutcomeUnknown':
      case 'AttemptNotFound':
        begun.attempts.get(event.data.attempt)?.moments.push({ name: event.type, at });
        return;
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'AttemptFailed': {
        const { attempt: number, vendor } = event.data;
        if (event.type !== 'AttemptFailed' || event.data.nextVendor === undefined) begun.endedAt = at;
        const attempt = begun.attempts.get(number);
        if (!attempt) return;
        return this.tell({
          purchaseId,
          name: attemptSpan(number),
          within: WHOLE,
          ...attempt,
          endedAt: at,
          attributes: { 'vendor.code': vendor, 'attempt.outcome': event.type },
          ...(event.type === 'AttemptFailed' && { fault: event.data.code }),
        });
      }
      case 'ReviewRequired':
        begun.reviewAt = at;
        return;
      case 'ReviewResolved':
        begun.endedAt = at;
        return this.tell({
          purchaseId,
          name: 'review',
          within: WHOLE,
          startedAt: begun.reviewAt ?? at,
          endedAt: at,
          attributes: { 'review.decision': event.data.decision },
        });
      default:
    }
  }

  private remember(purchaseId: string, begun: Begun): void {
    this.begun.set(purchaseId, begun);
    if (this.begun.size <= REMEMBERED_MAX) return;
    const [oldest] = this.begun.keys();
    if (oldest !== undefined) this.begun.delete(oldest);
  }

  private tell(span: PurchaseSpan): void {
    if (this.isOn()) this.draw(span);
  }
}
