import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { ACTIVITY_AREAS } from '../../services/contracts/admin/activity.contract.js';

/**
 * Kinds of things that an act can be about. Rows contain ids instead of names, because a name may
 * change and a person may be erased.
 */
const SUBJECT_KINDS = ['person', 'purchase', 'broadcast', 'thing'] as const;

const ActivityRow = z.object({
  event_id: z.string(),
  type: z.string(),
  /**
   * Id of the administrator or auditor who acted, or `system` when the program acted in place of an
   * administrator.
   */
  actor_id: z.string(),
  area: z.enum(ACTIVITY_AREAS),
  what: z.string(),
  subject_kind: z.enum(SUBJECT_KINDS),
  subject_id: z.string(),
  /**
   * Name of the thing or person that the act is about. Empty when the name must be looked up by `subject_id`.
   */
  subject: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  detail: z.string(),
  reason: z.string(),
  /** `{ address, device }`, encrypted with the administrator's key. */
  origin: z.string().nullable(),
  /** Personal data of the event, encrypted with the person's key. */
  sealed: z.string().nullable(),
  /** UTC. */
  at: z.string(),
});
export type ActivityRow = z.output<typeof ActivityRow>;

/** Personal data in rows of this view is always encrypted. */
export const activityView: View<ActivityRow> = {
  name: 'activity',
  version: 3,
  row: ActivityRow,
  key: 'event_id',
  indexes: [['at'], ['area', 'at'], ['actor_id', 'at'], ['subject_id', 'at']],
  searchable: ['what', 'type', 'subject', 'detail', 'reason'],
};
