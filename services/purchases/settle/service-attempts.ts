import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Evidence, ProbeTally, Tally } from '../../catalog/routing/automatic-pause.decider.js';
import type { Service } from '../../contracts/services.js';
import { OUR_FAULTS, UNREACHABLE } from '../../vendors/vendor-adapter.js';
import { type AttemptFailed, purchaseEvent } from '../purchase.events.js';
import { NEVER_ARRIVED } from '../outcome/outcome.decider.js';
import { isVendorReview } from '../purchase.state.js';

type Ending = 'delivered' | 'refused' | 'unreached' | 'unanswered';

/** Milliseconds since 1970. */
interface Ended {
  readonly userId: string;
  readonly ending: Ending;
  readonly sentAt: number;
  readonly endedAt: number;
}

interface Sent {
  readonly userId: string;
  readonly service: Service;
  readonly vendor: number;
  readonly sentAt: number;
  /** Something of ours kept it from being sent or its answer from being read: whatever fails of it then says nothing of the vendor. */
  readonly isOurFault?: true;
}

/** Far above what one has to be judged on. */
const REMEMBERED = 500;
/** Of one customer no more refusals count: whoever tries a number again and again that no vendor takes says that much of it, and no more. */
const REFUSALS_PER_CUSTOMER_MAX = 2;
/** Codes of attempts that never arrived at the vendor: nothing that a customer types makes them. */
const NOT_ARRIVED: ReadonlySet<string> = new Set([UNREACHABLE, NEVER_ARRIVED]);

/**
 * How the last attempts of each vendor ended, for each service by itself. One that was not answered counts as that until it is known what
 * became of it, and then when it is known; what the vendor says it is working on, or wants a person to look at, counts for nothing until
 * then, and what customers typed wrongly or we did ourselves never does. In memory alone, for whoever follows the log: after a restart it
 * fills again with what comes, and purchases that were under way then are in none.
 */
export class ServiceAttempts implements Pick<Evidence, 'tally' | 'probes'> {
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
      case 'PurchaseOpened': {
        const { userId, service, vendor } = known.data;
        this.sent.set(purchaseId, { userId, service, vendor, sentAt: at });
        return;
      }
      case 'AttemptOutcomeUnknown':
        if (OUR_FAULTS.has(known.data.reason)) return this.blameUs(purchaseId);
        return this.note(known.data, isVendorReview(known.data.reason) ? undefined : 'unanswered', at);
      case 'AttemptPending':
      case 'AttemptNotFound':
        return this.note(known.data, undefined, at);
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'LateSuccessDetected':
        this.note(known.data, 'delivered', at);
        this.sent.delete(purchaseId);
        return;
      case 'AttemptFailed':
        this.note(known.data, endingOf(known.data), at);
        this.sendOn(known.data, at);
        return;
      case 'ReviewResolved':
        this.sent.delete(purchaseId);
        return;
      default:
        return;
    }
  }

  /** Of what was sent after `sentAfter` and ended at `endedFrom` or later, milliseconds since 1970. */
  tally(service: Service, vendor: number, sentAfter: number, endedFrom: number): Tally {
    let [delivered, unanswered] = [0, 0];
    const refusals = new Map<string, number>();
    for (const { userId, ending, sentAt, endedAt } of this.endedOf(service, vendor)) {
      if (sentAt <= sentAfter || endedAt < endedFrom) continue;
      if (ending === 'delivered') delivered += 1;
      else if (ending === 'refused') refusals.set(userId, (refusals.get(userId) ?? 0) + 1);
      else unanswered += 1;
    }
    let refused = 0;
    for (const times of refusals.values()) refused += Math.min(times, REFUSALS_PER_CUSTOMER_MAX);
    return { delivered, refused, customers: refusals.size, unanswered };
  }

  /** What became of what was sent after `sentAfter`, milliseconds since 1970. */
  probes(service: Service, vendor: number, sentAfter: number): ProbeTally {
    let [delivered, failed] = [0, 0];
    for (const { ending, sentAt } of this.endedOf(service, vendor)) {
      if (sentAt <= sentAfter) continue;
      if (ending === 'delivered') delivered += 1;
      // What is not answered is not decided: it is still among those that were sent.
      else if (ending !== 'unanswered') failed += 1;
    }
    let undecidedSince: number | undefined;
    for (const sent of this.sent.values()) {
      if (sent.service !== service || sent.vendor !== vendor || sent.isOurFault) continue;
      if (sent.sentAt > sentAfter) undecidedSince = Math.min(sent.sentAt, undecidedSince ?? Infinity);
    }
    return { delivered, failed, ...(undecidedSince !== undefined && { undecidedSince }) };
  }

  private endedOf(service: Service, vendor: number): Iterable<Ended> {
    return this.ended.get(keyOf(service, vendor))?.values() ?? [];
  }

  private sendOn({ purchaseId, nextVendor: vendor }: AttemptFailed, at: number): void {
    const sent = this.sent.get(purchaseId);
    if (!sent) return;
    if (vendor === undefined) return void this.sent.delete(purchaseId);
    const { userId, service } = sent;
    this.sent.set(purchaseId, { userId, service, vendor, sentAt: at });
  }

  private blameUs(purchaseId: string): void {
    const sent = this.sent.get(purchaseId);
    if (sent) this.sent.set(purchaseId, { ...sent, isOurFault: true });
  }

  private note(
    about: { readonly purchaseId: string; readonly attempt: number; readonly vendor: number },
    ending: Ending | undefined,
    endedAt: number,
  ): void {
    const sent = this.sent.get(about.purchaseId);
    if (!sent || (sent.isOurFault && ending !== 'delivered')) return;
    const key = keyOf(sent.service, about.vendor);
    let endings = this.ended.get(key);
    if (!endings) this.ended.set(key, (endings = new Map<string, Ended>()));
    const attempt = `${about.purchaseId}/${about.attempt}`;
    const { userId, sentAt } = endings.get(attempt) ?? sent;
    endings.delete(attempt);
    if (ending) endings.set(attempt, { userId, ending, sentAt, endedAt });
    if (endings.size <= REMEMBERED) return;
    const [oldest] = endings.keys();
    if (oldest !== undefined) endings.delete(oldest);
  }
}

/** undefined for what customers typed wrongly. */
function endingOf({ blame, code }: AttemptFailed): Ending | undefined {
  if (blame === 'input') return undefined;
  return NOT_ARRIVED.has(code) ? 'unreached' : 'refused';
}

const keyOf = (service: Service, vendor: number): string => `${service}/${vendor}`;
