import type { CommandBus } from '@nestjs/cqrs';
import { EventContexts } from '../../customers/event-contexts.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import type { MarkEmailVerified } from '../../customers/registration/verify-email.handler.js';
import type { People } from '../../customers/testing/people.js';
import type { Administrators } from '../administrators.js';
import {
  AcceptInvitation,
  AcceptInvitationHandler,
  LookAtInvitationHandler,
} from '../invitations/accept-invitation.handler.js';
import { Invitations } from '../invitations/invitations.js';

export const invitationsOf = (process: Administrators, { users, vault, secrets, config }: People) =>
  new Invitations(process, users, vault, secrets, config);

export interface Accepting {
  readonly password: string;
  readonly now: Date;
  /** Number of the step after the acceptance that fails, from 1; absent means none. */
  readonly cutAt?: number | undefined;
}

export function acceptAt(
  process: Administrators,
  people: People,
  token: string,
  { password, now, cutAt }: Accepting,
): Promise<void> {
  let steps = 0;
  const commands = {
    execute: async (command: unknown) => {
      if ((steps += 1) === cutAt) throw new Error('cut short');
      return command instanceof CreateUser
        ? people.register.execute(command)
        : people.verifyEmail.execute(command as MarkEmailVerified);
    },
  } as unknown as CommandBus;
  const invitations = invitationsOf(process, people);
  return new AcceptInvitationHandler(
    process,
    invitations,
    new LookAtInvitationHandler(invitations, people.limits),
    people.users,
    new EventContexts(people.vault),
    commands,
    people.store,
  ).execute(new AcceptInvitation(token, password, { address: '10.0.0.1', device: 'Firefox' }, now));
}
