import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Service } from '../../contracts/services.js';
import { purchaseEvent } from '../purchase.events.js';

type Ending = 'delivered' | 'failed' | 'unanswered';

/** Milliseconds since 1970. */
interface Ended {
  readonly ending: Ending;
  readonly sentAt: number;
  readonly endedAt: number;
}

interface Sent {
  readonly service: Service;
  readonly sentAt: number;
}

/** Far above what one has to be judged on. */
const REMEMBERED = 500;

/**
 * How the last attempts of each vendor ended, for each service by itself. One that was not answered counts as that until it is known what
 * became of it, and then when it is known; what the vendor says it is working on counts for nothing until then, and what customers typed
 * wrongly never does. In memory alone, for whoever follows the log: after a restart it fills again with what comes, and purchases that
 * were under way then are in none.
 */
export class ServiceAttempts {
  /** By purchase, as long as it may still be decided. */
  private readonly sent = new Map<string, Sent>();
  /** By service and vendor, then by attempt, in the order in which they ended. */
  private readonly ended = new Map<string, Map<string, Ended>>();

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    if (!known) return;
    const at = Date.parse(known.at);
    const { purchaseId } = known.data;
    switch (known.type) {
      case 'PurchaseOpened':
        this.sent.set(purchaseId, { service: known.data.service, sentAt: at });
        return;
      case 'AttemptOutcomeUnknown':
        return this.note(known.data, 'unanswered', at);
      case 'AttemptPending':
      case 'AttemptNotFound':
        return this.note(known.data, undefined, at);
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'LateSuccessDetected':
        this.note(known.data, 'delivered', at);
        this.sent.delete(purchaseId);
        return;
      case 'AttemptFailed': {
        this.note(known.data, known.data.blame === 'input' ? undefined : 'failed', at);
        const sent = this.sent.get(purchaseId);
        if (sent && known.data.nextVendor !== undefined) this.sent.set(purchaseId, { ...sent, sentAt: at });
        else this.sent.delete(purchaseId);
        return;
      }
      case 'ReviewResolved':
        this.sent.delete(purchaseId);
        return;
      default:
        return;
    }
  }

  /** Of what was sent after `sentAfter` and ended at `endedFrom` or later, milliseconds since 1970. */
  tally(
    service: Service,
    vendor: number,
    sentAfter: number,
    endedFrom: number,
  ): Readonly<Record<Ending, number>> {
    const tally = { delivered: 0, failed: 0, unanswered: 0 };
    for (const { ending, sentAt, endedAt } of this.ended.get(keyOf(service, vendor))?.values() ?? [])
      if (sentAt > sentAfter && endedAt >= endedFrom) tally[ending] += 1;
    return tally;
  }

  private note(
    about: { readonly purchaseId: string; readonly attempt: number; readonly vendor: number },
    ending: Ending | undefined,
    endedAt: number,
  ): void {
    const sent = this.sent.get(about.purchaseId);
    if (!sent) return;
    const key = keyOf(sent.service, about.vendor);
    let endings = this.ended.get(key);
    if (!endings) this.ended.set(key, (endings = new Map<string, Ended>()));
    const attempt = `${about.purchaseId}/${about.attempt}`;
    const { sentAt } = endings.get(attempt) ?? sent;
    endings.delete(attempt);
    if (ending) endings.set(attempt, { ending, sentAt, endedAt });
    if (endings.size <= REMEMBERED) return;
    const [oldest] = endings.keys();
    if (oldest !== undefined) endings.delete(oldest);
  }
}

const keyOf = (service: Service, vendor: number): string => `${service}/${vendor}`;
