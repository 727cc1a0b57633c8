import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { SetByAnswer } from '../../contracts/admin/why.contract.js';
import { rowOf } from '../explore/event-row.js';

/** What set a rule. @param otherwise what stands where no event did @param scheduled events that scheduled a later change */
export function setBy(
  event: RecordedEvent | undefined,
  scheduled: readonly RecordedEvent[],
  otherwise: Exclude<SetByAnswer['by'], 'event'>,
): SetByAnswer {
  if (!event) return { by: otherwise, event: null, scheduledBy: null };
  const scheduleId = event.data['scheduleId'];
  const before = scheduled.find(({ id }) => id === scheduleId);
  return { by: 'event', event: rowOf(event), scheduledBy: before ? rowOf(before) : null };
}
