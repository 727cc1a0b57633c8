import { hash } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RuleBroken } from '../../contracts/errors.js';
import { BoundedWork } from './bounded-work.js';
import { Login } from './login.handler.js';
import { kindNameOf } from './password-kinds.js';
import { Passwords } from './passwords.js';
import { ChangeOwnPassword } from '../recovery/change-own-password.handler.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { ADA, openPeople, type People, withoutEmail } from '../testing/people.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

const context = systemContext();
const LIMITED = { RATE_LIMIT_LOGIN_FAILURES: '3', RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '8' };

describe('logging in', () => {
  let people: People;
  const attempt = async (
    email: string,
    password: string,
    address = '10.0.0.1',
    roles = ['user'] as const,
  ) => {
    try {
      return (await people.login.execute(new Login(email, password, roles, address))).user.email;
    } catch (error) {
      return error instanceof RuleBroken ? error.code : String(error);
    }
  };
  beforeEach(async () => {
    people = await openPeople(LIMITED);
    await people.register.execute(new CreateUser(ADA, context));
  });
  afterEach(() => people.remove());

  it('starts a session', async () => {
    const answer = await people.login.execute(
      new Login('ADA@example.test', ADA.password, ['user'], '10.0.0.1'),
    );
    expect(people.sessions.find(answer.token)).toMatchObject({ userId: answer.user.userId, role: 'user' });
    expect(people.sessions.verifyAccessToken(answer.session, answer.accessToken)).toBe(true);
  });

  it('refuses an unknown email, a wrong password and the wrong door with the same error', async () => {
    await people.register.execute(new CreateUser({ ...ADA, email: 'boss@x.test', role: 'admin' }, context));
    expect(await attempt('nobody@x.test', ADA.password)).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, 'wrong')).toBe('LOGIN_FAILED');
    expect(await attempt('boss@x.test', ADA.password)).toBe('LOGIN_FAILED');
  });

  it('verifies a password for an unknown email too, which takes as long', async () => {
    const verify = jest.spyOn(people.passwords, 'verify');
    expect(await attempt('nobody@x.test', 'wrong')).toBe('LOGIN_FAILED');
    expect(verify).toHaveBeenCalledWith(undefined, 'wrong');
    verify.mockRestore();
    const timed = async (hash: string | undefined): Promise<number> => {
      const from = performance.now();
      await people.passwords.verify(hash, 'wrong');
      return performance.now() - from;
    };
    const hash = await people.passwords.hash('right');
    // Compare the fastest rounds, because load makes rounds slower but never faster.
    let [known, unknown] = [Infinity, Infinity];
    for (let round = 0; round < 100 && !(unknown > known / 4 && known < Infinity); round += 1) {
      unknown = Math.min(unknown, await timed(undefined));
      known = Math.min(known, await timed(hash));
    }
    expect(unknown).toBeGreaterThan(known / 4);
  });

  it('counts the tries of a customer without an email once for every spelling of the phone', async () => {
    await withoutEmail(people, 'moved');
    const names = ['08039999999', '+234 803 999 9999', '8039999999'];
    const answers: string[] = [];
    for (let network = 0; network < 9; network += 1)
      answers.push(await attempt(names[network % 3]!, 'wrong', `10.1.${network}.1`));
    expect(answers).toEqual([...Array<string>(8).fill('LOGIN_FAILED'), 'LOGIN_LOCKED']);
    for (const name of names) expect(await attempt(name, ADA.password, '10.2.0.1')).toBe('LOGIN_LOCKED');
  });

  it('verifies a password for an unknown phone too, and for the phone of a customer with an email', async () => {
    const verify = jest.spyOn(people.passwords, 'verify');
    for (const phone of ['08038888888', ADA.phone])
      expect(await attempt(phone, ADA.password)).toBe('LOGIN_FAILED');
    expect(verify.mock.calls).toEqual(Array(2).fill([undefined, ADA.password]));
  });

  it('locks one network out of an account, and no other', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await attempt(ADA.email, 'wrong', `10.0.1.${tries}`)).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, ADA.password, '10.0.1.9')).toBe('LOGIN_LOCKED');
    expect(await attempt('other@x.test', 'wrong', '10.0.1.9')).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, ADA.password, '10.0.2.9')).toBe('ada@example.test');
  });

  it.each(['user', 'admin'] as const)(
    'limits guesses from many networks, and still admits the known browser of a %s',
    async (role) => {
      const email = `${role}@x.test`;
      await people.register.execute(new CreateUser({ ...ADA, email, role }, context));
      const login = (password: string, address: string, device?: string) =>
        people.login.execute(new Login(email, password, [role], address, device)).then(
          (answer) => answer.device,
          (error: RuleBroken) => error.code,
        );
      const device = await login(ADA.password, '10.9.0.1');
      const answers: string[] = [];
      for (let network = 0; network < 12; network += 1)
        answers.push(await login('wrong', `10.1.${network}.1`));
      expect(answers).toEqual([
        ...Array<string>(8).fill('LOGIN_FAILED'),
        ...Array<string>(4).fill('LOGIN_LOCKED'),
      ]);
      expect(await login(ADA.password, '10.2.0.1')).toBe('LOGIN_LOCKED');
      // The browser is known in any network, and keeps its id.
      expect(await login(ADA.password, '10.1.0.1', device)).toBe(device);
      // Strangers have a separate limit.
      for (let tries = 0; tries < 3; tries += 1)
        expect(await login('wrong', '10.9.0.1', device)).toBe('LOGIN_FAILED');
      expect(await login(ADA.password, '10.9.0.1', device)).toBe('LOGIN_LOCKED');
    },
  );

  it('recognises a browser only by the cookie of this account and password', async () => {
    const { user, device } = await people.login.execute(new Login(ADA.email, ADA.password, ['user'], '::1'));
    const { devices } = people;
    expect(devices.recognise(user, device)).toBe(device.split('.')[0]);
    const forged = `${'A'.repeat(22)}.${device.split('.')[1]}`;
    for (const shown of [undefined, '', 'x', forged, `${device}x`, device.slice(0, -1)])
      expect(devices.recognise(user, shown)).toBeUndefined();
    expect(devices.recognise({ ...user, userId: 'else' }, device)).toBeUndefined();
    expect(devices.recognise(undefined, device)).toBeUndefined();
    const change = new ChangeOwnPassword(
      user.userId,
      { oldPassword: ADA.password },
      'another password',
      context,
    );
    const next = await people.changeOwnPassword.execute(change);
    const current = (await people.users.current(user.userId))!;
    expect(devices.recognise(current, device)).toBeUndefined();
    expect(devices.recognise(current, next)).toBeDefined();
  });

  it('locks an address after failures on many accounts', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await attempt(`n${tries}@x.test`, 'wrong')).toBe('LOGIN_FAILED');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await attempt(ADA.email, ADA.password)).toBe('LOGIN_LOCKED');
    expect(await attempt(ADA.email, ADA.password, '10.0.0.2')).toBe('ada@example.test');
  });

  it('verifies no more passwords than allowed when logins are parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(ADA.email, 'wrong')));
    expect(answers.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(3);
  });

  it('locks one IPv6 subscriber at every address of their network', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await attempt(`n${tries}@x.test`, 'wrong', `2c0f:f5c0:400:12::${tries}`)).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, ADA.password, '2c0f:f5c0:400:12::9')).toBe('LOGIN_LOCKED');
    expect(await attempt(ADA.email, ADA.password, '2c0f:f5c0:400:13::9')).toBe('ada@example.test');
  });

  it('leaves an account open to others after failures from every part of an IPv6 /48', async () => {
    const answers: string[] = [];
    for (let network = 0; network < 60; network += 1)
      answers.push(await attempt(ADA.email, 'wrong', `2c0f:f5c0:400:${network.toString(16)}00::1`));
    // Half of the tries of a day.
    expect(answers.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(4);
    expect(await attempt(ADA.email, ADA.password, '2c0f:f5c0:401::1')).toBe('ada@example.test');
  });

  it('leaves an account open to the neighbours of an IPv6 /64 or /56 that fails, and limits a whole /48', async () => {
    await people.close();
    const settings = { ...LIMITED, RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '80' };
    people = await openPeople(settings, people.store, people.dir);
    const failures = async (times: number, network: (n: number) => string): Promise<number> => {
      let failed = 0;
      for (let n = 0; n < times; n += 1)
        if ((await attempt(ADA.email, 'wrong', `2c0f:f5c0:400:${network(n)}::1`)) === 'LOGIN_FAILED')
          failed += 1;
      return failed;
    };
    const enter = (network: string) => attempt(ADA.email, ADA.password, `2c0f:f5c0:400:${network}::1`);
    expect(await failures(9, () => '1201')).toBe(3);
    expect(await enter('1201')).toBe('LOGIN_LOCKED');
    expect(await enter('1202')).toBe('ada@example.test');
    expect(await failures(9, (n) => `13${n + 10}`)).toBe(6);
    expect(await enter('1399')).toBe('LOGIN_LOCKED');
    expect(await enter('1400')).toBe('ada@example.test');
    expect(await failures(30, (n) => `${n + 15}00`)).toBe(12);
    expect(await enter('9900')).toBe('LOGIN_LOCKED');
  });

  it('locks an IPv6 /56 and /48 after failures on many accounts', async () => {
    const failures = async (networks: readonly string[]): Promise<number> => {
      let failed = 0;
      for (const [each, network] of networks.entries())
        if ((await attempt(`n${each}@x.test`, 'wrong', `2c0f:f5c0:400:${network}::1`)) === 'LOGIN_FAILED')
          failed += 1;
      return failed;
    };
    expect(await failures(Array.from({ length: 20 }, (_, each) => `12${each + 10}`))).toBe(12);
    expect(await failures(Array.from({ length: 60 }, (_, each) => `${each + 20}00`))).toBe(36);
    expect(await attempt(ADA.email, ADA.password, '2c0f:f5c0:401::1')).toBe('ada@example.test');
  });

  it('lets one network use half of what an account allows in a day', async () => {
    await people.close();
    people = await openPeople({ ...LIMITED, RATE_LIMIT_LOGIN_FAILURES: '50' }, people.store, people.dir);
    for (let tries = 0; tries < 4; tries += 1)
      expect(await attempt(ADA.email, 'wrong', `10.0.1.${tries}`)).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, 'wrong', '10.0.1.9')).toBe('LOGIN_LOCKED');
    expect(await attempt(ADA.email, 'wrong', '10.0.2.9')).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, ADA.password, '10.0.3.9')).toBe('ada@example.test');
  });

  it('refuses logins that would wait too long, and does not count them as failed', async () => {
    let finish = (): void => undefined;
    const busy = new BoundedWork(1, 0);
    const held = busy.run(() => new Promise<void>((resolve) => (finish = resolve)));
    await people.close();
    people = await openPeople(LIMITED, people.store, people.dir, {
      passwords: new Passwords(undefined, busy),
    });
    for (let tries = 0; tries < 9; tries += 1) expect(await attempt(ADA.email, 'wrong')).toBe('OVERLOADED');
    finish();
    await held;
    expect(await attempt(ADA.email, ADA.password)).toBe('ada@example.test');
  });

  it('stays locked after a restart', async () => {
    for (let tries = 0; tries < 3; tries += 1) await attempt(ADA.email, 'wrong');
    await people.close();
    people = await openPeople(LIMITED, people.store, people.dir);
    expect(await attempt(ADA.email, ADA.password, '10.0.0.9')).toBe('LOGIN_LOCKED');
  });

  it('does not count successful logins', async () => {
    for (let tries = 0; tries < 8; tries += 1)
      expect(await attempt(ADA.email, ADA.password)).toBe('ada@example.test');
  });
});

