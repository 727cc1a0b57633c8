import type { Access, AccessFact, InvitationLink } from '../access/access.events.js';

export interface Invitation extends InvitationLink {
  readonly userId: string;
  readonly inviteId: string;
  readonly emailMac: string;
  readonly access: Access;
  readonly state: 'open' | 'accepted' | 'withdrawn';
  readonly sends: number;
  /** Time of acceptance, ISO 8601. Absent before the acceptance. */
  readonly acceptedAt?: string;
  /** Time when the latest invitation mail was sent, ISO 8601. */
  readonly sentAt: string;
}

export type InvitationFact = Extract<
  AccessFact,
  {
    readonly type:
      'AdministratorInvited' | 'InvitationSentAgain' | 'InvitationWithdrawn' | 'InvitationAccepted';
  }
>;

/** @param at ISO 8601 */
export function evolveInvitation(
  before: Invitation | undefined,
  { type, data }: InvitationFact,
  at: string,
): Invitation | undefined {
  switch (type) {
    case 'AdministratorInvited': {
      const { was: _, ...invited } = data;
      return { ...invited, state: 'open', sends: 1, sentAt: at };
    }
    case 'InvitationSentAgain':
      // Reopens even an accepted invitation, because its acceptance may be incomplete. The sender of the new
      // link becomes `inviterId`.
      return (
        before && {
          ...before,
          ...data,
          state: 'open',
          sends: before.sends + 1,
          sentAt: later(before.sentAt, at),
        }
      );
    case 'InvitationWithdrawn':
      return before && { ...before, state: 'withdrawn' };
    case 'InvitationAccepted':
      return before && { ...before, state: 'accepted', acceptedAt: later(before.sentAt, at) };
  }
}

/** ISO 8601. */
const later = (one: string, other: string): string => (one > other ? one : other);
