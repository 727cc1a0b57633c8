import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import { emailStream } from '../../customers/user.events.js';
import { ADA, type People } from '../../customers/testing/people.js';
import { ACCESS_STREAM } from '../access/access.events.js';
import { Administrators } from '../administrators.js';
import { invitationsOf } from '../testing/accepting.js';
import { by, Inviting, PASSWORD, told } from '../testing/inviting.js';

const HOUR_MS = 3_600_000;

describe('invitations whose acceptance was cut short', () => {
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
  /** Runs `happens` between the decision of an owner and its append. */
  const decidingAfter = (happens: () => Promise<unknown>) =>
    new Administrators({
      head: (stream) => store.head(stream),
      readStream: (stream, options) => store.readStream(stream, options),
      append: async (stream, head, events) => {
        await happens();
        return store.append(stream, head, events);
      },
    });
  /** Does the last step of an acceptance that was interrupted. */
  const makeAccount = (userId: string, address = email) =>
    people.register.execute(
      new CreateUser({ ...ADA, email: address, role: 'admin' }, systemContext(), undefined, userId),
    );

  it('are finished by repeating the acceptance, wherever it stopped', async () => {
    await invite('cut', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    expect(await permissionsOf(userId)).toEqual(['finance']);
    expect((await mailed()).standing).toBe('open');
    await expect(accept(token, { cutAt: 2 })).rejects.toThrow('cut short');
    // The person now has an account, so the invitation cannot be withdrawn.
    expect(await told(withdraw(userId, by(ada)))).toBe('INVITATION_USED');
    expect(await told(sendAgain(userId, 1, by(ada)))).toBe('INVITATION_USED');
    expect((await people.users.current(userId))?.emailVerified).toBe(false);
    expect(await told(accept(token, { password: 'another password' }))).toBe('INVITATION_USED');
    const { passwordHash, emailVerified } = (await people.users.current(userId))!;
    expect([emailVerified, await people.passwords.verify(passwordHash, PASSWORD)]).toEqual([true, true]);
  });

  it('can be sent again, even after expiry, and are accepted by the new link only', async () => {
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

  it('can be withdrawn, which frees the email even when it was claimed', async () => {
    await invite('cut-withdrawn', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    // The acceptance stopped after it had claimed the email.
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

  it('cannot be withdrawn once there is an account, also when sent again while it was made', async () => {
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

  it('make no account during a withdrawal, also when sent again', async () => {
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

  it('make no account after an interrupted withdrawal, and can only be withdrawn', async () => {
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

  it('make no account once the sender was suspended', async () => {
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

  it('can be withdrawn when someone else got the email, who keeps it', async () => {
    await invite('cut-lost', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    await people.register.execute(new CreateUser({ ...ADA, email }, systemContext()));
    expect(await told(accept(token))).toBe('EMAIL_TAKEN');
    expect(await told(withdraw(userId, by(ada)))).toBe('done');
    expect((await people.users.byEmail(email))?.role).toBe('user');
  });

  it('leave the account of another person unverified who registers the email claimed by the acceptance', async () => {
    await invite('cut-claimed', by(ada));
    const { userId, token } = await mailed();
    await expect(accept(token, { cutAt: 1 })).rejects.toThrow('cut short');
    const stream = emailStream(people.users.emails.mac(email));
    await store.append(stream, NO_STREAM, [fact('EmailClaimed', { userId }, systemContext())]);
    await people.register.execute(new CreateUser({ ...ADA, email }, systemContext()));
    expect(await told(accept(token))).toBe('EMAIL_TAKEN');
    expect(await people.users.reload(userId)).toMatchObject({ role: 'user', emailVerified: false });
  });

  it('make no account during a withdrawal, and keep no email', async () => {
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

  it('are either withdrawn or make the account, at any step', async () => {
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
