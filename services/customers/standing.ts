import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { fact, type EventContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM, type EventStore, type StreamHead } from '../../infra/event-store/event-store.js';
import { userStream } from './user.events.js';
import { decideStanding, type StandingCommand } from './user.standing.decider.js';
import { standingOf, type Standing } from './user.state.js';

export async function readStanding(
  store: Pick<EventStore, 'readStream'>,
  userId: string,
): Promise<StreamHead & { readonly standing: Standing }> {
  const events = await store.readStream(userStream(userId));
  const { revision, hash } = events.at(-1) ?? NO_STREAM;
  return { revision, hash, standing: standingOf(userId, events) };
}

/**
 * Handles a command that does not need the person's encryption key.
 * @returns true when an event was stored
 */
export async function handleStanding(
  store: Pick<EventStore, 'append' | 'readStream'>,
  userId: string,
  command: StandingCommand,
  context: EventContext,
): Promise<boolean> {
  const { appended } = await decideAndAppend(store, {
    stream: userStream(userId),
    load: () => readStanding(store, userId),
    decide: ({ standing }) =>
      decideStanding(command, standing).map(({ type, data }) => {
        const event = fact(type, data, context);
        return 'changeId' in command ? { ...event, id: command.changeId } : event;
      }),
  });
  return appended !== undefined;
}
