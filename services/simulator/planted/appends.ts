import {
  type Appended,
  type EventStore,
  type NewEvent,
  RevisionConflict,
} from '../../../infra/event-store/event-store.js';

export const typesOf = (events: readonly NewEvent[]): readonly string[] => events.map(({ type }) => type);

export const afresh = (events: readonly NewEvent[], mark: string): NewEvent[] =>
  events.map((event) => ({ ...event, id: `${event.id.slice(0, -4)}${mark}` }));

export async function force(
  store: Pick<EventStore, 'append' | 'head'>,
  stream: string,
  events: readonly NewEvent[],
): Promise<Appended> {
  for (;;)
    try {
      return await store.append(stream, await store.head(stream), events);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
}

export function over<Of extends object>(original: Of, other: Partial<Of>): Of {
  return new Proxy(original, {
    get(target, name) {
      if (Object.hasOwn(other, name)) return Reflect.get(other, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