describe('passwords', () => {
  const [composed, decomposed] = ['p\u00e4ss phrase', 'pa\u0308ss phrase'];

  it('match in composed and decomposed form, and with another space', async () => {
    const passwords = new Passwords();
    for (const password of [composed, decomposed]) {
      const hash = await passwords.hash(password);
      for (const typed of [composed, decomposed, 'pa\u0308ss\u00a0phrase'])
        expect(await passwords.verify(hash, typed)).toBe(true);
    }
  });

  it('match a hash that was made of either form as typed', async () => {
    const passwords = new Passwords();
    for (const typedThen of [composed, decomposed]) {
      const older = await hash(typedThen);
      for (const typed of [composed, decomposed]) expect(await passwords.verify(older, typed)).toBe(true);
      expect(await passwords.verify(older, 'pass phrase')).toBe(false);
    }
    const spaced = 'pa\u0308ss\u00a0phrase';
    expect(await passwords.verify(await hash(spaced), spaced)).toBe(true);
  });

  it('of an unknown user never match, not even the decoy', async () => {
    const passwords = new Passwords();
    expect(await passwords.verify(undefined, 'no one has this password')).toBe(false);
    const hash = await passwords.hash('right');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([await passwords.verify(hash, 'right'), await passwords.verify(hash, 'Right')]).toEqual([
      true,
      false,
    ]);
  });

  it('of an unknown user cost as much as of anyone: each kind of hash once', async () => {
    const ours = await new Passwords().hash('right');
    const passwords = new Passwords({ kinds: async () => ['bcrypt 4', 'argon2id m=8192,t=1,p=1'] });
    const checked: string[] = [];
    const of = (passwords as unknown as { isOf: (hash: string, form: string) => Promise<boolean> }).isOf;
    Object.assign(passwords, {
      isOf: (against: string, form: string) => {
        checked.push(kindNameOf(against)!);
        return of.call(passwords, against, form);
      },
    });
    const bcrypt = '$2y$04$abcdefghijklmnopqrstuuQ0SYPDqsbEsOzCJWzX5YJTrmYYFNlXe';
    const work: string[][] = [];
    for (const hash of [undefined, ours, bcrypt]) {
      expect(await passwords.verify(hash, 'wrong')).toBe(false);
      work.push(checked.splice(0).toSorted());
    }
    expect(work[0]).toEqual(['argon2id m=19456,t=2,p=1', 'argon2id m=8192,t=1,p=1', 'bcrypt 4']);
    expect(work).toEqual([work[0], work[0], work[0]]);
    await passwords.onApplicationShutdown();
  });
});
