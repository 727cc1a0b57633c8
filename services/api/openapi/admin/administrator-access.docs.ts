import { type CallDocs } from '../call-docs.js';
const OWNERS = 'Only owners may, and nobody about themselves.';

export const ADMINISTRATOR_ACCESS_DOCS = {
  administrators: {
    title: 'Administrators and auditors',
    about: 'Who may use this side and what of it, the one made last first.',
  },
  inviteAdministrator: {
    title: 'Invite an administrator or auditor',
    about:
      'Mails them a link with which they choose a password; there is no account before. Refused with EMAIL_TAKEN when the email has one, and with INVITATION_OPEN when it is invited already. Only owners may.',
    answer: { message: 'The invitation is on its way.' },
  },
  sendInvitation: {
    title: 'Send an invitation again',
    about:
      'With another link, which works as long as the first one did; those of before work no more. Nothing when it was sent again since it was loaded. Only owners may.',
    answer: { message: 'The invitation is on its way once more.' },
  },
  withdrawInvitation: {
    title: 'Withdraw an invitation',
    about: 'Its links work no more, and nothing is kept of who was invited. Only owners may.',
    answer: { message: 'The invitation is withdrawn.' },
  },
  adminInvitation: {
    title: 'What an invitation offers',
    about: 'To whoever was mailed its link, as long as it can be accepted.',
  },
  acceptAdminInvitation: {
    title: 'Accept an invitation',
    about:
      'Makes the account of an administrator or auditor, with the password they choose. It works once; they log in afterwards.',
  },
  changeAccess: {
    title: 'Change the role and permissions of an administrator',
    about: `They have them with their next call. ${OWNERS} Refused with STALE_EDIT when they are not as loaded by now.`,
    body: { permissions: ['support', 'finance'] },
    answer: { message: 'The access was changed.' },
  },
  suspendAdministrator: {
    title: 'Suspend an administrator',
    about: `They are signed out at once and cannot sign in until they are reinstated. ${OWNERS}`,
    answer: { message: 'The administrator is suspended and signed out.' },
  },
  reinstateAdministrator: {
    title: 'Give a suspended administrator their access back',
    about: `With the role and permissions they had. They have to sign in again. ${OWNERS}`,
    body: { reason: 'back from leave' },
    answer: { message: 'The administrator can sign in again.' },
  },
  endAdministratorSession: {
    title: 'Sign an administrator out of one browser',
    about: `The others stay signed in. ${OWNERS}`,
    answer: { message: 'The browser is signed out.' },
  },
  signOutAdministrator: {
    title: 'Sign an administrator out everywhere',
    about: `Every browser of theirs has to sign in again. ${OWNERS}`,
    answer: { message: 'The administrator is signed out everywhere.' },
  },
  resetSecondFactor: {
    title: 'Reset the second factor of an administrator',
    about: `For whoever lost it: they are signed out, told by mail, and sign in with their password alone until they set up another one. ${OWNERS}`,
    body: { reason: 'lost the phone, called from their number' },
    answer: { message: 'The second factor is reset and the administrator signed out.' },
  },
} satisfies Partial<CallDocs>;
