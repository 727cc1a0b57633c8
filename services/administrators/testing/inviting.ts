import { type EventContext, systemContext } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import type { RuleBroken } from '../../contracts/errors.js';
import { codeKey } from '../../customers/mailed-codes/code-digits.js';
import { openPeople, type People } from '../../customers/testing/people.js';
import { Administrators } from '../administrators.js';
import { createAdministrator } from '../create-admin.js';
import { invitationToken } from '../invitations/invitation-link.js';
import {
  InviteAdministrator,
  InviteAdministratorHandler,
  SendInvitation,
  SendInvitationHandler,
  WithdrawInvitation,
  WithdrawInvitationHandler,
} from '../invitations/invite-administrator.handler.js';
import { acceptAt, invitationsOf } from './accepting.js';

export const PASSWORD = 'chosen by Grace 1';
export const GRACE = { firstName: 'Grace', lastName: 'Bello' };

export const by = (id: string, kind: 'admin' | 'auditor' = 'admin'): EventContext => ({
  ...systemContext(),
  actor: { kind, id, sealed: 'from where' },
});

/** Error code, or `done`. */
export const told = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: RuleBroken) => error.code ?? String(error),
  );

/** Administrators who invite Grace, in two processes over one ledger. */
export class Inviting {
  readonly here: Administrators;
  readonly there: Administrators;
  people!: People;
  email = '';
  private count = 0;

  constructor(private readonly store: EventStore) {
    this.here = new Administrators(store);
    this.there = new Administrators(store);
  }

  async open(): Promise<void> {
    this.people = await openPeople({}, this.store);
  }

  /** Creates two owners and an administrator with `support` and `finance`, and a new `email`. */
  async hireThree(): Promise<[string, string, string]> {
    const hired = [await this.hire('owner'), await this.hire('owner')] as const;
    const third = await this.hire('support', 'finance');
    this.email = `grace${(this.count += 1)}@x.test`;
    return [...hired, third];
  }

  readonly hire = async (...permissions: Permission[]): Promise<string> => {
    const { userId } = await createAdministrator(
      { ...this.people, administrators: this.here },
      {
        email: `a${(this.count += 1)}@x.test`,
        password: 'long enough 1',
        firstName: 'A',
        lastName: 'B',
        role: 'admin',
        permissions,
      },
    );
    return userId;
  };

  readonly invite = (
    inviteId: string,
    context: EventContext,
    { process = this.here, permissions = ['finance'] as Permission[], address = this.email } = {},
  ) => {
    const { people } = this;
    const invitations = invitationsOf(process, people);
    return new InviteAdministratorHandler(process, invitations, people.users, people.vault).execute(
      new InviteAdministrator(
        inviteId,
        { ...GRACE, email: address },
        { role: 'admin', permissions },
        context,
      ),
    );
  };

  readonly sendAgain = (id: string, sends: number, context: EventContext, process = this.here) =>
    new SendInvitationHandler(process, invitationsOf(process, this.people), this.people.users).execute(
      new SendInvitation(id, sends, context),
    );

  readonly withdraw = (id: string, context: EventContext, process = this.here) => {
    const { users, store, vault } = this.people;
    return new WithdrawInvitationHandler(process, users, store, vault).execute(
      new WithdrawInvitation(id, context),
    );
  };

  readonly accept = (
    token: string,
    { process = this.here, password = PASSWORD, now = new Date(), cutAt = 0 } = {},
  ) => acceptAt(process, this.people, token, { password, now, cutAt });

  /** Derives the link of the newest event, like the mailing process. */
  readonly mailed = async (address = this.email) => {
    const pending = await invitationsOf(this.here, this.people).pending(new Date());
    const found = pending.find((one) => one.email === address)!;
    const { userId, linkId, sends } = found.invitation;
    const token = invitationToken(codeKey(this.people.secrets.pinPepper), userId, linkId);
    return { userId, token, sends, standing: found.standing };
  };

  readonly permissionsOf = async (userId: string) =>
    (await this.there.current({ userId, role: 'admin' })).permissions;
}
