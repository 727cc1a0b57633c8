import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  ENDS_TOO_EARLY,
  IdParam,
  oneOf,
  startsBeforeItEnds,
} from '../fields/http-fields.js';

export const ACTIVITY_AREA_NAMES = {
  administrators: 'Administrators',
  visits: 'Sign-ins and views',
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

/** Entry of the activity log. `at` is an ISO 8601 time with the offset +01:00. */
export const ActivityRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '5f1f8f0e-3f3f-4c59-9f0b-8f4a4f0f2b11' }),
    at: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
    /**
     * Id of the administrator who acted. `command-line` means work on the machine itself, and
     * `system` means an automatic act.
     */
    administrator_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    administrator: z.string().meta({ example: 'Ife Money' }),
    area: z.enum(ACTIVITY_AREAS).meta({ example: 'catalogue' }),
    what: z.string().meta({ example: 'Changed the affiliate charge' }),
    type: z.string().meta({ example: 'AffiliateFeeSet' }),
    /**
     * Name of the thing or person that was changed. Empty for an erased person. Masked by
     * `maskedName` for readers without permission.
     */
    subject: z.string().meta({ example: 'Catalog' }),
    subject_id: z.string().meta({ example: '' }),
    changes: z.array(
      z.object({
        field: z.string().meta({ example: 'Fee' }),
        before: z.string().meta({ example: '₦1,000.00' }),
        after: z.string().meta({ example: '₦1,500.00' }),
      }),
    ),
    reason: z.string().meta({ example: '' }),
    /**
     * IP address and device from which the request came. Readers without permission see the address
     * masked by `maskedAddress`, and no device.
     */
    address: z.string().meta({ example: '102.89.*.*' }),
    device: z.string().meta({ example: '' }),
  }),
);
export type ActivityRow = z.output<typeof ActivityRow>;

export const ACTIVITY_SHAPES = serverOnly(() => ({
  activity: {
    request: z
      .object({
        ...adminListFields(
          'Part of what was done, of a value or of a reason; a whole reference; the whole email of a person.',
        ),
        area: oneOf(ACTIVITY_AREAS)
          .nullish()
          .meta({ description: 'What it was about, or left out for everything.', example: 'catalogue' }),
        administrator: IdParam.nullish().meta({
          description: 'Id of one administrator, or left out for all.',
        }),
      })
      .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminListAnswer('activity', ActivityRow),
  },
}));
