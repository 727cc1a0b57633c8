import type { Access, AccessFact, InvitationLink } from '../access/access.events.js';

/** Somebody who was asked to become an administrator or auditor. */
export interface Invitation extends InvitationLink {
  /** Who they will be. */
  readonly userId: string;
  readonly inviteId: string;
  readonly emailMac: string;
  readonly access: Access;
  readonly state: 'open' | 'accepted' | 'withdrawn';
  /** How often it was sent; a form that saw another number is too old to send it once more. */
  readonly sends: number;
  /** ISO 8601; absent until then. */
  readonly acceptedAt?: string;
}

export type InvitationFact = Extract<
  AccessFact,
  {
    readonly type:
      'AdministratorInvited' | 'InvitationSentAgain' | 'InvitationWithdrawn' | 'InvitationAccepted';
  }
>;

/** The invitation after the event. @param at when it was stored, ISO 8601 */
export function evolveInvitation(
  before: Invitation | undefined,
  { type, data }: InvitationFact,
  at: string,
): Invitation | undefined {
  switch (type) {
    case 'AdministratorInvited': {
      const { was: _, ...invited } = data;
      return { ...invited, state: 'open', sends: 1 };
    }
    case 'InvitationSentAgain':
      // Also where a fault cut its acceptance short: whoever sends it now answers for it, and it is accepted anew.
      return before && { ...before, ...data, state: 'open', sends: before.sends + 1 };
    case 'InvitationWithdrawn':
      return before && { ...before, state: 'withdrawn' };
    case 'InvitationAccepted':
      return before && { ...before, state: 'accepted', acceptedAt: at };
  }
}
