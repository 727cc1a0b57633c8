import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { ownEntry } from '../contracts/own-entry.js';
import { purchaseEvent } from '../purchases/purchase.events.js';

export type Counts = Record<string, number>;

export class Coverage {
  readonly faults: Counts = {};
  readonly transitions: Counts = {};
  readonly totals: Counts = {};

  fault(kind: string): void {
    count(this.faults, kind);
  }

  total(what: string, by = 1): void {
    count(this.totals, what, by);
  }

  follow(log: readonly RecordedEvent[]): void {
    const states = new Map<string, string>();
    for (const event of log) {
      const purchaseId = event.data['purchaseId'];
      if (typeof purchaseId !== 'string') continue;
      const before = states.get(purchaseId) ?? 'none';
      const after = stateAfter(event, before);
      if (after === undefined) continue;
      count(this.transitions, `${before} > ${after}`);
      states.set(purchaseId, after);
    }
  }

  add(other: Pick<Coverage, 'faults' | 'transitions' | 'totals'>): void {
    for (const part of ['faults', 'transitions', 'totals'] as const)
      for (const [name, times] of Object.entries(other[part])) count(this[part], name, times);
  }
}

function count(counts: Counts, name: string, by = 1): void {
  counts[name] = (ownEntry(counts, name) ?? 0) + by;
}

const ENDED: ReadonlySet<string> = new Set(['delivered', 'failed, refunded', 'reversed', 'late success']);

function stateAfter(event: RecordedEvent, before: string): string | undefined {
  if (event.type === 'PurchaseAccepted') return 'accepted';
  const known = purchaseEvent(event);
  switch (known?.type) {
    case 'AttemptStarted':
      return 'dispatching';
    case 'AttemptPending':
      return 'pending';
    case 'AttemptOutcomeUnknown':
      return 'unknown';
    case 'AttemptNotFound':
      return 'not found';
    case 'AttemptFailed':
      return known.data.nextVendor === undefined ? 'failed, refunded' : 'attempt failed';
    case 'AttemptDelivered':
    case 'PartiallyDelivered':
      return 'delivered';
    case 'ReviewRequired':
      return ENDED.has(before) ? undefined : 'needs review';
    case 'ReviewResolved':
      return known.data.decision === 'delivered' ? 'delivered' : 'failed, refunded';
    case 'VendorReversed':
      return 'reversed';
    case 'LateSuccessDetected':
      return 'late success';
    default:
      return undefined;
  }
}
