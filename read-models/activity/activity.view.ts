import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { ACTIVITY_AREAS } from '../../services/contracts/admin/activity.contract.js';

/** What the subject of an act is: names are looked up where the list is read, since they change and people are erased. */
const SUBJECT_KINDS = ['person', 'purchase', 'broadcast', 'thing'] as const;

const ActivityRow = z.object({
  event_id: z.string(),
  type: z.string(),
  /** Id of the administrator or auditor; `system` for what the product did in their place. */
  actor_id: z.string(),
  area: z.enum(ACTIVITY_AREAS),
  what: z.string(),
  subject_kind: z.enum(SUBJECT_KINDS),
  subject_id: z.string(),
  /** Of a thing, what it is called; empty for whatever is looked up. */
  subject: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The changes as one text, for the search. */
  detail: z.string(),
  reason: z.string(),
  /** `{ address, device }`, readable only with the key of the administrator: nothing has to be erased here. */
  origin: z.string().nullable(),
  /** What was changed of a person, readable only with the key of that person, as in the event. */
  sealed: z.string().nullable(),
  /** UTC, as in the event. */
  at: z.string(),
});
export type ActivityRow = z.output<typeof ActivityRow>;

/** Every act of every administrator and auditor, one row each. Nothing in it is personal in the clear. */
export const activityView: View<ActivityRow> = {
  name: 'activity',
  version: 2,
  row: ActivityRow,
  key: 'event_id',
  indexes: [['at'], ['area', 'at'], ['actor_id', 'at'], ['subject_id', 'at']],
  searchable: ['what', 'type', 'subject', 'detail', 'reason'],
};
