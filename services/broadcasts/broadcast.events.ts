import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/**
 * Events of the stream `broadcast-<id>`. Administrators cause them. `title` and `message` are plain text,
 * stored unencrypted.
 */
export type BroadcastEvent =
  | NewEvent<
      'BroadcastCreated',
      { readonly broadcastId: string; readonly title: string; readonly message: string }
    >
  | NewEvent<'BroadcastActivated', { readonly broadcastId: string }>
  | NewEvent<'BroadcastDeactivated', { readonly broadcastId: string }>;

/** Event without ids, times and actor. The function `fact` adds them. */
export type BroadcastFact = BroadcastEvent extends infer Event
  ? Event extends BroadcastEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export const broadcastStream = (broadcastId: string): string => `broadcast-${broadcastId}`;

export const broadcastEvent = eventReader<BroadcastEvent>({
  BroadcastCreated: true,
  BroadcastActivated: true,
  BroadcastDeactivated: true,
});
