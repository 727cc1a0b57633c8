import type { Reactor } from '../../infra/checkpoints/run-reactor.js';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { PendingPurchases } from './settle/pending-purchases.js';
import type { SettledPurchases } from './settle/settled-purchases.js';
import type { RecentAttempts } from './vendor-health/recent-attempts.js';
import { openPurchase } from './attempt/open-purchase.reactor.js';
import { purchaseOf } from '../ledger/streams.js';
import type { PurchaseWork } from './purchase-work.js';
import { type Settle, settleWallet } from './settle/settle-wallet.reactor.js';

export interface PurchaseReactorDeps {
  readonly work: PurchaseWork;
  readonly pending: PendingPurchases;
  readonly attempts?: readonly Pick<RecentAttempts, 'apply'>[];
  readonly settle: Settle;
  readonly settled?: Pick<SettledPurchases, 'apply' | 'onSettled'> | undefined;
}

export function purchaseReactor({
  work,
  pending,
  settle,
  attempts = [],
  settled,
}: PurchaseReactorDeps): Reactor {
  // Skip an event that was applied before. Applying an event twice could undo the effect of a later
  // `AttemptQuestioned`.
  const applied = new WeakSet<RecordedEvent>();
  return {
    name: 'purchases-1',
    restore: (state) => pending.restore(state),
    state: () => pending.toJson(),
    wants: (type, stream) => type === 'PurchaseAccepted' || purchaseOf(stream) !== undefined,
    react(event: RecordedEvent): Promise<void> | undefined {
      if (event.type === 'PurchaseAccepted') return openPurchase(work, event);
      // Start no work here, because the process that stored `AttemptStarted` also sends the order.
      if (event.type === 'AttemptStarted') {
        for (const each of attempts) each.apply(event);
        return undefined;
      }
      work.streams.onRecorded(event);
      if (!applied.has(event)) {
        applied.add(event);
        pending.apply(event);
        settled?.apply(event);
        for (const each of attempts) each.apply(event);
      }
      const settling = settleWallet(settle, event, work.now);
      if (!settling) return undefined;
      pending.settling(event);
      return settling.then(() => {
        pending.settled(event);
        settled?.onSettled(event);
      });
    },
  };
}
