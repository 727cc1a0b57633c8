import { uuidsOf } from '../../../infra/crypto/derived-uuid.js';
import {
  NO_STREAM,
  RevisionConflict,
  type EventStore,
  type RecordedEvent,
} from '../../../infra/event-store/event-store.js';
import type { Tier } from '../../contracts/services.js';
import { userStream } from '../user.events.js';
import { fact, writeStream, type Story } from '../write-stream.js';

const uuidOf = uuidsOf('0b6ad1f4-2f2c-5b39-8d0e-9f1c5a7e4d21');
const CONFLICTS_MAX = 8;

export interface TierNow {
  readonly tier: Tier;
  /** How often it changed so far: names the next charge. */
  readonly changes: number;
}

/** The tier as stored right now, not as remembered. */
export function tierNow(events: readonly RecordedEvent[]): TierNow {
  let tier: Tier = 'regular';
  let changes = 0;
  for (const { type, data } of events) {
    if (type === 'UserRegistered' || type === 'TierChanged') tier = data['tier'] as Tier;
    if (type === 'TierChanged') changes += 1;
  }
  return { tier, changes };
}

/**
 * Makes an affiliate of whoever paid the charge, once: the fact has an id that follows from the charge, so that the call
 * that charged and everybody who finds the charge in the log later derive the same one.
 */
export async function raiseTier(
  store: EventStore,
  charge: { readonly userId: string; readonly chargeId: string },
  story: Story,
): Promise<void> {
  const { userId, chargeId } = charge;
  const id = uuidOf(`${userId}:TierChanged:${chargeId}`);
  const raised = { ...fact('TierChanged', { userId, tier: 'affiliate' }, story), id };
  for (let conflicts = 0; ; conflicts += 1) {
    const events = await store.readStream(userStream(userId));
    // Whoever was forgotten since has no tier.
    if (events.some((event) => event.id === id || event.type === 'PersonForgotten')) return;
    try {
      await writeStream(store, userStream(userId), events.at(-1) ?? NO_STREAM, [raised]);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict) || conflicts === CONFLICTS_MAX) throw error;
    }
  }
}

/** What a charge in the log means: for the reactor that finishes what a crash interrupted. undefined for other events. */
export function raiseTierOf(store: EventStore, event: RecordedEvent): Promise<void> | undefined {
  if (event.type !== 'UpgradeCharged') return undefined;
  const { actor, correlationId, data } = event;
  return raiseTier(
    store,
    { userId: String(data['userId']), chargeId: String(data['chargeId']) },
    { actor, correlationId, now: new Date(event.at) },
  );
}
