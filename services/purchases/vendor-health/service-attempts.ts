import type { AccountCosts } from '../../products/product.js';
import { expectedCostAt } from '../purchase.state.js';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Evidence, ProbeTally, Silence, Tally } from '../../catalog/routing/automatic-pause.decider.js';
import {
  COST_CODE,
  isCostOff,
  type Refusal,
  type RefusalEvidence,
} from '../../catalog/refusals/refusal.decider.js';
import { productOf, type Service, type StoredProduct } from '../../contracts/services.js';
import { type AccountFault, OUR_FAULTS, UNREACHABLE } from '../../vendors/vendor-adapter.js';
import { type AttemptDelivered, type AttemptFailed, purchaseEvent } from '../purchase.events.js';
import { NEVER_ARRIVED } from '../outcome/outcome.decider.js';
import { isVendorReview } from '../purchase.state.js';

type Ending = 'delivered' | 'refused' | 'unreached' | 'unanswered';

/** `sentAt` and `endedAt` are Unix ms. */
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
  readonly otherCosts?: AccountCosts | undefined;
  /** True when the reason of the failure is in `OUR_FAULTS`. */
  readonly isOurFault: boolean;
}

interface About {
  readonly purchaseId: string;
  readonly attempt: number;
  readonly vendor: number;
}

const REMEMBERED = 500;
const REFUSALS_PER_CUSTOMER_MAX = 2;
const JUDGED_APART: ReadonlySet<AccountFault> = new Set(['access', 'balance', 'plan']);
const NOT_ARRIVED: ReadonlySet<string> = new Set([UNREACHABLE, NEVER_ARRIVED]);

