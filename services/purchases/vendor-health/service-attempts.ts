import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Evidence, ProbeTally, Tally } from '../../catalog/routing/automatic-pause.decider.js';
import type { Refusal, RefusalEvidence } from '../../catalog/refusals/refusal.decider.js';
import { productOf, type Service, type StoredProduct } from '../../contracts/services.js';
import { type AccountFault, OUR_FAULTS, UNREACHABLE } from '../../vendors/vendor-adapter.js';
import { type AttemptFailed, purchaseEvent } from '../purchase.events.js';
import { NEVER_ARRIVED } from '../outcome/outcome.decider.js';
import { isVendorReview } from '../purchase.state.js';

type Ending = 'delivered' | 'refused' | 'unreached' | 'unanswered';

/** Result of an attempt. `sentAt` and `endedAt` are Unix ms. */
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
  readonly product: StoredProduct;
  readonly expectedCost: string;
  /** True when the reason of the failure is in `OUR_FAULTS`. */
  readonly isOurFault?: true;
}

const REMEMBERED = 500;
const REFUSALS_PER_CUSTOMER_MAX = 2;
const JUDGED_APART: ReadonlySet<AccountFault> = new Set(['access', 'balance', 'plan']);
const NOT_ARRIVED: ReadonlySet<string> = new Set([UNREACHABLE, NEVER_ARRIVED]);

/** Results of the last attempts, by service and vendor. Kept only in memory, so a restart loses them. */
export class ServiceAttempts
  implements Pick<Evidence, 'tally' | 'probes'>, Pick<RefusalEvidence, 'refusals'>
{
  /** By purchase, while undecided. */
  private readonly sent = new Map<string, Sent>();
  private readonly ended = new Map<string, Map<string, Ended>>();

  private readonly refused: Refusal[] = [];

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    if (!known) return;
    const at = Date.parse(known.at);
    const { purchaseId } = known.data;
    switch (known.type) {
      case 'PurchaseOpened': {
        const { userId, service, vendor, product, expectedCost } = known.data;
        this.sent.set(purchaseId, { userId, service, vendor, sentAt: at, product, expectedCost });
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
        this.noteRefusal(known.data);
        this.sendOn(known.data, at);
        return;
      case 'ReviewResolved':
        this.sent.delete(purchaseId);
        return;
      default:
        return;
    }
  }

  /**
   * Counts attempts that were sent after `sentAfter` and ended at or after `endedFrom`. Both times are Unix
   * ms.
   */
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

  /** Counts attempts that were sent after `sentAfter` (Unix ms). */
  probes(service: Service, vendor: number, sentAfter: number): ProbeTally {
    let [delivered, failed] = [0, 0];
    for (const { ending, sentAt } of this.endedOf(service, vendor)) {
      if (sentAt <= sentAfter) continue;
      if (ending === 'delivered') delivered += 1;
      else if (ending !== 'unanswered') failed += 1;
    }
    let undecidedSince: number | undefined;
    for (const sent of this.sent.values()) {
      if (sent.service !== service || sent.vendor !== vendor || sent.isOurFault) continue;
      if (sent.sentAt > sentAfter) undecidedSince = Math.min(sent.sentAt, undecidedSince ?? Infinity);
    }
    return { delivered, failed, ...(undecidedSince !== undefined && { undecidedSince }) };
  }

  /** Oldest first. */
  refusals(): readonly Refusal[] {
    return this.refused;
  }

  private noteRefusal({ purchaseId, vendor, fault, code }: AttemptFailed): void {
    const sent = this.sent.get(purchaseId);
    if (!sent || fault === undefined) return;
    const { product, expectedCost, userId, sentAt } = sent;
    const order = { product: productOf(product), expectedCost: BigInt(expectedCost) };
    this.refused.push({ vendor, fault, code, userId, sentAt, ...order });
    if (this.refused.length > REMEMBERED) this.refused.shift();
  }

  private endedOf(service: Service, vendor: number): Iterable<Ended> {
    return this.ended.get(keyOf(service, vendor))?.values() ?? [];
  }

  private sendOn({ purchaseId, nextVendor: vendor }: AttemptFailed, at: number): void {
    const sent = this.sent.get(purchaseId);
    if (!sent) return;
    if (vendor === undefined) return void this.sent.delete(purchaseId);
    const { isOurFault: _before, ...order } = sent;
    this.sent.set(purchaseId, { ...order, vendor, sentAt: at });
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

function endingOf({ blame, code, fault }: AttemptFailed): Ending | undefined {
  if (blame === 'input' || (fault !== undefined && JUDGED_APART.has(fault))) return undefined;
  return NOT_ARRIVED.has(code) ? 'unreached' : 'refused';
}

const keyOf = (service: Service, vendor: number): string => `${service}/${vendor}`;
