import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Login } from '../login/login.handler.js';
import type { Passwords } from '../login/passwords.js';
import { Codes } from '../mailed-codes/codes.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { Interruption } from '../testing/interrupted.js';
import { ADA, openPeople, type People, withoutEmail } from '../testing/people.js';
import type { UserEdit } from '../user.decider.js';
import { EditUser, EditUserHandler } from './edit-user.handler.js';
import { ChangeProfile, ChangeProfileHandler } from './profile.handlers.js';

const [OLD, NEW, OTHER] = ['ada@example.test', 'new@example.test', 'other@example.test'] as const;

/** Fast replacement for `Passwords`. */
const quick = {
  hash: async (password: string) => createHash('sha256').update(password).digest('hex'),
  verify: async (hash: string | undefined, password: string) =>
    hash === createHash('sha256').update(password).digest('hex'),
  isOld: () => false,
} as unknown as Passwords;

describe("an administrator's correction of a customer", () => {
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
  const edit = (
    people: People,
    userId: string,
    wanted: UserEdit,
    seen: UserEdit = {},
    context = systemContext(),
  ) =>
    new EditUserHandler(
      people.store,
      people.users,
      people.sessions,
      new Codes(people.secrets, people.limits),
      people.config,
    ).execute(new EditUser(userId, wanted, seen, context));
  const ada = async (people: People, context = systemContext()): Promise<string> => {
    const { userId } = await people.register.execute(new CreateUser(ADA, context));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
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
    Promise.all([OLD, NEW, OTHER].map((email) => people.users.emails.ownerOf(email)));

  it('gives an email to a customer without one, who keeps the PIN and the login by phone, with payouts delayed', async () => {
    const people = await open();
    await withoutEmail(people, 'moved');
    const pinMac = 'mac';
    await people.users.handle('moved', { type: 'SetPin', pinMac }, systemContext());
    await edit(people, 'moved', { email: NEW }, { email: '' });
    const given = (await people.users.current('moved'))!;
    expect(given).toMatchObject({ email: NEW, emailVerified: false, pinMac });
    expect(given.payoutDelays).toHaveLength(1);
    const profile = { firstName: 'Ada', lastName: 'Obi', phone: '08037777777' };
    const changing = new ChangeProfileHandler(people.users, { take: async () => undefined } as never);
    const changePhone = () => codeOf(changing.execute(new ChangeProfile('moved', profile, systemContext())));
    expect(await changePhone()).toBe('PHONE_SIGNS_IN');
    expect(await codeOf(logIn(people, '08039999999'))).toBe('done');
    await people.verifyEmail.execute(new MarkEmailVerified('moved', systemContext()));
    expect(await people.users.current('moved')).toMatchObject({ emailVerified: true, pinMac });

    expect(await changePhone()).toBe('done');
    for (const phone of ['08039999999', '08037777777'])
      expect(await codeOf(logIn(people, phone))).toBe('LOGIN_FAILED');
    expect(await people.users.phones.ownerOf('08039999999')).toBeUndefined();
  });

  it('leaves a login with the new email only, unverified, with no session and no API token', async () => {
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

  it('frees the old email for the next registration', async () => {
    const people = await open();
    const userId = await ada(people);
    await edit(people, userId, { email: NEW });
    const next = await people.register.execute(new CreateUser(ADA, systemContext()));
    expect(next).toMatchObject({ isNew: true });
    expect(next.userId).not.toBe(userId);
    expect((await logIn(people, OLD)).user.userId).toBe(next.userId);
  });

  it('changes nothing when the email belongs to another person', async () => {
    const people = await open();
    const userId = await ada(people);
    const other = await people.register.execute(new CreateUser({ ...ADA, email: NEW }, systemContext()));
    expect(await codeOf(edit(people, userId, { firstName: 'Eve', email: NEW }))).toBe('EMAIL_TAKEN');
    expect(await people.users.current(userId)).toMatchObject({ email: OLD, firstName: 'Ada' });
    expect(await owners(people)).toEqual([userId, other.userId, undefined]);
  });

  it('is refused when a shown value has changed, and keeps no claim', async () => {
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
    // The other edit changes nothing when repeated.
    expect(await edit(people, userId, { ...seen, lastName: 'Eze' }, seen)).toEqual({ changed: false });
  });

  it('leaves one email when two administrators edit at any step', async () => {
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

  it.each(['the form is sent again', 'the form is sent'] as const)(
    'keeps the login working whenever %s and another administrator reverts it meanwhile',
    async (what) => {
      const ends = new Set<string>();
      for (let step = 1; ; step += 1) {
        const interruption = new Interruption();
        const people = await open(interruption);
        const userId = await ada(people);
        const change = () => edit(people, userId, { email: NEW }, { email: OLD });
        const back = () => edit(people, userId, { email: OLD }, { email: NEW });
        let inBetween: unknown;
        if (what === 'the form is sent again') {
          await change();
          await interruption.run(back, step, async () => void (inBetween = await codeOf(change())));
        } else await interruption.run(change, step, async () => void (inBetween = await codeOf(back())));
        if (inBetween === undefined) break;
        const { email } = (await people.users.reload(userId))!;
        ends.add(email);
        expect({ step, user: (await people.users.byEmail(email))?.userId }).toEqual({ step, user: userId });
        expect((await logIn(people, email)).user.userId).toBe(userId);
      }
      expect(ends).toEqual(new Set([OLD, NEW]));
    },
  );

  /** Longer than `CLAIM_YOUNG_MS`. */
  const longAgo = () => systemContext(new Date(Date.now() - 11 * 60_000));
  const cutAfter = async (people: People, appends: number, work: () => Promise<unknown>): Promise<void> => {
    const { append } = people.store;
    let left = appends;
    people.store.append = async (...args) => {
      if (left-- <= 0) throw new Error('the process ended');
      return append.apply(people.store, args);
    };
    expect(String(await codeOf(work()))).toMatch(/ended/);
    people.store.append = append;
  };
  const register = async (people: People, email: string) =>
    people.register.execute(new CreateUser({ ...ADA, email }, systemContext()));

  it('cut short long ago reserves only the own email, and leaves the other to a registration', async () => {
    for (const [appends, theirs, others] of [
      [1, OLD, NEW],
      [2, NEW, OLD],
    ] as const) {
      const people = await open();
      const userId = await ada(people, longAgo());
      await cutAfter(people, appends, () => edit(people, userId, { email: NEW }, {}, longAgo()));
      expect(await people.users.emails.isTaken(others)).toBe(false);
      const next = await register(people, others);
      expect(next).toMatchObject({ isNew: true });
      expect((await logIn(people, others)).user.userId).toBe(next.userId);
      expect((await logIn(people, theirs)).user.userId).toBe(userId);
      expect(await codeOf(edit(people, userId, { email: others }))).toBe('EMAIL_TAKEN');
      expect(await people.users.emails.isTaken(others)).toBe(true);
      // The claim that was ended does not block the next edit.
      expect(await codeOf(edit(people, userId, { email: OTHER }))).toBe('done');
    }
  });

  it('keeps a fresh claim, and gives it to another customer once it is old', async () => {
    const people = await open();
    const userId = await ada(people);
    const bola = await register(people, OTHER);
    await cutAfter(people, 1, () => edit(people, userId, { email: NEW }));
    expect(await register(people, NEW)).toEqual({ userId, isNew: false });
    expect(await codeOf(edit(people, bola.userId, { email: NEW }))).toBe('EMAIL_TAKEN');
    expect(await codeOf(edit(people, userId, { email: NEW }))).toBe('done');
    await cutAfter(people, 1, () => edit(people, userId, { email: OLD }, {}, longAgo()));
    expect(await codeOf(edit(people, bola.userId, { email: OLD }))).toBe('done');
    expect(await owners(people)).toEqual([bola.userId, userId, undefined]);
  });

  const endOf = async (people: People, userId: string, edited: unknown) => {
    const { email } = (await people.users.reload(userId))!;
    const hasNew = (await people.users.byEmail(NEW))?.userId === userId;
    expect({ edited, email, hasNew }).toEqual(
      edited === 'done'
        ? { edited, email: NEW, hasNew: true }
        : { edited: 'EMAIL_TAKEN', email: OLD, hasNew: false },
    );
    return edited;
  };

  it.each([false, true])(
    'or a registration gets the email, never both, when the edit pauses for long; cut short before: %s',
    async (wasCut) => {
      const outcomes = new Set<unknown>();
      for (let step = 1; ; step += 1) {
        const interruption = new Interruption();
        const people = await open(interruption);
        const userId = await ada(people);
        const work = () => edit(people, userId, { email: NEW }, {}, longAgo());
        if (wasCut) await cutAfter(people, 1, work);
        let edited: unknown;
        let other: Awaited<ReturnType<typeof register>> | undefined;
        await interruption.run(
          async () => void (edited = await codeOf(work())),
          step,
          async () => void (other = await register(people, NEW)),
        );
        if (!other) break;
        outcomes.add(await endOf(people, userId, edited));
        expect(other.isNew).toBe(edited !== 'done');
        expect((await people.users.byEmail(NEW))?.userId).toBe(other.userId);
      }
      expect(outcomes).toEqual(new Set(['EMAIL_TAKEN', 'done']));
    },
  );

  it('or a registration gets the email, never both, when the registration pauses', async () => {
    const outcomes = new Set<unknown>();
    for (let step = 1; ; step += 1) {
      const interruption = new Interruption();
      const people = await open(interruption);
      const userId = await ada(people);
      await cutAfter(people, 1, () => edit(people, userId, { email: NEW }, {}, longAgo()));
      let edited: unknown;
      await interruption.run(
        () => register(people, NEW),
        step,
        async () => void (edited = await codeOf(edit(people, userId, { email: NEW }))),
      );
      if (edited === undefined) break;
      outcomes.add(await endOf(people, userId, edited));
    }
    expect(outcomes).toEqual(new Set(['EMAIL_TAKEN', 'done']));
  });

  it('is finished by repeating it, and meanwhile one email can log in', async () => {
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