/** Results of the last attempts, by service and vendor. Kept only in memory, so a restart loses them. */
export class ServiceAttempts
  implements Pick<Evidence, 'probes' | 'silence' | 'tally'>, Pick<RefusalEvidence, 'refusals'>
{
  /** By purchase, while undecided. */
  private readonly sent = new Map<string, Sent>();
  /**
   * Unix ms of `AttemptStarted` at or after `followsFrom`, by service and vendor, then by purchase. Only these
   * purchases count as waiting for the vendor.
   */
  private readonly started = new Map<string, Map<string, number>>();
  private readonly ended = new Map<string, Map<string, Ended>>();

  /** Unix ms at which the newest answered purchase was sent, by service and vendor. */
  private readonly answered = new Map<string, number>();
  private readonly refused: Refusal[] = [];

  /**
   * @param followsFrom Unix ms of the start of this process; earlier attempts do not count as waiting for the
   * vendor
   */
  constructor(private readonly followsFrom = 0) {}

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    if (!known) return;
    const at = Date.parse(known.at);
    const { purchaseId } = known.data;
    switch (known.type) {
      case 'PurchaseOpened': {
        const { userId, service, vendor, product, expectedCost, otherCosts } = known.data;
        const order = { userId, service, vendor, product, expectedCost, otherCosts };
        this.forget(purchaseId);
        this.sent.set(purchaseId, { ...order, sentAt: at, isOurFault: false });
        return;
      }
      case 'AttemptStarted':
        return this.noteStart(purchaseId, at);
      case 'AttemptOutcomeUnknown':
        if (OUR_FAULTS.has(known.data.reason)) return this.blameUs(purchaseId);
        if (!isVendorReview(known.data.reason)) return this.note(known.data, 'unanswered', at);
        this.noteAnswer(known.data);
        return this.note(known.data, undefined, at);
      case 'AttemptPending':
        this.noteAnswer(known.data);
        return this.note(known.data, undefined, at);
      case 'AttemptNotFound':
        return this.note(known.data, undefined, at);
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'LateSuccessDetected':
        this.noteAnswer(known.data);
        this.note(known.data, 'delivered', at);
        if (known.type === 'AttemptDelivered') this.noteCost(known.data);
        this.forget(purchaseId);
        return;
      case 'AttemptFailed':
        if (!NOT_ARRIVED.has(known.data.code)) this.noteAnswer(known.data);
        this.note(known.data, endingOf(known.data), at);
        this.noteRefusal(known.data);
        this.sendOn(known.data, at);
        return;
      case 'ReviewResolved':
        return this.forget(purchaseId);
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

  silence(service: Service, vendor: number, sentAfter: number, waitsSince: number): Silence {
    const from = Math.max(sentAfter, this.answered.get(keyOf(service, vendor)) ?? 0);
    const sentAts = new Map<string, number>();
    for (const [attempt, { ending, sentAt }] of this.ended.get(keyOf(service, vendor)) ?? [])
      if (ending === 'unanswered' || ending === 'unreached') sentAts.set(attempt.split('/')[0]!, sentAt);
    // Add purchases that have waited since `waitsSince` or longer.
    if (from < waitsSince)
      for (const [purchaseId, startedAt] of this.started.get(keyOf(service, vendor)) ?? [])
        if (startedAt <= waitsSince) sentAts.set(purchaseId, this.sent.get(purchaseId)!.sentAt);
    const counted = Array.from(sentAts.values()).filter((sentAt) => sentAt > from);
    return { unanswered: counted.length, since: counted.reduce((a, b) => Math.min(a, b), Infinity) };
  }

  /** Oldest first. */
  refusals(): readonly Refusal[] {
    return this.refused;
  }

  private noteCost({ purchaseId, vendor, cost }: AttemptDelivered): void {
    const sent = this.sent.get(purchaseId);
    const expected = sent && expectedCostAt(sent, vendor);
    if (!sent || cost === expected) return;
    const [charged, expectedCost] = [BigInt(cost), BigInt(expected!)];
    const product = productOf(sent.product);
    if (!('plan' in product) || !isCostOff(charged, expectedCost)) return;
    const { userId, sentAt } = sent;
    this.remember({
      vendor,
      fault: 'cost',
      code: COST_CODE,
      userId,
      sentAt,
      product,
      expectedCost,
      charged,
    });
  }

  private noteRefusal({ purchaseId, vendor, fault, code }: AttemptFailed): void {
    const sent = this.sent.get(purchaseId);
    if (!sent || fault === undefined) return;
    const { product, userId, sentAt } = sent;
    const expectedCost = BigInt(expectedCostAt(sent, vendor));
    const order = { product: productOf(product), expectedCost };
    this.remember({ vendor, fault, code, userId, sentAt, ...order });
  }

  private remember(refusal: Refusal): void {
    this.refused.push(refusal);
    if (this.refused.length > REMEMBERED) this.refused.shift();
  }

  private endedOf(service: Service, vendor: number): Iterable<Ended> {
    return this.ended.get(keyOf(service, vendor))?.values() ?? [];
  }

  private sendOn({ purchaseId, nextVendor: vendor }: AttemptFailed, at: number): void {
    const sent = this.sent.get(purchaseId);
    if (!sent) return;
    this.forget(purchaseId);
    if (vendor !== undefined) this.sent.set(purchaseId, { ...sent, vendor, sentAt: at, isOurFault: false });
  }

  private noteAnswer({ purchaseId, attempt, vendor }: About): void {
    const sent = this.sent.get(purchaseId);
    if (!sent) return;
    const key = keyOf(sent.service, vendor);
    const { sentAt } = this.ended.get(key)?.get(`${purchaseId}/${attempt}`) ?? sent;
    this.answered.set(key, Math.max(sentAt, this.answered.get(key) ?? 0));
  }

  private noteStart(purchaseId: string, startedAt: number): void {
    const sent = this.sent.get(purchaseId);
    if (!sent || startedAt < this.followsFrom) return;
    const key = keyOf(sent.service, sent.vendor);
    let started = this.started.get(key);
    if (!started) this.started.set(key, (started = new Map<string, number>()));
    started.set(purchaseId, startedAt);
  }

  private blameUs(purchaseId: string): void {
    const sent = this.sent.get(purchaseId);
    if (!sent) return;
    this.forget(purchaseId);
    this.sent.set(purchaseId, { ...sent, isOurFault: true });
  }

  private forget(purchaseId: string): void {
    const sent = this.sent.get(purchaseId);
    if (!sent) return;
    this.sent.delete(purchaseId);
    this.started.get(keyOf(sent.service, sent.vendor))?.delete(purchaseId);
  }

  private note(about: About, ending: Ending | undefined, endedAt: number): void {
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
