import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { Login } from '../../customers/login/login.handler.js';
import type { StartedSession } from '../../customers/login/sessions.js';
import { ADA, openPeople, type People } from '../../customers/testing/people.js';
import { EmbeddedTries } from '../../../infra/sessions/embedded-tries.js';
import type { TriesStore } from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ACCESS_STREAM } from '../access/access.events.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import type { User } from '../../customers/user.state.js';
import { secondFactorsOf } from '../testing/second-factors-of.js';
import type { SecondFactors } from './second-factors.js';
import { totpUri } from './totp.js';

const PERIOD_MS = 30_000;
const START = Date.parse('2026-03-10T08:00:00.000Z');
const { password: PASSWORD } = ADA;
const at = (periods: number) => new Date(START + periods * PERIOD_MS);
const context = (periods: number) => systemContext(at(periods));

describe('the second factor of an administrator', () => {
  let store: MemoryEventStore;
  let people: People;
  let user: User;
  let factors: SecondFactors;
  let secret: string;

  /** Opens another process over the same stores. */
  const open = (
    required: 'optional' | 'required' = 'optional',
    tries: Pick<TriesStore, 'judge' | 'lockedUntil'> = people.tries,
  ): SecondFactors => secondFactorsOf(people, store, required, tries).factors;
  const codeAt = (periods: number, of = secret): string =>
    new TOTP({ secret: of }).generate({ timestamp: at(periods).getTime() });
  const refused = (code: string) => expect.objectContaining({ code });
  const facts = async () => (await store.readStream(`administrator-${user.userId}`)).map(({ type }) => type);

  async function enrol(periods = 0): Promise<readonly string[]> {
    const begun = await factors.start(user.userId, PASSWORD, undefined, context(periods));
    ({ secret } = begun);
    const { enrolment } = begun;
    return factors.confirm(user.userId, { enrolment, code: codeAt(periods) }, undefined, context(periods));
  }

  beforeEach(async () => {
    store = new MemoryEventStore();
    people = await openPeople({}, store);
    const { userId } = await people.register.execute(
      new CreateUser({ ...ADA, role: 'admin' }, systemContext()),
    );
    user = (await people.users.byId(userId))!;
    factors = open();
  });
  afterEach(() => people.remove());

  it('is off by default and asks for nothing', async () => {
    await factors.prove(user, undefined, context(0));
    expect(await factors.standing(user.userId)).toEqual({ on: false, required: false, recoveryCodesLeft: 0 });
    expect(await facts()).toEqual([]);
  });

  it('stores nothing before the first correct code, and no secret in clear text', async () => {
    const begun = await factors.start(user.userId, PASSWORD, undefined, context(0));
    expect(totpUri(begun.secret, begun.label, 'Ada Pay')).toMatch(/^otpauth:\/\/totp\/Ada%20Pay/);
    const wrong = codeAt(10, begun.secret);
    await expect(
      factors.confirm(user.userId, { enrolment: begun.enrolment, code: wrong }, undefined, context(0)),
    ).rejects.toEqual(refused('SECOND_FACTOR_INCORRECT'));
    expect(await facts()).toEqual([]);
    const codes = await enrol();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    const stored = JSON.stringify(await store.readStream(`administrator-${user.userId}`));
    for (const told of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(told);
  });

  it('asks for a code, and takes each once and none older or too far away', async () => {
    await enrol();
    await expect(factors.prove(user, undefined, context(1))).rejects.toEqual(
      refused('SECOND_FACTOR_REQUIRED'),
    );
    // The confirmation has already used `codeAt(0)`.
    for (const code of [codeAt(0), codeAt(3), 'abc', '12345'])
      await expect(factors.prove(user, code, context(1))).rejects.toEqual(refused('SECOND_FACTOR_INCORRECT'));
    await factors.prove(user, codeAt(2), context(1));
    // `codeAt(1)` was never used, but is older than the used `codeAt(2)`.
    for (const code of [codeAt(1), codeAt(2)])
      await expect(factors.prove(user, code, context(2))).rejects.toEqual(refused('SECOND_FACTOR_INCORRECT'));
    await factors.prove(user, codeAt(3), context(3));
  });

  it('admits one of twenty who show the same code at the same moment in two processes', async () => {
    await enrol();
    const other = open();
    const tries = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? factors : other).prove(user, codeAt(1), context(1)),
    );
    const let_in = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
    expect(let_in).toHaveLength(1);
    expect((await facts()).filter((type) => type === 'SecondFactorUsed')).toHaveLength(1);
  });

  describe('asked of a signed-in person again', () => {
    let mine: StartedSession;
    beforeEach(async () => {
      mine = await people.sessions.start(user);
    });
    const again = (
      password: string | undefined,
      code: string | undefined,
      periods: number,
      { session } = mine,
      by = factors,
    ) =>
      by.proveAgain(session, password, code, context(periods)).then(
        () => 'proven',
        (error: unknown) => (error instanceof RuleBroken ? error.code : String(error)),
      );

    it('is the password where there is no second factor', async () => {
      expect(await again(undefined, '123456', 0)).toBe('PASSWORD_INCORRECT');
      expect(await again('wrong', undefined, 0)).toBe('PASSWORD_INCORRECT');
      expect(await again(PASSWORD, undefined, 0)).toBe('proven');
    });

    it('is a code once there is one, and the password does not replace it', async () => {
      const codes = await enrol();
      expect(await again(PASSWORD, undefined, 1)).toBe('SECOND_FACTOR_REQUIRED');
      expect(await again(PASSWORD, '12345', 1)).toBe('SECOND_FACTOR_INCORRECT');
      expect(await again(undefined, codeAt(1), 1)).toBe('proven');
      expect(await again(undefined, codeAt(1), 1)).toBe('SECOND_FACTOR_INCORRECT');
      expect(await again(undefined, codes[0], 1)).toBe('proven');
    });

    it('ends the session after five wrong codes, and locks neither a sign-in nor another session', async () => {
      await enrol();
      mine = await people.sessions.start(user);
      const other = await people.sessions.start(user);
      const heard: string[] = [];
      for (let n = 0; n < 5; n += 1) heard.push(await again(undefined, '12345', 1));
      expect(heard).toEqual([...Array<string>(4).fill('SECOND_FACTOR_INCORRECT'), 'SESSION_EXPIRED']);
      expect(await people.sessions.find(mine.token)).toBeUndefined();
      expect(await again(undefined, codeAt(1), 1)).toBe('SESSION_EXPIRED');
      expect(await again(undefined, codeAt(2), 2, other)).toBe('proven');
      await factors.prove(user, codeAt(3), context(3));
      expect(await store.readStream(ACCESS_STREAM)).toEqual([]);
    });

    it('answers no more than four of a hundred parallel guesses in two processes', async () => {
      await enrol();
      const other = open();
      const guesses = Array.from({ length: 100 }, (_, n) =>
        again(undefined, '12345', 1, mine, n % 2 ? factors : other),
      );
      const heard = await Promise.all(guesses);
      expect(heard.filter((one) => one === 'SECOND_FACTOR_INCORRECT')).toHaveLength(4);
      expect(heard.filter((one) => one === 'SESSION_EXPIRED')).toHaveLength(96);
    });

    it('is possible while wrong codes lock the sign-in', async () => {
      await enrol();
      for (let n = 0; n < 5; n += 1) await factors.prove(user, '12345', context(1)).catch(() => undefined);
      await expect(factors.prove(user, codeAt(1), context(1))).rejects.toMatchObject({
        code: 'LOGIN_LOCKED',
        details: { seconds: 900, policy: 'login' },
      });
      expect(await again(undefined, codeAt(1), 1)).toBe('proven');
    });
  });

  describe('against a thief who knows the password', () => {
    const WRONG = '12345';
    const said = (code: string, periods: number, by = factors, who = user) =>
      by.prove(who, code, context(periods)).then(
        () => 'let in',
        (error: unknown) => (error instanceof RuleBroken ? error.code : String(error)),
      );
    const locks = async () =>
      (await store.readStream(ACCESS_STREAM)).filter(({ type }) => type === 'SecondFactorLocked');
    const wrongOnes = async (periods: number) => {
      const heard: string[] = [];
      for (let n = 0; n < 5; n += 1) heard.push(await said(WRONG, periods));
      return heard;
    };
    beforeEach(() => enrol());

    it('answers five wrong codes, then locks for longer each time, also for a right code, and notes each lock once', async () => {
      const answered = [...Array<string>(4).fill('SECOND_FACTOR_INCORRECT'), 'LOGIN_LOCKED'];
      expect(await wrongOnes(1)).toEqual(answered);
      for (const by of [factors, open()]) expect(await said(codeAt(2), 2, by)).toBe('LOGIN_LOCKED');
      const [lock, ...more] = await locks();
      expect(more).toEqual([]);
      expect(lock).toMatchObject({ data: { userId: user.userId, lockedUntil: at(31).toISOString() } });
      // Each code lasts 30 seconds: the lock of 15 minutes ends after 30 codes, an hour after 120.
      expect(await said(codeAt(30), 30)).toBe('LOGIN_LOCKED');
      expect(await wrongOnes(31)).toEqual(answered);
      expect(await said(codeAt(150), 150)).toBe('LOGIN_LOCKED');
      expect(await said(codeAt(151), 151)).toBe('let in');
      expect(await locks()).toHaveLength(2);
      // A correct code starts the count at 0 again.
      expect(await wrongOnes(160)).toEqual(answered);
      expect((await locks()).at(-1)).toMatchObject({ data: { lockedUntil: at(190).toISOString() } });
    });

    it('answers no more to a hundred parallel guesses in two processes', async () => {
      const other = open();
      const guesses = Array.from({ length: 100 }, (_, n) => said(WRONG, 1, n % 2 ? factors : other));
      const heard = await Promise.all(guesses);
      expect(heard.filter((one) => one === 'SECOND_FACTOR_INCORRECT')).toHaveLength(4);
      expect(heard.filter((one) => one === 'LOGIN_LOCKED')).toHaveLength(96);
      expect(await locks()).toHaveLength(1);
    });

    it('keeps the lock when the count of tries is lost and when the password is changed', async () => {
      await wrongOnes(1);
      const lost = new EmbeddedTries({
        entries: () => [],
        put: () => Promise.resolve(),
        remove: () => Promise.resolve(),
      });
      expect(await said(codeAt(2), 2, open('optional', lost))).toBe('LOGIN_LOCKED');
      const changed = { ...user, credentialEpoch: user.credentialEpoch + 1 };
      for (const by of [factors, open('optional', lost)])
        expect(await said(codeAt(2), 2, by, changed)).toBe('LOGIN_LOCKED');
    });

    it('keeps counting when the password changes between wrong codes', async () => {
      const heard: string[] = [];
      for (let n = 0; n < 5; n += 1)
        heard.push(await said(WRONG, 1, factors, { ...user, credentialEpoch: user.credentialEpoch + n }));
      expect(heard).toEqual([...Array<string>(4).fill('SECOND_FACTOR_INCORRECT'), 'LOGIN_LOCKED']);
      expect(await locks()).toHaveLength(1);
    });
  });

  it('takes a recovery code once, in any spelling, and counts the rest', async () => {
    const [first, second] = (await enrol()) as [string, string];
    await factors.prove(user, first.toUpperCase().replaceAll('-', ' '), context(1));
    await expect(factors.prove(user, first, context(1))).rejects.toEqual(refused('SECOND_FACTOR_INCORRECT'));
    const both = await Promise.allSettled([
      factors.prove(user, second, context(1)),
      open().prove(user, second, context(1)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await factors.standing(user.userId)).toMatchObject({ on: true, recoveryCodesLeft: 8 });
  });

  it('answers a repeated confirmation with the same recovery codes, and refuses another enrolment begun before', async () => {
    const begun = await factors.start(user.userId, PASSWORD, undefined, context(0));
    const rival = await factors.start(user.userId, PASSWORD, undefined, context(0));
    ({ secret } = begun);
    const confirm = (which: typeof begun) =>
      factors.confirm(
        user.userId,
        { enrolment: which.enrolment, code: codeAt(0, which.secret) },
        undefined,
        context(0),
      );
    const codes = await confirm(begun);
    expect(await confirm(begun)).toEqual(codes);
    await expect(confirm(rival)).rejects.toEqual(refused('ENROLMENT_EXPIRED'));
    expect(await facts()).toEqual(['SecondFactorEnrolled']);
  });

  it('refuses a confirmation by another person, a late one, and a forged enrolment', async () => {
    const begun = await factors.start(user.userId, PASSWORD, undefined, context(0));
    const shown = { enrolment: begun.enrolment, code: codeAt(0, begun.secret) };
    const late = { ...shown, code: codeAt(31, begun.secret) };
    for (const confirmed of [
      factors.confirm('somebody-else', shown, undefined, context(0)),
      factors.confirm(user.userId, late, undefined, context(31)),
      factors.confirm(user.userId, { ...shown, enrolment: 'AAAA' }, undefined, context(0)),
    ])
      await expect(confirmed).rejects.toEqual(refused('ENROLMENT_EXPIRED'));
  });

  it("ends the person's other sessions when it is turned on", async () => {
    const mine = await people.sessions.start(user);
    const other = await people.sessions.start(user);
    const begun = await factors.start(user.userId, PASSWORD, undefined, context(0));
    const shown = { enrolment: begun.enrolment, code: codeAt(0, begun.secret) };
    await factors.confirm(user.userId, shown, mine.session, context(0));
    expect(await people.sessions.find(mine.token)).toBeDefined();
    expect(await people.sessions.find(other.token)).toBeUndefined();
  });

  it.each([
    ['is turned on', false],
    ['is replaced', true],
  ])('refuses a login under way while it %s, in any process', async (_what, before) => {
    if (before) await enrol();
    const code = before ? codeAt(1) : undefined;
    const renewed = async () => {
      const proof = before ? codeAt(2) : undefined;
      const begun = await open().start(user.userId, PASSWORD, proof, context(2));
      const shown = { enrolment: begun.enrolment, code: codeAt(2, begun.secret) };
      await open().confirm(user.userId, shown, undefined, context(2));
    };
    const login = new Login(ADA.email, PASSWORD, ['admin'], '10.0.0.1', undefined, async (person) => {
      const stillProven = await factors.prove(person, code, context(1));
      await renewed();
      return stillProven;
    });
    await expect(people.login.execute(login)).rejects.toEqual(refused('LOGIN_FAILED'));
    expect(await people.sessions.of(user.userId, START)).toEqual([]);
  });

  it('starts no session when the final check fails', async () => {
    const away = new Error('the store is away');
    const login = new Login(
      ADA.email,
      PASSWORD,
      ['admin'],
      '10.0.0.1',
      undefined,
      async () => () => Promise.reject(away),
    );
    await expect(people.login.execute(login)).rejects.toBe(away);
    expect(await people.sessions.of(user.userId, START)).toEqual([]);
  });

  it('is renewed and turned off only with password and code', async () => {
    const [recovery] = (await enrol()) as [string];
    const old = secret;
    await expect(factors.start(user.userId, 'wrong', codeAt(1), context(1))).rejects.toEqual(
      refused('PASSWORD_INCORRECT'),
    );
    await expect(factors.start(user.userId, PASSWORD, '', context(1))).rejects.toEqual(
      refused('SECOND_FACTOR_REQUIRED'),
    );
    const begun = await factors.start(user.userId, PASSWORD, recovery, context(1));
    // The old factor stays valid until the new one is confirmed.
    await factors.prove(user, codeAt(1, old), context(1));
    ({ secret } = begun);
    await factors.confirm(
      user.userId,
      { enrolment: begun.enrolment, code: codeAt(1) },
      undefined,
      context(1),
    );
    await expect(factors.prove(user, codeAt(2, old), context(2))).rejects.toEqual(
      refused('SECOND_FACTOR_INCORRECT'),
    );
    await expect(open('required').remove(user.userId, PASSWORD, codeAt(2), context(2))).rejects.toEqual(
      refused('SECOND_FACTOR_NEEDED'),
    );
    await factors.remove(user.userId, PASSWORD, codeAt(2), context(2));
    await factors.prove(user, undefined, context(3));
    expect((await facts()).at(-1)).toBe('SecondFactorRemoved');
  });

  it('limits code guesses from an open browser', async () => {
    await enrol();
    const told: unknown[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      await factors
        .start(user.userId, PASSWORD, '000000', context(1))
        .catch((error: { code: string }) => told.push(error.code));
    expect(told.slice(-2)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });

  it('counts wrong codes like wrong passwords, also when a missing code is asked for between', async () => {
    await enrol();
    // Raises the second factor's own limit, which would otherwise come first.
    const unlocked = open('optional', {
      judge: () => ({ outcome: 'wrong', left: 1 }),
      lockedUntil: () => undefined,
    });
    const prove = (code?: string) => (person: User) => unlocked.prove(person, code, context(1));
    let neighbour = 0;
    // Each try comes from a new address, so that only the limit of the network counts.
    const logIn = (code?: string): Promise<string> => {
      const address = `10.0.0.${(neighbour += 1)}`;
      return people.login
        .execute(new Login(ADA.email, PASSWORD, ['admin'], address, undefined, prove(code)))
        .then(
          () => 'in',
          (error: { code: string }) => error.code,
        );
    };
    for (let tries = 0; tries < 9; tries += 1) {
      expect(await logIn('000000')).toBe('SECOND_FACTOR_INCORRECT');
      expect(await logIn()).toBe('SECOND_FACTOR_REQUIRED');
    }
    expect(await logIn('000000')).toBe('SECOND_FACTOR_INCORRECT');
    expect(await logIn('000000')).toBe('LOGIN_LOCKED');
    expect(await logIn(codeAt(1))).toBe('LOGIN_LOCKED');
  });

  it('mustEnrol is true only when it is required and missing', () => {
    expect(open('required').mustEnrol({ secondFactor: false })).toBe(true);
    expect(open('required').mustEnrol({ secondFactor: true })).toBe(false);
    expect(factors.mustEnrol({ secondFactor: false })).toBe(false);
  });
});
