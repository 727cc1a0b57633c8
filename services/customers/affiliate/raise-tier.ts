import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { walletEvent } from '../../wallet/wallet.events.js';
import { handleStanding } from '../standing.js';

const uuidOf = uuidsOf('0b6ad1f4-2f2c-5b39-8d0e-9f1c5a7e4d21');

/** Raises the tier of a customer who has paid for it. A repeated call with the same `chargeId` changes nothing. */
export async function raiseTier(
  store: EventStore,
  charge: { readonly userId: string; readonly chargeId: string },
  context: EventContext,
): Promise<void> {
  const { userId, chargeId } = charge;
  const changeId = uuidOf(`${userId}:TierChanged:${chargeId}`);
  await handleStanding(store, userId, { type: 'RaiseTier', changeId }, context);
}

/**
 * Raises the tier after an `UpgradeCharged` event. Needed when the process that charged the customer crashed
 * before it raised the tier.
 */
export function raiseTierOf(store: EventStore, event: RecordedEvent): Promise<void> | undefined {
  const charged = walletEvent(event);
  if (charged?.type !== 'UpgradeCharged') return undefined;
  const { actor, correlationId, at, data } = charged;
  return raiseTier(store, data, { actor, correlationId, now: new Date(at) });
}
