import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RegisterUser } from '../../customers/registration/register-user.handler.js';
import { emailStream } from '../../customers/user.events.js';
import { ADA, type People } from '../../customers/testing/people.js';
import { ACCESS_STREAM } from '../access/access.events.js';
import { Administrators } from '../administrators.js';
import { invitationsOf } from '../testing/accepting.js';
import { by, Inviting, PASSWORD, told } from '../testing/inviting.js';

const HOUR_MS = 3_600_000;

describe('invitations whose acceptance a fault cut short', () => {
  const store = new MemoryEventStore();
  const inviting = new Inviting(store);
  const { there, hire, invite, sendAgain, withdraw, accept, mailed, permissionsOf } = inviting;
  let people: People;
  let email = '';
  let [ada, bola, chidi] = ['', '', ''];

  beforeAll(async () => {
    await inviting.open();
    people = inviting.people;
  });
  afterAll(() => people.remove());
  beforeEach(async () => {
    [ada, bola, chidi] = await inviting.hireThree();
    email = inviting.email;
  });

  const expireAt = new Date(Date.now() + 73 * HOUR_MS);

  const person = (userId: string) => ({ userId, role: 'admin' }) as const;
  /** Something happens between what an owner decides and the moment it is stored. */
  const decidingAfter = (happens: () => Promise<unknown>) =>
    new Administrators({
      head: (stream) => store.head(stream),
      readStream: (stream, options) => store.readStream(stream, options),
      append: async (stream, head, events) => {
        await happens();
        return store.append(stream, head, events);
      },
    });
  /** The last step of somebody who showed the link before. */
  const makeAccount = (userId: string, address = email) =>
    people.register.execute(
      new RegisterUser({ ...ADA, email: address, role: 'admin' }, systemContext(), undefined, userId),
    );

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
    const stream = emailStream(people.users.emails.mac(email));
    await store.append(stream, NO_STREAM, [fact('EmailClaimed', { userId }, systemContext())]);
    expect(await told(withdraw(userId, by(chidi)))).toBe('PERMISSION_MISSING');
    const both = [withdraw(userId, by(ada)), withdraw(userId, by(bola), there)].map(told);
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
    expect(await people.users.emails.ownerOf(email)).toBeUndefined();
    expect(await people.users.current(userId)).toBeUndefined();
    const stored = await store.readStream(ACCESS_STREAM);
    const sealed = stored.find(({ data }) => data['userId'] === userId)?.data['sealed'];
    expect(people.vault.open(userId, String(sealed))).toBeUndefined();
    expect(
      (await invitationsOf(there, people).pending(new Date())).map((one) => one.invitation.userId),
    ).not.toContain(userId);
    await invite('cut-anew', by(ada));
    expect(await told(accept((await mailed()).token))).toBe('done');
  });

  it('are a colleague’s once there is an account, also where they were sent again while it was made', async () => {
    await invite('cut-sent', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    await sendAgain(userId, 1, by(ada));
    await makeAccount(userId);
    expect(await told(withdraw(userId, by(bola), there))).toBe('INVITATION_USED');
    expect(await told(sendAgain(userId, 2, by(ada)))).toBe('INVITATION_USED');
    expect((await people.users.reload(userId))?.email).toBe(email);
    expect(await people.users.emails.ownerOf(email)).toBe(userId);
  });

  it('make no account in the middle of being withdrawn, also where they were sent again', async () => {
    await invite('sent-middle', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    await sendAgain(userId, 1, by(ada));
    expect(
      await told(
        withdraw(
          userId,
          by(ada),
          decidingAfter(() => makeAccount(userId)),
        ),
      ),
    ).toBe('done');
    expect(await people.users.wasRegistered(userId)).toBe(false);
    expect(await people.users.emails.ownerOf(email)).toBeUndefined();
  });

  it('and whose withdrawal was cut short make no account either: they can only be withdrawn', async () => {
    await invite('cut-twice', by(ada));
    const { userId, token } = await mailed();
    const cut = decidingAfter(() => Promise.reject(new Error('cut short')));
    await expect(withdraw(userId, by(ada), cut)).rejects.toThrow('cut short');
    expect(await told(sendAgain(userId, 1, by(ada)))).toBe('INVITATION_NOT_FOUND');
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
    expect(await told(withdraw(userId, by(ada)))).toBe('done');
    expect(await people.users.emails.ownerOf(email)).toBeUndefined();
    expect(await told(invite('cut-twice-anew', by(ada)))).toBe('done');
    expect(await told(accept((await mailed()).token))).toBe('done');
  });

  it('make no account once whoever sent them was suspended', async () => {
    const inviter = await hire('owner');
    await invite('cut-void', by(inviter));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    await there.decide({ type: 'Suspend', reason: 'left' }, person(inviter), by(ada));
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

  it('verify no account of whoever registered the email where the acceptance had just claimed it', async () => {
    await invite('cut-claimed', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    const stream = emailStream(people.users.emails.mac(email));
    await store.append(stream, NO_STREAM, [fact('EmailClaimed', { userId }, systemContext())]);
    await people.register.execute(new RegisterUser({ ...ADA, email }, systemContext()));
    expect(await told(accept(token))).toBe('EMAIL_TAKEN');
    expect(await people.users.reload(userId)).toMatchObject({ role: 'user', emailVerified: false });
  });

  it('make no account in the middle of being withdrawn, and keep no email', async () => {
    await invite('cut-middle', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    let answer = '';
    const accepting = async () => void (answer = await told(accept(token)));
    await withdraw(userId, by(ada), decidingAfter(accepting));
    expect(answer).toBe('INVITATION_INVALID');
    expect(await people.users.reload(userId)).toBeUndefined();
    expect(await people.users.emails.ownerOf(email)).toBeUndefined();
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
  });

  it('are withdrawn while the account is being made, or make it, never both, at whichever step', async () => {
    for (let round = 0; round < 10; round += 1) {
      const address = `step${round}@x.test`;
      await invite(`step-${round}`, by(ada), { address });
      const { userId, token } = await mailed(address);
      await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
      const answers = await Promise.all([told(accept(token)), told(withdraw(userId, by(bola), there))]);
      const account = await people.users.reload(userId);
      expect(account ? ['done', 'INVITATION_USED'] : ['INVITATION_INVALID', 'done']).toEqual(answers);
      expect(await people.users.emails.ownerOf(address)).toBe(account?.userId);
    }
  });
});
