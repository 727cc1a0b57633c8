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

export const ACTIVITY_CALLS = {
  activity: adminReads('/api/admin-activity/'),
} as const satisfies Record<string, Call>;

/** `at` is ISO 8601 with +01:00. */
export const ActivityRow = serverOnly(() =>
  z.object({
    id: z.string(),
    at: z.string(),
    /** Administrator id, `command-line` for work on the machine itself, or `system` for automatic acts. */
    administrator_id: z.string(),
    administrator: z.string(),
    area: z.enum(ACTIVITY_AREAS),
    /** Words for the act. */
    what: z.string(),
    /** Type of the event that proves the act. */
    type: z.string(),
    /** `maskedName` without permission; empty once erased. */
    subject: z.string(),
    /** Empty for none. */
    subject_id: z.string(),
    /** Empty for none or unknown. */
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    /** Typed by the administrator. */
    reason: z.string(),
    /** `maskedAddress` without permission; `device` is then empty. */
    address: z.string(),
    device: z.string(),
  }),
);
export type ActivityRow = z.output<typeof ActivityRow>;

export const ACTIVITY_SHAPES = serverOnly(() => ({
  activity: {
    request: z
      .object({
        ...ADMIN_LIST_FIELDS,
        area: oneOf(ACTIVITY_AREAS).nullish(),
        administrator: IdParam.nullish(),
      })
      .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminListAnswer('activity', ActivityRow),
  },
}));
