import { type CallDocs, LIST } from '../call-docs.js';

const ID = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
const REASON = { reason: 'Up to 200 characters, stored for good.' };
const OWNERS = 'Only owners may, and nobody about themselves.';

/** What the documentation says of who may use the administrators' side. */
export const ADMINISTRATOR_ACCESS_DOCS = {
  administrators: {
    title: 'Administrators and auditors',
    about: 'Who may use this side and what of it, the one made last first.',
    fields: { ...LIST, search: 'Part of a name; of an email too, unless an auditor asks.' },
    body: { page: 1, page_size: 10 },
    answer: {
      status: true,
      administrators: [
        {
          ...{ id: ID, first_name: 'Chidi', last_name: 'Eze', email: 'chidi@naira.test', role: 'admin' },
          ...{ permissions: ['support'], suspended: false, second_factor: true, own: false },
          sessions: [{ started_at: '2026-03-02T09:15:30+01:00', last_seen_at: '2026-03-02T10:15:30+01:00' }],
          made_at: '2026-01-12T08:00:00+01:00',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 1042,
    },
  },
  changeAccess: {
    title: 'Change the role and permissions of an administrator',
    about: `They have them with their next call. ${OWNERS} Refused with STALE_EDIT when they are not as loaded by now.`,
    fields: {
      role: 'admin, or auditor, who only reads.',
      permissions: 'Of support, finance and owner; of an auditor none is kept.',
      loaded_role: 'The role as the form was filled with it.',
      loaded_permissions: 'The permissions as the form was filled with them.',
    },
    body: {
      ...{ role: 'admin', permissions: ['support', 'finance'] },
      ...{ loaded_role: 'admin', loaded_permissions: ['support'] },
    },
    answer: { status: true, message: 'The access was changed.' },
  },
  suspendAdministrator: {
    title: 'Suspend an administrator',
    about: `They are signed out at once and cannot sign in until they are reinstated. ${OWNERS}`,
    fields: REASON,
    body: { reason: 'on leave until June' },
    answer: { status: true, message: 'The administrator is suspended and signed out.' },
  },
  reinstateAdministrator: {
    title: 'Give a suspended administrator their access back',
    about: `With the role and permissions they had. They have to sign in again. ${OWNERS}`,
    fields: REASON,
    body: { reason: 'back from leave' },
    answer: { status: true, message: 'The administrator can sign in again.' },
  },
  signOutAdministrator: {
    title: 'Sign an administrator out everywhere',
    about: `Every browser of theirs has to sign in again. ${OWNERS}`,
    fields: {},
    body: {},
    answer: { status: true, message: 'The administrator is signed out everywhere.' },
  },
  resetSecondFactor: {
    title: 'Reset the second factor of an administrator',
    about: `For whoever lost it: they are signed out, told by mail, and sign in with their password alone until they set up another one. ${OWNERS}`,
    fields: REASON,
    body: { reason: 'lost the phone, called from their number' },
    answer: { status: true, message: 'The second factor is reset and the administrator signed out.' },
  },
} satisfies Partial<CallDocs>;
