import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventContext, fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import type { RuleBroken } from '../../contracts/errors.js';
import { codeKey } from '../../customers/mailed-codes/codes.js';
import { RegisterUser } from '../../customers/registration/register-user.handler.js';
import { emailStream } from '../../customers/user.events.js';
import { ADA, openPeople, type People } from '../../customers/testing/people.js';
import { ACCESS_STREAM } from '../access/access.events.js';
import { Administrators } from '../administrators.js';
import { createAdministrator } from '../create-admin.js';
import { acceptAt, invitationsOf } from '../testing/accepting.js';
import { invitationToken } from './invitation-link.js';
import {
  InviteAdministrator,
  InviteAdministratorHandler,
  SendInvitation,
  SendInvitationHandler,
  WithdrawInvitation,
  WithdrawInvitationHandler,
} from './invite-administrator.handler.js';

const PASSWORD = 'chosen by Grace 1';
const HOUR_MS = 3_600_000;

describe('invitations whose acceptance a fault cut short', () => {
  const store = new MemoryEventStore();
  let people: People;
  /** Two processes over one ledger, each with a memory of its own. */
  let here: Administrators;
  let there: Administrators;
  let count = 0;
  let [ada, bola, chidi] = ['', '', ''];
  let email = '';

  beforeAll(async () => {
    people = await openPeople({}, store);
    here = new Administrators(store);
    there = new Administrators(store);
  });
  afterAll(() => people.remove());
  beforeEach(async () => {
    [ada, bola, chidi] = [await hire('owner'), await hire('owner'), await hire('support', 'finance')];
    email = `grace${(count += 1)}@x.test`;
  });

  const hire = async (...permissions: Permission[]): Promise<string> => {
    const { userId } = await createAdministrator(
      { register: people.register, verifyEmail: people.verifyEmail, administrators: here },
      {
        ...{ email: `a${(count += 1)}@x.test`, password: 'long enough 1', firstName: 'A', lastName: 'B' },
        ...{ role: 'admin', permissions },
      },
    );
    return userId;
  };
  const by = (id: string): EventContext => ({
    ...systemContext(),
    actor: { kind: 'admin', id, sealed: 'from where' },
  });
  const told = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: RuleBroken) => error.code ?? String(error),
    );
  const invite = (inviteId: string, context: EventContext, address = email) =>
    new InviteAdministratorHandler(here, invitationsOf(here, people), people.users, people.vault).execute(
      new InviteAdministrator(
        inviteId,
        { firstName: 'Grace', lastName: 'Bello', email: address },
        { role: 'admin', permissions: ['finance'] },
        context,
      ),
    );
  const sendAgain = (id: string, sends: number, context: EventContext) =>
    new SendInvitationHandler(here, invitationsOf(here, people), people.users).execute(
      new SendInvitation(id, sends, context),
    );
  const withdraw = (id: string, context: EventContext, process = here) =>
    new WithdrawInvitationHandler(process, people.users, people.store, people.vault).execute(
      new WithdrawInvitation(id, context),
    );
  const accept = (token: string, { process = here, password = PASSWORD, now = new Date(), cutAt = 0 } = {}) =>
    acceptAt(process, people, token, { password, now, cutAt });
  /** What whoever mails would put into the link of the newest event. */
  const mailed = async (address = email) => {
    const open = await invitationsOf(here, people).open(new Date());
    const found = open.find((one) => one.email === address)!;
    const { userId, linkId, sends } = found.invitation;
    const token = invitationToken(codeKey(people.secrets.pinPepper), userId, linkId);
    return { userId, token, sends, standing: found.standing };
  };
  const permissionsOf = async (userId: string) =>
    (await there.current({ userId, role: 'admin' })).permissions;
  const expireAt = new Date(Date.now() + 73 * HOUR_MS);

  const person = (userId: string) => ({ userId, role: 'admin' }) as const;

  it('are finished by asking again, wherever that was', async () => {
    await invite('cut', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    expect(await permissionsOf(userId)).toEqual(['finance']);
    expect((await mailed()).standing).toBe('open');
    await expect(accept(token, { cutAt: 2 })).rejects.toThrow('cut short');
    // There is an account: from here on it is a colleague.
    expect(await told(withdraw(userId, by(ada)))).toBe('INVITATION_USED');
    expect(await told(sendAgain(userId, 1, by(ada)))).toBe('INVITATION_USED');
    expect((await people.users.current(userId))?.emailVerified).toBe(false);
    expect(await told(accept(token, { password: 'another password' }))).toBe('INVITATION_USED');
    const { passwordHash, emailVerified } = (await people.users.current(userId))!;
    expect([emailVerified, await people.passwords.verify(passwordHash, PASSWORD)]).toEqual([true, true]);
  });

  it('are sent again, also once they expired, and accepted by the new link alone', async () => {
    await invite('cut-expired', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    expect(await told(accept(token, { now: expireAt }))).toBe('INVITATION_EXPIRED');
    expect(await told(sendAgain(userId, 1, by(bola)))).toBe('done');
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
    const again = await mailed();
    expect(again).toMatchObject({ userId, sends: 2, standing: 'open' });
    expect(await told(accept(again.token, { process: there }))).toBe('done');
    expect((await people.users.current(userId))?.email).toBe(email);
    expect(await told(withdraw(userId, by(ada)))).toBe('INVITATION_USED');
  });

  it('are withdrawn, and the email is free, also when it was claimed already', async () => {
    await invite('cut-withdrawn', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    // The account was cut short behind the claim of its email.
    const stream = emailStream(people.users.emailMac(email));
    await store.append(stream, NO_STREAM, [fact('EmailClaimed', { userId }, systemContext())]);
    expect(await told(withdraw(userId, by(chidi)))).toBe('PERMISSION_MISSING');
    const both = [withdraw(userId, by(ada)), withdraw(userId, by(bola), there)].map(told);
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
    expect(await people.users.ownerOfEmail(email)).toBeUndefined();
    expect(await people.users.current(userId)).toBeUndefined();
    const stored = await store.readStream(ACCESS_STREAM);
    const sealed = stored.find(({ data }) => data['userId'] === userId)?.data['sealed'];
    expect(people.vault.open(userId, String(sealed))).toBeUndefined();
    expect(
      (await invitationsOf(there, people).open(new Date())).map((one) => one.invitation.userId),
    ).not.toContain(userId);
    await invite('cut-anew', by(ada));
    expect(await told(accept((await mailed()).token))).toBe('done');
  });

  it('make no account once whoever sent them was suspended', async () => {
    const inviter = await hire('owner');
    await invite('cut-void', by(inviter));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    await there.decide({ type: 'Suspend', reason: 'left' }, person(inviter), person(ada), by(ada));
    expect((await mailed()).standing).toBe('void');
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
    expect(await people.users.current(userId)).toBeUndefined();
    await sendAgain(userId, 1, by(ada));
    expect(await told(accept((await mailed()).token))).toBe('done');
  });

  it('are withdrawn where somebody else got the email meanwhile, who keeps it', async () => {
    await invite('cut-lost', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    await people.register.execute(new RegisterUser({ ...ADA, email }, systemContext()));
    expect(await told(accept(token))).toBe('EMAIL_TAKEN');
    expect(await told(withdraw(userId, by(ada)))).toBe('done');
    expect((await people.users.byEmail(email))?.role).toBe('user');
  });

  it('make no account in the middle of being withdrawn, and keep no email', async () => {
    await invite('cut-middle', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    let answer = '';
    const between: ConstructorParameters<typeof Administrators>[0] = {
      head: (stream) => store.head(stream),
      readStream: (stream, options) => store.readStream(stream, options),
      append: async (stream, head, events) => {
        if (stream === ACCESS_STREAM) answer = await told(accept(token));
        return store.append(stream, head, events);
      },
    };
    await withdraw(userId, by(ada), new Administrators(between));
    expect(answer).toBe('INVITATION_INVALID');
    expect(await people.users.reload(userId)).toBeUndefined();
    expect(await people.users.ownerOfEmail(email)).toBeUndefined();
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
  });

  it('are withdrawn while the account is being made, or make it, never both, at whichever step', async () => {
    for (let round = 0; round < 10; round += 1) {
      const address = `step${round}@x.test`;
      await invite(`step-${round}`, by(ada), address);
      const { userId, token } = await mailed(address);
      await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
      const answers = await Promise.all([told(accept(token)), told(withdraw(userId, by(bola), there))]);
      const account = await people.users.reload(userId);
      expect(account ? ['done', 'INVITATION_USED'] : ['INVITATION_INVALID', 'done']).toEqual(answers);
      expect(await people.users.ownerOfEmail(address)).toBe(account?.userId);
    }
  });
});
