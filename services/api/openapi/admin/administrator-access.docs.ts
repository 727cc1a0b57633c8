import { type CallDocs, DONE, LIST } from '../call-docs.js';

const ID = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
const REASON = { reason: 'Up to 200 characters, stored for good.' };
const INVITATION = 'What stands behind the # of the link that was mailed.';
const TOKEN = '43 characters of the link';
const OWNERS = 'Only owners may, and nobody about themselves.';

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
          id: ID,
          first_name: 'Chidi',
          last_name: 'Eze',
          email: 'chidi@naira.test',
          role: 'admin',
          permissions: ['support'],
          suspended: false,
          second_factor: true,
          own: false,
          sessions: [
            {
              id: 's1',
              device: 'Mozilla/5.0 Firefox/140.0',
              address: '102.89.1.7',
              started_at: '2026-03-02T09:15:30+01:00',
              last_seen_at: '2026-03-02T10:15:30+01:00',
            },
          ],
          made_at: '2026-01-12T08:00:00+01:00',
        },
      ],
      invitations: [
        {
          id: ID,
          first_name: 'Dayo',
          last_name: 'Ojo',
          email: 'dayo@naira.test',
          role: 'auditor',
          permissions: [],
          state: 'open',
          sends: 1,
          expires_at: '2026-03-05T09:15:30+01:00',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 1042,
    },
  },
  inviteAdministrator: {
    title: 'Invite an administrator or auditor',
    about:
      'Mails them a link with which they choose a password; there is no account before. Refused with EMAIL_TAKEN when the email has one, and with INVITATION_OPEN when it is invited already. Only owners may.',
    fields: {
      email: 'One that no account has.',
      first_name: 'Their first name.',
      last_name: 'Their last name.',
      role: 'admin, or auditor, who only reads.',
      permissions: 'Of support, finance and owner; of an auditor none is kept.',
      form_id: 'Made when the form opens: the same again is the same invitation.',
    },
    body: {
      email: 'chidi@naira.test',
      first_name: 'Chidi',
      last_name: 'Eze',
      role: 'admin',
      permissions: ['support'],
      form_id: 'form-1',
    },
    answer: { status: true, message: 'The invitation is on its way.' },
  },
  sendInvitation: {
    title: 'Send an invitation again',
    about:
      'With another link, which works as long as the first one did; those of before work no more. Nothing when it was sent again since it was loaded. Only owners may.',
    fields: { loaded_sends: 'How often it had been sent, as the list said.' },
    body: { loaded_sends: 1 },
    answer: { status: true, message: 'The invitation is on its way once more.' },
  },
  withdrawInvitation: {
    title: 'Withdraw an invitation',
    about: 'Its links work no more, and nothing is kept of who was invited. Only owners may.',
    fields: {},
    body: {},
    answer: { status: true, message: 'The invitation is withdrawn.' },
  },
  adminInvitation: {
    title: 'What an invitation offers',
    about: 'To whoever was mailed its link, as long as it can be accepted.',
    fields: { invitation: INVITATION },
    body: { invitation: TOKEN },
    answer: {
      status: true,
      first_name: 'Chidi',
      email: 'chidi@naira.test',
      role: 'admin',
      permissions: ['support'],
      expires_at: '2026-03-05T09:15:30+01:00',
    },
  },
  acceptAdminInvitation: {
    title: 'Accept an invitation',
    about:
      'Makes the account of an administrator or auditor, with the password they choose. It works once; they log in afterwards.',
    fields: { invitation: INVITATION, password1: 'At least 12 characters.', password2: 'The same again.' },
    body: { invitation: TOKEN, password1: 'a new pass phrase', password2: 'a new pass phrase' },
    answer: DONE,
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
      role: 'admin',
      permissions: ['support', 'finance'],
      loaded_role: 'admin',
      loaded_permissions: ['support'],
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
  endAdministratorSession: {
    title: 'Sign an administrator out of one browser',
    about: `The others stay signed in. ${OWNERS}`,
    fields: { session: 'Id of one of their sessions, as the list says.' },
    body: { session: 's1' },
    answer: { status: true, message: 'The browser is signed out.' },
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
