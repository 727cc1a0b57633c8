import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/**
 * One message to all customers, in stream `broadcast-<id>`: who wrote it, and who showed or withdrew it, is the actor of each
 * event. Texts are plain and in the clear: whatever is told to everybody is nobody's secret.
 */
export type BroadcastEvent =
  | NewEvent<
      'BroadcastCreated',
      { readonly broadcastId: string; readonly title: string; readonly message: string }
    >
  | NewEvent<'BroadcastActivated', { readonly broadcastId: string }>
  | NewEvent<'BroadcastDeactivated', { readonly broadcastId: string }>;

/** What a decision stores; ids, times and actor are added by who appends. */
export type BroadcastFact = BroadcastEvent extends infer Event
  ? Event extends BroadcastEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export const broadcastStream = (broadcastId: string): string => `broadcast-${broadcastId}`;

/** The event of a broadcast with the shape its type says; undefined for a type that this version does not know. */
export const broadcastEvent = eventReader<BroadcastEvent>({
  BroadcastCreated: true,
  BroadcastActivated: true,
  BroadcastDeactivated: true,
});
