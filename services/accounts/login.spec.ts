import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RuleBroken } from '../contracts/errors.js';
import { AdministratorRefused, createAdministrator } from './create-admin.js';
import { Login } from './login.handler.js';
import { Passwords } from './passwords.js';
import { RegisterUser } from './register-user.handler.js';
import { ADA, openPeople, type People } from './testing/people.js';
import { systemStory } from './write-stream.js';

const story = systemStory();

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
    people = await openPeople({ RATE_LIMIT_LOGIN_FAILURES: '3' });
    await people.register.execute(new RegisterUser(ADA, story));
  });
  afterEach(() => people.remove());

  it('starts a session', async () => {
    const answer = await people.login.execute(
      new Login('ADA@example.test', ADA.password, ['user'], '10.0.0.1'),
    );
    expect(people.sessions.find(answer.token)).toMatchObject({ userId: answer.user.userId, role: 'user' });
    expect(people.sessions.verifyAccessToken(answer.session, answer.accessToken)).toBe(true);
  });

  it('refuses an unknown email, a wrong password and the wrong door with the same words', async () => {
    await people.register.execute(new RegisterUser({ ...ADA, email: 'boss@x.test', role: 'admin' }, story));
    expect(await attempt('nobody@x.test', ADA.password)).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, 'wrong')).toBe('LOGIN_FAILED');
    expect(await attempt('boss@x.test', ADA.password)).toBe('LOGIN_FAILED');
  });

  it('checks a password for an unknown email too, which takes as long', async () => {
    const verify = jest.spyOn(people.passwords, 'verify');
    expect(await attempt('nobody@x.test', 'wrong')).toBe('LOGIN_FAILED');
    expect(verify).toHaveBeenCalledWith(undefined, 'wrong');
    verify.mockRestore();
    const fastest = async (hash: string | undefined): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const from = performance.now();
        await people.passwords.verify(hash, 'wrong');
        times.push(performance.now() - from);
      }
      return Math.min(...times);
    };
    const hash = await people.passwords.hash('right');
    expect(await fastest(undefined)).toBeGreaterThan((await fastest(hash)) / 4);
  });

  it('locks an account after failures from many addresses', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await attempt(ADA.email, 'wrong', `10.0.1.${tries}`)).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, ADA.password, '10.0.1.9')).toBe('LOGIN_LOCKED');
    expect(await attempt('other@x.test', 'wrong', '10.0.1.9')).toBe('LOGIN_FAILED');
  });

  it('locks an address after failures on many accounts', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await attempt(`n${tries}@x.test`, 'wrong')).toBe('LOGIN_FAILED');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await attempt(ADA.email, ADA.password)).toBe('LOGIN_LOCKED');
    expect(await attempt(ADA.email, ADA.password, '10.0.0.2')).toBe('ada@example.test');
  });

  it('checks no more passwords than allowed when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(ADA.email, 'wrong')));
    expect(answers.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(3);
  });

  it('locks one subscriber of IPv6, whatever address of their network they use', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await attempt(`n${tries}@x.test`, 'wrong', `2c0f:f5c0:400:12::${tries}`)).toBe('LOGIN_FAILED');
    expect(await attempt(ADA.email, ADA.password, '2c0f:f5c0:400:12::9')).toBe('LOGIN_LOCKED');
    expect(await attempt(ADA.email, ADA.password, '2c0f:f5c0:400:13::9')).toBe('ada@example.test');
  });

  it('stays locked over a restart', async () => {
    for (let tries = 0; tries < 3; tries += 1) await attempt(ADA.email, 'wrong');
    await people.close();
    people = await openPeople({ RATE_LIMIT_LOGIN_FAILURES: '3' }, people.store, people.dir);
    expect(await attempt(ADA.email, ADA.password, '10.9.9.9')).toBe('LOGIN_LOCKED');
  });

  it('does not count the right ones', async () => {
    for (let tries = 0; tries < 8; tries += 1)
      expect(await attempt(ADA.email, ADA.password)).toBe('ada@example.test');
  });
});

describe('passwords', () => {
  it('of nobody are never right, not even the one the decoy was made of', async () => {
    const passwords = new Passwords();
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
    const hash = await passwords.hash('right');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([await passwords.verify(hash, 'right'), await passwords.verify(hash, 'Right')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('making an administrator', () => {
  it('wants an address, a long password and an email nobody has', async () => {
    const people = await openPeople();
    const make = (email: string, password: string) =>
      createAdministrator(people.register, people.verifyEmail, {
        ...{ email, password, firstName: 'A', lastName: 'B', role: 'admin' },
      });
    await expect(make('nonsense', 'long enough 1')).rejects.toThrow(AdministratorRefused);
    await expect(make('a@x.test', 'short')).rejects.toThrow('12 characters');
    const { userId } = await make('a@x.test', 'long enough 1');
    expect(await people.users.byId(userId)).toMatchObject({ role: 'admin', emailVerified: true });
    await expect(make('A@x.test', 'long enough 2')).rejects.toThrow('already has an account');
    await people.remove();
  });
});
