import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  BodyToken,
  ENDS_TOO_EARLY,
  IdParam,
  Ok,
  startsBeforeItEnds,
  Text,
  Whole,
} from '../fields/http-fields.js';
import { Email } from '../fields/account-fields.js';
import { isPersonName } from '../fields/people.js';
import { PERMISSIONS, type Permission } from './administrators.contract.js';

/** Owners' decisions about administrators and auditors. `:id` is never the caller's own id. */
export const ADMINISTRATOR_ACCESS_CALLS = {
  administrators: adminReads('/api/admin-administrators/'),
  inviteAdministrator: adminChanges('/api/admin-invite-administrator/', 'owner'),
  /** `:id` of an invitation. */
  sendInvitation: adminChanges('/api/admin-send-invitation/:id/', 'owner'),
  withdrawInvitation: adminChanges('/api/admin-withdraw-invitation/:id/', 'owner'),
  changeAccess: adminChanges('/api/admin-administrator-access/:id/', 'owner'),
  suspendAdministrator: adminChanges('/api/admin-suspend-administrator/:id/', 'owner'),
  reinstateAdministrator: adminChanges('/api/admin-reinstate-administrator/:id/', 'owner'),
  signOutAdministrator: adminChanges('/api/admin-sign-out-administrator/:id/', 'owner'),
  /** Ends one of the listed `sessions`. */
  endAdministratorSession: adminChanges('/api/admin-end-session/:id/', 'owner'),
  resetSecondFactor: adminChanges('/api/admin-reset-second-factor/:id/', 'owner'),
} as const satisfies Record<string, Call>;

export const ACCESS_REASON_MAX = 200;
export const ADMIN_ROLES = ['admin', 'auditor'] as const;

const AdministratorRow = serverOnly(() =>
  z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    /** Masked for auditors. */
    email: z.string(),
    role: z.enum(ADMIN_ROLES),
    /** Empty for auditors. */
    permissions: z.array(z.enum(PERMISSIONS)),
    suspended: z.boolean(),
    second_factor: z.boolean(),
    /** Marks the caller, whose own changes fail with `ACCESS_OWN`. */
    own: z.boolean(),
    /** Last used first. Times are ISO 8601 with +01:00. */
    sessions: z.array(
      z.object({
        /** Id for `endAdministratorSession`. */
        id: z.string(),
        started_at: z.string(),
        last_seen_at: z.string(),
        /** Shown to owners only. */
        device: z.string(),
        address: z.string(),
      }),
    ),
    made_at: z.string(),
  }),
);
/** An open invitation. */
const InvitationRow = serverOnly(() =>
  z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    /** Masked for auditors. */
    email: z.string(),
    role: z.enum(ADMIN_ROLES),
    permissions: z.array(z.enum(PERMISSIONS)),
    /** `void` when its sender lost the owner permission; another owner may send it again. */
    state: z.enum(['open', 'expired', 'void']),
    sends: z.number(),
    /** ISO 8601 with +01:00. */
    expires_at: z.string(),
  }),
);
export type InvitationRow = z.output<typeof InvitationRow>;

export type AdministratorRow = z.output<typeof AdministratorRow>;

export const ADMINISTRATOR_ACCESS_SHAPES = serverOnly(() => {
  const answer = z.object({ status: Ok, message: z.string() });
  const Role = z.enum(ADMIN_ROLES, 'must be admin or auditor');
  const isPermission = (value: unknown): value is Permission =>
    PERMISSIONS.some((permission) => permission === value);
  /** Faults name `permissions`, not an item. */
  const Permissions = z
    .array(z.unknown(), 'must be a list of permissions')
    .max(PERMISSIONS.length, 'must name each permission once')
    .refine((list): list is Permission[] => list.every(isPermission), `must be of ${PERMISSIONS.join(', ')}`);
  const Name = Text(60)
    .transform((text) => text.trim())
    .refine(isPersonName, 'must be a name: letters, spaces, hyphens, apostrophes, and dots that end a word');
  const reasoned = {
    request: z.object({
      /** Stored unencrypted for ever: never put an email or phone number here. */
      reason: Text(ACCESS_REASON_MAX)
        .refine((text) => text.trim() !== '', 'must not be empty')
        .refine(
          (text) => !text.includes('@') && !/\d{10}/.test(text),
          'must not hold an email or a phone number',
        ),
      grabToken: BodyToken,
    }),
    answer,
  };
  return {
    administrators: {
      request: z.object(ADMIN_LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: z.object({
        ...adminListAnswer('administrators', AdministratorRow).shape,
        /** Unaffected by `search`. */
        invitations: z.array(InvitationRow),
      }),
    },
    inviteAdministrator: {
      request: z.object({
        email: Email,
        first_name: Name,
        last_name: Name,
        role: Role,
        /** Ignored for auditors. */
        permissions: Permissions,
        /** Idempotency key; other values give `CHANGE_CONFLICT`. */
        form_id: IdParam,
        grabToken: BodyToken,
      }),
      answer,
    },
    sendInvitation: {
      /** `loaded_sends` is the number of sends shown in the list. */
      request: z.object({ loaded_sends: Whole(1, 1_000_000), grabToken: BodyToken }),
      answer,
    },
    withdrawInvitation: { request: z.object({ grabToken: BodyToken }), answer },
    changeAccess: {
      request: z.object({
        role: Role,
        /** Ignored for auditors. */
        permissions: Permissions,
        /** Values on the form; `STALE_EDIT` if they have changed. */
        loaded_role: Role.nullish(),
        loaded_permissions: Permissions.nullish(),
        grabToken: BodyToken,
      }),
      answer,
    },
    suspendAdministrator: reasoned,
    reinstateAdministrator: reasoned,
    resetSecondFactor: reasoned,
    endAdministratorSession: { request: z.object({ session: IdParam, grabToken: BodyToken }), answer },
    signOutAdministrator: { request: z.object({ grabToken: BodyToken }), answer },
  };
});
