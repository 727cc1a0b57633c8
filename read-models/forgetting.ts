import type { Projection } from '../infra/projections/projection.js';
import type { Operation, Row } from '../infra/read-store/view.js';

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
  const { wants } = projection;
  return {
    ...projection,
    ...(wants && { wants: (type, stream) => type === FORGOTTEN || wants(type, stream) }),
    project(projected): readonly Operation[] {
      const { event } = projected;
      if (event.type !== FORGOTTEN) return projection.project(projected);
      return [{ op: 'clear', where: { column: OWNER, is: String(event.data['userId']) }, columns }];
    },
  };
}
