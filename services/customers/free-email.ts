import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { type EventStore, RevisionConflict } from '../../infra/event-store/event-store.js';
import { emailStream } from './user.events.js';

/** Anybody may have the email from here on. Nothing when it is somebody else's, or nobody's. @param emailMac its keyed digest */
export async function freeEmail(
  store: Pick<EventStore, 'append' | 'readStream'>,
  emailMac: string,
  userId: string,
  context: EventContext,
): Promise<void> {
  const stream = emailStream(emailMac);
  const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
  if (last?.type !== 'EmailClaimed' || last.data['userId'] !== userId) return;
  try {
    await appendSurely(store, stream, last, [fact('EmailFreed', { userId }, context)]);
  } catch (error) {
    // Somebody else freed it at the same moment.
    if (!(error instanceof RevisionConflict)) throw error;
  }
}
