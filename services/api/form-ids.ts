import { uuidsOf } from '../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../infra/event-store/event-context.js';

/**
 * Ids of what a form asks for, so that the same form sent twice asks once. Two administrators whose browsers make the same id of a
 * form mean two things.
 * @param namespace a UUID of this kind of form
 */
export function formIdsOf(namespace: string): (context: EventContext, formId: string) => string {
  const uuidOf = uuidsOf(namespace);
  return ({ actor }, formId) => uuidOf(`${actor.id}:${formId}`);
}
