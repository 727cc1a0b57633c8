import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { walletEvent } from '../../wallet/wallet.events.js';
import { handleStanding } from '../standing.js';

const uuidOf = uuidsOf('0b6ad1f4-2f2c-5b39-8d0e-9f1c5a7e4d21');

/**
 * Makes an affiliate of whoever paid the charge, once: the fact has an id that follows from the charge, so that the call
 * that charged and everybody who finds the charge in the log later derive the same one.
 */
export async function raiseTier(
  store: EventStore,
  charge: { readonly userId: string; readonly chargeId: string },
  context: EventContext,
): Promise<void> {
  const { userId, chargeId } = charge;
  const changeId = uuidOf(`${userId}:TierChanged:${chargeId}`);
  await handleStanding(store, userId, { type: 'RaiseTier', changeId }, context);
}

/** What a charge in the log means: for the reactor that finishes what a crash interrupted. undefined for other events. */
export function raiseTierOf(store: EventStore, event: RecordedEvent): Promise<void> | undefined {
  const charged = walletEvent(event);
  if (charged?.type !== 'UpgradeCharged') return undefined;
  const { actor, correlationId, at, data } = charged;
  return raiseTier(store, data, { actor, correlationId, now: new Date(at) });
}
