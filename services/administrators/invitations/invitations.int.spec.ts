import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import { ADA, type People } from '../../customers/testing/people.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { ACCESS_STREAM } from '../access/access.events.js';
import { invitationsOf } from '../testing/accepting.js';
import { by, GRACE, Inviting, PASSWORD, told } from '../testing/inviting.js';

const HOUR_MS = 3_600_000;

describe('invitations of administrators', () => {
  const store = new MemoryEventStore();
  const inviting = new Inviting(store);
  const { here, there, hire, invite, sendAgain, withdraw, accept, mailed, permissionsOf } = inviting;
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

  const typesOf = async (userId: string) =>
    (await store.readStream(ACCESS_STREAM))
      .filter(({ data }) => data['userId'] === userId)
      .map(({ type, actor }) => [type, actor.id]);
  const expireAt = new Date(Date.now() + 73 * HOUR_MS);

  it('belong to one of two owners who invite the same address at the same moment, and the other is refused', async () => {
    for (let round = 0; round < 25; round += 1) {
      const address = `race${round}@x.test`;
      const answers = await Promise.all([
        told(invite(`one-${round}`, by(ada), { address })),
        told(invite(`other-${round}`, by(bola), { process: there, permissions: ['owner'], address })),
      ]);
      expect(answers.toSorted()).toEqual(['INVITATION_OPEN', 'done']);
      const { userId, token } = await mailed(address);
      await accept(token);
      expect(await permissionsOf(userId)).toEqual([answers[0] === 'done' ? 'finance' : 'owner']);
    }
  });

  it('make the offered account when accepted, and none before', async () => {
    await invite('form-1', by(ada), { permissions: ['support', 'support'] });
    const { userId, token } = await mailed();
    expect(await people.users.byEmail(email)).toBeUndefined();
    expect(await people.users.emails.ownerOf(email)).toBeUndefined();
    for (const password of ['password1234', email])
      expect(await told(accept(token, { password }))).toBe('PASSWORD_GUESSABLE');
    await accept(token, { process: there });
    expect(await people.users.current(userId)).toMatchObject({
      ...GRACE,
      email,
      role: 'admin',
      emailVerified: true,
    });
    expect(await permissionsOf(userId)).toEqual(['support']);
    expect((await store.readStream(`administrator-${userId}`)).map(({ data }) => data)).toEqual([
      { userId, permissions: ['support'], was: [] },
    ]);
    const accepted = (await store.readStream(ACCESS_STREAM)).findLast((one) => one.data['userId'] === userId);
    expect(await here.givenAt(userId, ['support'])).toBe(accepted?.at);
    expect(await here.givenAt(ada, ['finance'])).toBeUndefined();
    const { passwordHash } = (await people.users.current(userId))!;
    expect(await people.passwords.verify(passwordHash, PASSWORD)).toBe(true);
    expect(await typesOf(userId)).toEqual([
      ['AdministratorInvited', ada],
      ['InvitationAccepted', userId],
    ]);
    expect(await told(accept(token, { password: 'another password' }))).toBe('INVITATION_USED');
    expect(await told(withdraw(userId, by(ada)))).toBe('INVITATION_USED');
    expect(await told(sendAgain(userId, 1, by(ada)))).toBe('INVITATION_USED');
    // Sending the accepted form again succeeds; another form is refused.
    expect(await told(invite('form-1', by(ada), { permissions: ['support'] }))).toBe('done');
    expect(await told(invite('form-2', by(ada)))).toBe('EMAIL_TAKEN');
    expect((await invitationsOf(there, people).pending(new Date())).some((one) => one.email === email)).toBe(
      false,
    );
  });

  it('are one invitation per form, and a form repeated with other values is refused', async () => {
    await Promise.all([invite('same', by(ada)), invite('same', by(ada), { process: there })]);
    await invite('same', by(ada));
    const { userId } = await mailed();
    expect(await typesOf(userId)).toEqual([['AdministratorInvited', ada]]);
    expect(await told(invite('same', by(ada), { permissions: ['owner'] }))).toBe('CHANGE_CONFLICT');
    expect(await told(invite('same', by(ada), { address: 'other@x.test' }))).toBe('CHANGE_CONFLICT');
  });

  it('are made, sent and withdrawn by active owners only', async () => {
    await invite('by-owner', by(ada));
    const { userId } = await mailed();
    const suspended = async () => {
      const who = await hire('owner');
      await there.decide({ type: 'Suspend', reason: 'left' }, person(who), by(ada));
      return who;
    };
    for (const context of [by(chidi), by(ada, 'auditor'), by(await suspended())]) {
      const address = 'nobody@x.test';
      expect(await told(invite('refused', context, { address }))).toBe('PERMISSION_MISSING');
      expect(await told(sendAgain(userId, 1, context))).toBe('PERMISSION_MISSING');
      expect(await told(withdraw(userId, context))).toBe('PERMISSION_MISSING');
    }
    expect(await typesOf(userId)).toEqual([['AdministratorInvited', ada]]);
    expect(await told(sendAgain('nobody', 1, by(ada)))).toBe('INVITATION_NOT_FOUND');
    expect(await told(withdraw('nobody', by(ada)))).toBe('INVITATION_NOT_FOUND');
    expect(await told(withdraw(chidi, by(ada)))).toBe('INVITATION_NOT_FOUND');
  });

  const person = (userId: string) => ({ userId, role: 'admin' }) as const;

  it('are void once their sender stops being an owner, until another owner sends them', async () => {
    await invite('void', by(bola));
    const { userId, token } = await mailed();
    await there.decide({ type: 'Suspend', reason: 'left' }, person(bola), by(ada));
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
    expect((await mailed()).standing).toBe('void');
    await sendAgain(userId, 1, by(ada));
    await accept((await mailed()).token);
    expect(await permissionsOf(userId)).toEqual(['finance']);
  });

  it('are either accepted or void when their sender is suspended at that moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const inviter = await hire('owner');
      const address = `suspended${round}@x.test`;
      await invite(`suspended-${round}`, by(inviter), { address });
      const { userId, token } = await mailed(address);
      const [answer] = await Promise.all([
        told(accept(token)),
        there.decide({ type: 'Suspend', reason: 'left' }, person(inviter), by(ada)),
      ]);
      const account = await people.users.current(userId);
      expect([answer, account !== undefined]).toEqual(
        answer === 'done' ? ['done', true] : ['INVITATION_INVALID', false],
      );
    }
  });

  it('sent again work by the newest link only, for the full time, and once for two taps', async () => {
    await invite('again', by(ada));
    const first = await mailed();
    await Promise.all([
      sendAgain(first.userId, 1, by(ada)),
      sendAgain(first.userId, 1, by(bola), there),
      sendAgain(first.userId, 1, by(ada), there),
    ]);
    const second = await mailed();
    expect([second.sends, second.userId]).toEqual([2, first.userId]);
    expect(await told(accept(first.token))).toBe('INVITATION_INVALID');
    expect(await told(accept(second.token, { now: expireAt }))).toBe('INVITATION_EXPIRED');
    expect(await people.users.current(first.userId)).toBeUndefined();
    expect(await told(accept(second.token))).toBe('done');
  });

  it('withdrawn open nothing and keep no personal data', async () => {
    await invite('withdrawn', by(ada));
    const { userId, token } = await mailed();
    await withdraw(userId, by(bola));
    await withdraw(userId, by(bola), there);
    expect(await told(accept(token))).toBe('INVITATION_INVALID');
    expect(await told(sendAgain(userId, 1, by(ada)))).toBe('INVITATION_NOT_FOUND');
    const stored = await store.readStream(ACCESS_STREAM);
    const sealed = stored.find(({ data }) => data['userId'] === userId)?.data['sealed'];
    expect(people.vault.open(userId, String(sealed))).toBeUndefined();
    expect(JSON.stringify(await store.readStream(ACCESS_STREAM))).not.toMatch(/grace|bello|@x/i);
    // The same address can be invited again.
    expect(await told(invite('anew', by(ada)))).toBe('done');
  });

  it('are accepted or withdrawn, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const address = `both${round}@x.test`;
      await invite(`both-${round}`, by(ada), { address });
      const { userId, token } = await mailed(address);
      const answers = await Promise.all([told(accept(token)), told(withdraw(userId, by(bola), there))]);
      const account = await people.users.current(userId);
      expect(account ? ['done', 'INVITATION_USED'] : ['INVITATION_INVALID', 'done']).toEqual(answers);
      if (account) expect(account.email).toBe(address);
    }
  });

  it('are accepted once by two concurrent holders of the link', async () => {
    for (let round = 0; round < 10; round += 1) {
      const address = `twice${round}@x.test`;
      await invite(`twice-${round}`, by(ada), { address });
      const { userId, token } = await mailed(address);
      const answers = await Promise.all([
        told(accept(token, { password: 'the first password' })),
        told(accept(token, { password: 'the other password', process: there })),
      ]);
      expect(answers.toSorted()).toEqual(['INVITATION_USED', 'done']);
      const { passwordHash } = (await people.users.current(userId))!;
      const chosen = answers[0] === 'done' ? 'the first password' : 'the other password';
      expect(await people.passwords.verify(passwordHash, chosen)).toBe(true);
    }
  });

  it('are refused for an email with an account, whenever that was made', async () => {
    const shopper = await people.register.execute(new CreateUser({ ...ADA, email }, systemContext()));
    expect(await told(invite('customer', by(ada)))).toBe('EMAIL_TAKEN');
    const colleague = (await people.users.current(bola))!.email;
    expect(await told(invite('colleague', by(ada), { address: colleague }))).toBe('EMAIL_TAKEN');
    const late = `late-${email}`;
    await invite('late', by(ada), { address: late });
    const { userId, token } = await mailed(late);
    await people.register.execute(new CreateUser({ ...ADA, email: late }, systemContext()));
    expect(await told(accept(token))).toBe('EMAIL_TAKEN');
    expect(await people.users.current(userId)).toBeUndefined();
    expect((await people.users.byEmail(late))?.role).toBe('user');
    expect((await people.users.current(shopper.userId))?.role).toBe('user');
  });

  it('cannot be opened by guessed links, which are limited, or by stored values', async () => {
    await invite('guessed', by(ada));
    const { userId } = await mailed();
    const stored = (await store.readStream(ACCESS_STREAM)).find(({ data }) => data['userId'] === userId)!;
    for (const guess of [userId, String(stored.data['digest']), String(stored.data['linkId']), 'x'])
      expect(await told(accept(guess))).toBe('INVITATION_INVALID');
    const answers: string[] = [];
    for (let tries = 0; tries < 70; tries += 1) answers.push(await told(accept('guess')));
    expect(answers.at(-1)).toBe('RATE_LIMITED');
  });
});
