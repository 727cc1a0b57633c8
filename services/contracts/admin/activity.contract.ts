import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  ENDS_TOO_EARLY,
  IdParam,
  oneOf,
  startsBeforeItEnds,
} from '../fields/http-fields.js';

/** What an act was about, and what people call it. */
export const ACTIVITY_AREA_NAMES = {
  administrators: 'Administrators',
  customers: 'Customers',
  money: 'Money',
  purchases: 'Purchases',
  catalogue: 'What is sold',
  vendors: 'Vendors',
  broadcasts: 'Broadcasts',
  other: 'Other',
} as const;
export type ActivityArea = keyof typeof ACTIVITY_AREA_NAMES;
export const ACTIVITY_AREAS = Object.keys(ACTIVITY_AREA_NAMES) as [ActivityArea, ...ActivityArea[]];

/** Everything that administrators ever did, and what the product did in their place. */
export const ACTIVITY_CALLS = {
  activity: adminReads('/api/admin-activity/'),
} as const satisfies Record<string, Call>;

/** One act of one administrator. Times are ISO 8601 with +01:00. */
export const ActivityRow = serverOnly(() =>
  z.object({
    id: z.string(),
    at: z.string(),
    /** Id of the administrator; `command-line` for whoever works on the machine itself, `system` for what the product did in their place. */
    administrator_id: z.string(),
    /** Name of the administrator. */
    administrator: z.string(),
    area: z.enum(ACTIVITY_AREAS),
    /** What was done, in words. */
    what: z.string(),
    /** The type of the event that is the proof of it. */
    type: z.string(),
    /** To what or to whom. A person's name is masked for whoever may not see it, empty when the person was erased. */
    subject: z.string(),
    /** Id of the purchase, person or broadcast; empty where there is none. */
    subject_id: z.string(),
    /** What it was before and is now, a text each; empty where there was nothing, or nothing is known. */
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    /** As the administrator gave it. */
    reason: z.string(),
    /** Network address the call came from, and what the browser called itself; masked for whoever may not see it. */
    address: z.string(),
    device: z.string(),
  }),
);
export type ActivityRow = z.output<typeof ActivityRow>;

/** Shapes of ACTIVITY_CALLS. */
export const ACTIVITY_SHAPES = serverOnly(() => ({
  activity: {
    request: z
      .object({
        ...ADMIN_LIST_FIELDS,
        area: oneOf(ACTIVITY_AREAS).nullish(),
        /** Only what this administrator did. */
        administrator: IdParam.nullish(),
      })
      .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminListAnswer('activity', ActivityRow),
  },
}));
