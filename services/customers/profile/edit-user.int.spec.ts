import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Login } from '../login/login.handler.js';
import type { Passwords } from '../login/passwords.js';
import { Codes } from '../mailed-codes/codes.js';
import { RegisterUser } from '../registration/register-user.handler.js';
import { VerifyEmail } from '../registration/verify-email.handler.js';
import { Interruption } from '../testing/interrupted.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import type { UserEdit } from '../user.decider.js';
import { EditUser, EditUserHandler } from './edit-user.handler.js';

const [OLD, NEW, OTHER] = ['ada@example.test', 'new@example.test', 'other@example.test'] as const;

/** As slow hashing, without the time it takes. */
const quick = {
  hash: async (password: string) => createHash('sha256').update(password).digest('hex'),
  verify: async (hash: string | undefined, password: string) =>
    hash === createHash('sha256').update(password).digest('hex'),
} as unknown as Passwords;

describe('a customer whom an administrator corrects', () => {
  const opened: People[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((people) => people.remove()));
  });

  const open = async (interruption?: Interruption, store = new MemoryEventStore()): Promise<People> => {
    const shared = { passwords: quick, ...(interruption && { watch: interruption.watch }) };
    const people = await openPeople({}, store, undefined, shared);
    opened.push(people);
    return people;
  };
  const edit = (people: People, userId: string, wanted: UserEdit, seen: UserEdit = {}) =>
    new EditUserHandler(
      people.store,
      people.users,
      people.sessions,
      new Codes(people.secrets, people.limits),
    ).execute(new EditUser(userId, wanted, seen, systemContext()));
  const ada = async (people: People): Promise<string> => {
    const { userId } = await people.register.execute(new RegisterUser(ADA, systemContext()));
    await people.verifyEmail.execute(new VerifyEmail(userId, systemContext()));
    return userId;
  };
  const logIn = (people: People, email: string) =>
    people.login.execute(new Login(email, ADA.password, ['user'], '10.0.0.1'));
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof RuleBroken ? error.code : error),
    );
  const owners = (people: People) =>
    Promise.all([OLD, NEW, OTHER].map((email) => people.users.ownerOfEmail(email)));

  it('logs in with the new email alone, unverified, signed out everywhere, and without an API token', async () => {
    const people = await open();
    const userId = await ada(people);
    await people.apiTokens.issue(userId, systemContext());
    const { session } = await logIn(people, OLD);
    expect(await edit(people, userId, { email: ' New@Example.test' })).toEqual({ changed: true });
    expect(await people.sessions.isAlive(session)).toBe(false);
    expect(await codeOf(logIn(people, OLD))).toBe('LOGIN_FAILED');
    const { user } = await logIn(people, NEW);
    expect(user).toMatchObject({ userId, email: NEW, emailVerified: false, firstName: 'Ada' });
    expect(user.apiTokenDigest).toBeUndefined();
    expect(user.codes).toMatchObject([{ purpose: 'email' }]);
    expect(await owners(people)).toEqual([undefined, userId, undefined]);
  });

  it('leaves the old email to whoever registers it next', async () => {
    const people = await open();
    const userId = await ada(people);
    await edit(people, userId, { email: NEW });
    const next = await people.register.execute(new RegisterUser(ADA, systemContext()));
    expect(next).toMatchObject({ isNew: true });
    expect(next.userId).not.toBe(userId);
    expect((await logIn(people, OLD)).user.userId).toBe(next.userId);
  });

  it('keeps everything when the email is somebody else’s', async () => {
    const people = await open();
    const userId = await ada(people);
    const other = await people.register.execute(new RegisterUser({ ...ADA, email: NEW }, systemContext()));
    expect(await codeOf(edit(people, userId, { firstName: 'Eve', email: NEW }))).toBe('EMAIL_TAKEN');
    expect(await people.users.current(userId)).toMatchObject({ email: OLD, firstName: 'Ada' });
    expect(await owners(people)).toEqual([userId, other.userId, undefined]);
  });

  it('is refused when anything that was shown has changed, and claims nothing then', async () => {
    const people = await open();
    const userId = await ada(people);
    const seen = { firstName: 'Ada', lastName: 'Obi', email: OLD, tier: 'regular' } as const;
    await edit(people, userId, { lastName: 'Eze' }, seen);
    expect(await codeOf(edit(people, userId, { ...seen, email: NEW }, seen))).toBe('STALE_EDIT');
    expect(await people.users.current(userId)).toMatchObject({
      email: OLD,
      lastName: 'Eze',
      tier: 'regular',
    });
    expect(await owners(people)).toEqual([userId, undefined, undefined]);
    // The same again is no other edit.
    expect(await edit(people, userId, { ...seen, lastName: 'Eze' }, seen)).toEqual({ changed: false });
  });

  it('has one email, that of one of two administrators, whenever the second comes in between', async () => {
    for (let step = 1, steps = 1; step <= steps; step += 1) {
      const interruption = new Interruption();
      const people = await open(interruption);
      const userId = await ada(people);
      const seen = { email: OLD };
      let first: unknown;
      let second: unknown;
      steps = await interruption.run(
        async () => void (first = await codeOf(edit(people, userId, { email: NEW }, seen))),
        step,
        async () => void (second = await codeOf(edit(people, userId, { email: OTHER }, seen))),
      );
      const email = (await people.users.current(userId))!.email;
      if (second !== undefined) expect([first, second].sort()).toEqual(['STALE_EDIT', 'done']);
      expect(email).toBe(first === 'done' ? NEW : OTHER);
      expect({ step, owners: await owners(people) }).toEqual({
        step,
        owners: [OLD, NEW, OTHER].map((one) => (one === email ? userId : undefined)),
      });
      expect((await logIn(people, email)).user.userId).toBe(userId);
    }
  });

  it('is finished by the same again, wherever the first was cut short, and meanwhile logs in with one email', async () => {
    for (let appends = 0; appends < 3; appends += 1) {
      const store = new MemoryEventStore();
      const people = await open(undefined, store);
      const userId = await ada(people);
      const append = store.append.bind(store);
      let left = appends;
      store.append = async (...args) => {
        if (left-- <= 0) throw new Error('the process ended');
        return append(...args);
      };
      expect(String(await codeOf(edit(people, userId, { email: NEW }, { email: OLD })))).toMatch(/ended/);
      store.append = append;
      const doors = await Promise.all([OLD, NEW].map((email) => codeOf(logIn(people, email))));
      expect(doors.sort()).toEqual(['LOGIN_FAILED', 'done']);
      await edit(people, userId, { email: NEW }, { email: OLD });
      expect(await owners(people)).toEqual([undefined, userId, undefined]);
      expect((await logIn(people, NEW)).user.userId).toBe(userId);
    }
  });
});
