import type { Projection } from '../infra/projections/projection.js';
import type { Operation, Row } from '../infra/read-store/view.js';
import type { RecordedEvent } from '../infra/event-store/event-store.js';

/** The event that erases a person, in the stream of that person. */
const FORGOTTEN = 'PersonForgotten';
/** The column that says whose row it is. */
const OWNER = 'user_id';

/**
 * The projection, and what it does when a person is erased: all personal columns of their rows become null. A rebuild finds
 * the person's key gone, so it writes null in the first place, and ends the same.
 */
export function forgetting<R extends Row>(projection: Projection<R>): Projection<R> {
  const { personal = [] } = projection.view;
  if (personal.length === 0) return projection;
  const columns = Object.fromEntries(personal.map((column) => [column, null]));
  const { wants, types } = projection;
  return {
    ...projection,
    ...(wants && { wants: (type, stream) => type === FORGOTTEN || wants(type, stream) }),
    ...(types && { types: new Set([...types, FORGOTTEN]) }),
    erases: (type) => type === FORGOTTEN,
    project(projected): readonly Operation[] {
      const { event } = projected;
      if (event.type !== FORGOTTEN) return projection.project(projected);
      return [{ op: 'clear', where: { column: OWNER, is: personOf(event) ?? '' }, columns }];
    },
  };
}

/** Streams that are named after the person they belong to. */
const OF_A_PERSON = /^(?:wallet|user)-(.+)$/;

/**
 * Whose event it is: as it says itself, else by its stream, since what it says may be what is broken. undefined for an event that
 * belongs to no person.
 */
export function personOf({ stream, data }: Pick<RecordedEvent, 'stream' | 'data'>): string | undefined {
  const named = OF_A_PERSON.exec(stream)?.[1];
  if (named !== undefined) return named;
  const userId = (data as RecordedEvent['data'] | null)?.['userId'];
  return typeof userId === 'string' && userId !== '' ? userId : undefined;
}
