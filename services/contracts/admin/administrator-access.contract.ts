import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
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

/**
 * Calls by which owners decide about administrators and auditors. `:id` must not be the id of the
 * owner who calls.
 */
export const ADMINISTRATOR_ACCESS_CALLS = {
  administrators: adminReads('/api/admin-administrators/'),
  inviteAdministrator: adminChanges('/api/admin-invite-administrator/', 'owner'),
  sendInvitation: adminChanges('/api/admin-send-invitation/:id/', 'owner'),
  withdrawInvitation: adminChanges('/api/admin-withdraw-invitation/:id/', 'owner'),
  changeAccess: adminChanges('/api/admin-administrator-access/:id/', 'owner'),
  suspendAdministrator: adminChanges('/api/admin-suspend-administrator/:id/', 'owner'),
  reinstateAdministrator: adminChanges('/api/admin-reinstate-administrator/:id/', 'owner'),
  signOutAdministrator: adminChanges('/api/admin-sign-out-administrator/:id/', 'owner'),
  endAdministratorSession: adminChanges('/api/admin-end-session/:id/', 'owner'),
  resetSecondFactor: adminChanges('/api/admin-reset-second-factor/:id/', 'owner'),
} as const satisfies Record<string, Call>;

export const ACCESS_REASON_MAX = 200;
export const ADMIN_ROLES = ['admin', 'auditor'] as const;

const AdministratorRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    first_name: z.string().meta({ example: 'Chidi' }),
    last_name: z.string().meta({ example: 'Eze' }),
    email: z.string().meta({ example: 'chidi@naira.test' }),
    role: z.enum(ADMIN_ROLES).meta({ example: 'admin' }),
    permissions: z.array(z.enum(PERMISSIONS)).meta({ example: ['support'] }),
    suspended: z.boolean().meta({ example: false }),
    second_factor: z.boolean().meta({ example: true }),
    /**
     * True for the row of the administrator who calls. Changing one's own access is refused
     * (`ACCESS_OWN`).
     */
    own: z.boolean().meta({ example: false }),
    /** Active sessions, last used first. Times are ISO 8601 with the offset +01:00. */
    sessions: z.array(
      z.object({
        id: z.string().meta({ example: 's1' }),
        started_at: z.string().meta({ example: '2026-03-02T09:15:30+01:00' }),
        last_seen_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
        device: z.string().meta({ example: 'Mozilla/5.0 Firefox/140.0' }),
        address: z.string().meta({ example: '102.89.1.7' }),
      }),
    ),
    made_at: z.string().meta({ example: '2026-01-12T08:00:00+01:00' }),
  }),
);
const InvitationRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    first_name: z.string().meta({ example: 'Dayo' }),
    last_name: z.string().meta({ example: 'Ojo' }),
    email: z.string().meta({ example: 'dayo@naira.test' }),
    role: z.enum(ADMIN_ROLES).meta({ example: 'auditor' }),
    permissions: z.array(z.enum(PERMISSIONS)).meta({ example: [] }),
    /**
     * State of the invitation. `void` means that the owner who sent it is no longer an owner.
     * Another owner may send the invitation again.
     */
    state: z.enum(['open', 'expired', 'void']).meta({ example: 'open' }),
    sends: z.number().meta({ example: 1 }),
    expires_at: z.string().meta({ example: '2026-03-05T09:15:30+01:00' }),
  }),
);
export type InvitationRow = z.output<typeof InvitationRow>;

export type AdministratorRow = z.output<typeof AdministratorRow>;

export const ADMINISTRATOR_ACCESS_SHAPES = serverOnly(() => {
  const answer = z.object({ status: Ok, message: z.string() });
  const Role = z
    .enum(ADMIN_ROLES, 'must be admin or auditor')
    .meta({ description: 'admin, or auditor, who only reads.', example: 'admin' });
  const isPermission = (value: unknown): value is Permission =>
    PERMISSIONS.some((permission) => permission === value);
  /** List of permissions. The error for a faulty item names the field `permissions`. */
  const Permissions = z
    .array(z.unknown(), 'must be a list of permissions')
    .max(PERMISSIONS.length, 'must name each permission once')
    .refine((list): list is Permission[] => list.every(isPermission), `must be of ${PERMISSIONS.join(', ')}`)
    .meta({
      description: 'Of support, finance and owner; of an auditor none is kept.',
      example: ['support'],
    });
  const Name = Text(60)
    .transform((text) => text.trim())
    .refine(isPersonName, 'must be a name: letters, spaces, hyphens, apostrophes, and dots that end a word');
  const reasoned = {
    request: z.object({
      /** Stored unencrypted for ever, so emails and phone numbers are refused. */
      reason: Text(ACCESS_REASON_MAX)
        .refine((text) => text.trim() !== '', 'must not be empty')
        .refine(
          (text) => !text.includes('@') && !/\d{10}/.test(text),
          'must not hold an email or a phone number',
        )
        .meta({
          description: `Up to ${ACCESS_REASON_MAX} characters, stored for good.`,
          example: 'on leave until June',
        }),
      grabToken: BodyToken,
    }),
    answer,
  };
  return {
    administrators: {
      request: z
        .object(adminListFields('Part of a name; of an email too, unless an auditor asks.'))
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: z.object({
        ...adminListAnswer('administrators', AdministratorRow).shape,
        /** All open invitations, even those that do not match `search`. */
        invitations: z.array(InvitationRow),
      }),
    },
    inviteAdministrator: {
      request: z.object({
        email: Email.meta({ description: 'One that no account has.', example: 'chidi@naira.test' }),
        first_name: Name.meta({ description: 'Their first name.', example: 'Chidi' }),
        last_name: Name.meta({ description: 'Their last name.', example: 'Eze' }),
        role: Role,
        permissions: Permissions,
        form_id: IdParam.meta({
          description: 'Made when the form opens: the same again is the same invitation.',
          example: 'form-1',
        }),
        grabToken: BodyToken,
      }),
      answer,
    },
    sendInvitation: {
      request: z.object({
        loaded_sends: Whole(1, 1_000_000).meta({
          description: 'How often it had been sent, as the list said.',
          example: 1,
        }),
        grabToken: BodyToken,
      }),
      answer,
    },
    withdrawInvitation: { request: z.object({ grabToken: BodyToken }), answer },
    changeAccess: {
      request: z.object({
        role: Role,
        permissions: Permissions,
        /** Role that the form showed. The call fails with `STALE_EDIT` when the stored role differs. */
        loaded_role: Role.nullish().meta({
          description: 'The role as the form was filled with it.',
          example: 'admin',
        }),
        loaded_permissions: Permissions.nullish().meta({
          description: 'The permissions as the form was filled with them.',
          example: ['support'],
        }),
        grabToken: BodyToken,
      }),
      answer,
    },
    suspendAdministrator: reasoned,
    reinstateAdministrator: reasoned,
    resetSecondFactor: reasoned,
    endAdministratorSession: {
      request: z.object({
        session: IdParam.meta({
          description: 'Id of one of their sessions, as the list says.',
          example: 's1',
        }),
        grabToken: BodyToken,
      }),
      answer,
    },
    signOutAdministrator: { request: z.object({ grabToken: BodyToken }), answer },
  };
});
