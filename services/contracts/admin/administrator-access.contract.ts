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

/** Administrators and auditors, and what owners decide about them. `:id` is the id of one of them, never the caller's own. */
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
  /** Of one browser: `session` is one of `sessions` in the list. */
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
    /** None of an auditor. */
    permissions: z.array(z.enum(PERMISSIONS)),
    suspended: z.boolean(),
    second_factor: z.boolean(),
    /** Whether it is the caller: nobody changes themselves. */
    own: z.boolean(),
    /** Browsers that are signed in now, the one used last first. Times are ISO 8601 with +01:00. */
    sessions: z.array(
      z.object({
        /** Names it where it is ended. */
        id: z.string(),
        started_at: z.string(),
        last_seen_at: z.string(),
        /** What the browser calls itself, and from where it signed in. Of others only owners are told; empty also where it was not noted. */
        device: z.string(),
        address: z.string(),
      }),
    ),
    made_at: z.string(),
  }),
);
/** Somebody who was asked and has not answered. */
const InvitationRow = serverOnly(() =>
  z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    /** Masked for auditors. */
    email: z.string(),
    role: z.enum(ADMIN_ROLES),
    permissions: z.array(z.enum(PERMISSIONS)),
    /** `void`: whoever sent it is no owner any more; sent again by another it works. */
    state: z.enum(['open', 'expired', 'void']),
    /** How often it was sent. */
    sends: z.number(),
    /** ISO 8601 with +01:00. */
    expires_at: z.string(),
  }),
);
export type InvitationRow = z.output<typeof InvitationRow>;

export type AdministratorRow = z.output<typeof AdministratorRow>;

/** Shapes of ADMINISTRATOR_ACCESS_CALLS. */
export const ADMINISTRATOR_ACCESS_SHAPES = serverOnly(() => {
  const answer = z.object({ status: Ok, message: z.string() });
  const Role = z.enum(ADMIN_ROLES, 'must be admin or auditor');
  const isPermission = (value: unknown): value is Permission =>
    PERMISSIONS.some((permission) => permission === value);
  /** Whichever of them is wrong, it is the list that is refused. */
  const Permissions = z
    .array(z.unknown(), 'must be a list of permissions')
    .max(PERMISSIONS.length, 'must name each permission once')
    .refine((list): list is Permission[] => list.every(isPermission), `must be of ${PERMISSIONS.join(', ')}`);
  const Name = Text(60)
    .transform((text) => text.trim())
    .refine(isPersonName, 'must be a name: letters, spaces, hyphens, apostrophes, and dots that end a word');
  const reasoned = {
    request: z.object({
      /** Stored in the clear and for good: no place for what reaches a person. */
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
        /** All of them, whatever was searched for: they are few. */
        invitations: z.array(InvitationRow),
      }),
    },
    inviteAdministrator: {
      request: z.object({
        email: Email,
        first_name: Name,
        last_name: Name,
        role: Role,
        /** Ignored of an auditor. */
        permissions: Permissions,
        /** Names one filled-in form of an owner: sent again it is the same invitation. */
        form_id: IdParam,
        grabToken: BodyToken,
      }),
      answer,
    },
    sendInvitation: {
      /** `loaded_sends`: how often it had been sent as the list showed it. */
      request: z.object({ loaded_sends: Whole(1, 1_000_000), grabToken: BodyToken }),
      answer,
    },
    withdrawInvitation: { request: z.object({ grabToken: BodyToken }), answer },
    changeAccess: {
      request: z.object({
        role: Role,
        /** Ignored of an auditor. */
        permissions: Permissions,
        /** Both as the form was filled with them. */
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
