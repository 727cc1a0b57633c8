import type { Projection } from '../infra/projections/projection.js';
import type { Operation, Row } from '../infra/read-store/view.js';
import type { RecordedEvent } from '../infra/event-store/event-store.js';

const FORGOTTEN = 'PersonForgotten';
const OWNER = 'user_id';

/**
 * Erases people from a view. `PersonForgotten` sets all `personal` columns of the person's rows to null. A
 * later rebuild writes null from the start, because the person's key is deleted.
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

const OF_A_PERSON = /^(?:wallet|user)-(.+)$/;

/**
 * Returns the person to whom an event belongs. Prefers the stream name to `userId`, because the data of the
 * event may be damaged.
 */
export function personOf({ stream, data }: Pick<RecordedEvent, 'stream' | 'data'>): string | undefined {
  const named = OF_A_PERSON.exec(stream)?.[1];
  if (named !== undefined) return named;
  const userId = (data as RecordedEvent['data'] | null)?.['userId'];
  return typeof userId === 'string' && userId !== '' ? userId : undefined;
}
