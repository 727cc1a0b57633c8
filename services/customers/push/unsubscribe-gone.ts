import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM, type EventStore } from '../../../infra/event-store/event-store.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { userEvent, userStream } from '../user.events.js';
import { foldUser } from '../user.state.js';
import { decidePush } from './push-device.decider.js';

export interface UnsubscribeGoneDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream'>;
  readonly vault: Pick<KeyVault, 'open' | 'loadKeys'>;
}

/** Removes a push subscription that, according to the push service, no longer exists. */
export async function unsubscribeGone(
  userId: string,
  subscriptionId: string,
  { eventStore, vault }: UnsubscribeGoneDeps,
): Promise<void> {
  const context = systemContext();
  const stream = userStream(userId);
  await decideAndAppend(eventStore, {
    stream,
    load: async () => {
      await vault.loadKeys([userId]);
      const events = await eventStore.readStream(stream);
      const user = foldUser(events.map(userEvent), (sealed) => vault.open(userId, sealed));
      return { ...(events.at(-1) ?? NO_STREAM), user };
    },
    decide: ({ user }) =>
      user
        ? decidePush({ type: 'UnsubscribePush', subscriptionId, why: 'gone' }, user).map(({ type, data }) =>
            fact(type, data, context),
          )
        : [],
  });
}
