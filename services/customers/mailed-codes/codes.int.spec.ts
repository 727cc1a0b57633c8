import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import type { RuleBroken } from '../../contracts/errors.js';
import { codeDigits, codeKey } from './code-digits.js';
import { ChangeOwnPassword } from '../recovery/change-own-password.handler.js';
import { FinishRecovery, type FinishRecoveryHandler } from '../recovery/finish-recovery.handler.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { StartRecovery, type StartRecoveryHandler } from '../recovery/start-recovery.handler.js';
import { BoundedWork } from '../login/bounded-work.js';
import { Passwords } from '../login/passwords.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

const MINUTE = 60_000;
const HERE = { address: '10.0.0.1', device: 'a test' };

describe('the digits of a code', () => {
  it('are six, derived from user, purpose and code id', () => {
    const key = createSecretKey(Buffer.alloc(32, 7));
    const code = { purpose: 'email', codeId: 'c1' } as const;
    const all = Array.from({ length: 2_000 }, (_, index) =>
      codeDigits(key, 'ada', { ...code, codeId: `c${index}` }),
    );
    expect(all.every((digits) => /^\d{6}$/.test(digits))).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(1_980);
    expect(codeDigits(key, 'ada', code)).toBe(codeDigits(key, 'ada', code));
    const others = [
      codeDigits(key, 'obi', code),
      codeDigits(key, 'ada', { ...code, purpose: 'pin' }),
      codeDigits(createSecretKey(Buffer.alloc(32, 8)), 'ada', code),
    ];
    expect(others).not.toContain(codeDigits(key, 'ada', code));
  });
});

describe('a mailed code', () => {
  let people: People;
  let start: StartRecoveryHandler;
  let finish: FinishRecoveryHandler;
  let userId: string;

  beforeEach(async () => {
    people = await openPeople({ RATE_LIMIT_CODES: '50' });
    start = people.startRecovery;
    finish = people.finishRecovery;
    ({ userId } = await people.register.execute(new CreateUser(ADA, systemContext())));
  });
  afterEach(() => people.remove());

  const ask = async () => {
    const { cookie } = await start.execute(new StartRecovery(ADA.email, '::1', systemContext()));
    const [last] = await people.store.readStream(`user-${userId}`, { direction: 'backwards', limit: 1 });
    const issued = { purpose: 'recovery', codeId: String(last!.data['codeId']) } as const;
    return { cookie, code: codeDigits(codeKey(people.secrets.pinPepper), userId, issued) };
  };
  const use = async (cookie: string, code: string, password: string, minutes = 0): Promise<string> => {
    const now = new Date(Date.now() + minutes * MINUTE);
    const proof = { cookie, email: undefined, code };
    try {
      await finish.execute(new FinishRecovery(proof, password, HERE, now));
      return 'changed';
    } catch (error) {
      return (error as RuleBroken).code;
    }
  };

  it('works for ten minutes', async () => {
    const { cookie, code } = await ask();
    expect(await use(cookie, code, 'another password', 10.1)).toBe('CODE_INCORRECT');
    expect(await use(cookie, code, 'another password', 9.9)).toBe('changed');
  });

  it('works once, also in two parallel requests', async () => {
    const { cookie, code } = await ask();
    const both = await Promise.all([
      use(cookie, code, 'first password'),
      use(cookie, code, 'other password'),
    ]);
    expect(both.sort()).toEqual(['CODE_INCORRECT', 'changed']);
  });

  it('is not found by parallel guesses, of which only five are checked', async () => {
    const { cookie, code } = await ask();
    const guesses = Array.from({ length: 40 }, (_, index) => String((Number(code) + index + 1) % 1_000_000));
    const answers = await Promise.all(
      [...guesses, code].map((guess) => use(cookie, guess.padStart(6, '0'), 'stolen password')),
    );
    expect(answers.filter((answer) => answer === 'CODE_INCORRECT')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'CODE_USED_UP')).toHaveLength(36);
  });

  it('keeps its tries while new passwords are refused because too many wait', async () => {
    let free = (): void => undefined;
    const busy = new BoundedWork(1, 0);
    const held = busy.run(() => new Promise<void>((resolve) => (free = resolve)));
    await people.close();
    people = await openPeople({ RATE_LIMIT_CODES: '2' }, people.store, people.dir, {
      passwords: new Passwords(undefined, busy),
    });
    [start, finish] = [people.startRecovery, people.finishRecovery];
    const { cookie, code } = await ask();
    const signedIn = (): Promise<unknown> => {
      const recovery = { code, cookie, address: HERE.address, device: undefined };
      const asked = new ChangeOwnPassword(userId, { recovery }, 'another password', systemContext());
      return people.changeOwnPassword.execute(asked).catch((error: RuleBroken) => error.code);
    };
    for (let tries = 1; tries <= 7; tries += 1) {
      expect(await use(cookie, code, 'another password')).toBe('OVERLOADED');
      expect(await signedIn()).toBe('OVERLOADED');
    }
    free();
    await held;
    expect(await use(cookie, code, 'another password')).toBe('changed');
  });

  it('is not stored', async () => {
    const { code } = await ask();
    expect(JSON.stringify(await people.store.readAll(0, 100))).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  it('of a browser is not used up by guesses that name the email', async () => {
    const { cookie, code } = await ask();
    for (let tries = 1; tries <= 6; tries += 1) {
      const proof = { cookie: undefined, email: ADA.email, code: '000000' };
      await finish
        .execute(new FinishRecovery(proof, 'stolen password', { ...HERE, address: '10.0.0.9' }, new Date()))
        .catch(() => undefined);
    }
    expect(await use(cookie, code, 'another password')).toBe('changed');
  });

  it('has one budget of guesses over all entry points and codes', async () => {
    await people.remove();
    people = await openPeople({ RATE_LIMIT_CODES: '2' });
    [start, finish] = [people.startRecovery, people.finishRecovery];
    ({ userId } = await people.register.execute(new CreateUser(ADA, systemContext())));
    const tell = async (proof: { cookie?: string; email?: string }, address = '10.0.0.9') => {
      const guess = { cookie: proof.cookie, email: proof.email, code: '000000' };
      const asked = new FinishRecovery(guess, 'stolen password', { ...HERE, address }, new Date());
      return finish.execute(asked).then(
        () => 'changed',
        (error: RuleBroken) => error.code,
      );
    };
    for (const email of [ADA.email, 'nobody@people.test']) {
      const ask = async () =>
        (await start.execute(new StartRecovery(email, '10.0.0.9', systemContext()))).cookie;
      const doors = [{ cookie: await ask() }, { cookie: await ask() }, { email }];
      const answers = [];
      for (const door of [...doors, ...doors, ...doors]) answers.push(await tell(door));
      // An email without an account gets the same answers.
      expect({ email, answers }).toEqual({
        email,
        answers: [...Array<string>(6).fill('CODE_INCORRECT'), ...Array<string>(3).fill('RATE_LIMITED')],
      });
    }
    // Each network may guess separately.
    expect(await tell({ email: ADA.email }, '10.0.1.9')).toBe('CODE_INCORRECT');
  });

  it('shares the budget with signed-in guesses, while a known browser has its own', async () => {
    await people.remove();
    people = await openPeople({ RATE_LIMIT_CODES: '2' });
    start = people.startRecovery;
    ({ userId } = await people.register.execute(new CreateUser(ADA, systemContext())));
    const [first, second] = [await ask(), await ask()];
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => 'changed',
        (error: RuleBroken) => error.code,
      );
    const signedIn = (cookie: string, code: string, device?: string) => {
      const proof = { recovery: { code, cookie, address: '10.0.0.9', device } };
      return outcome(
        people.changeOwnPassword.execute(
          new ChangeOwnPassword(userId, proof, 'another password', systemContext()),
        ),
      );
    };
    const stranger = () => {
      const proof = { cookie: undefined, email: ADA.email, code: '000000' };
      const origin = { ...HERE, address: '10.0.0.9' };
      return outcome(
        people.finishRecovery.execute(new FinishRecovery(proof, 'stolen password', origin, new Date())),
      );
    };
    const answers = [];
    for (const { cookie } of [first, second, first, second]) answers.push(await signedIn(cookie, '000000'));
    for (let tries = 1; tries <= 3; tries += 1) answers.push(await stranger());
    answers.push(await signedIn(second.cookie, second.code));
    expect(answers).toEqual([
      ...Array<string>(6).fill('CODE_INCORRECT'),
      ...Array<string>(2).fill('RATE_LIMITED'),
    ]);
    const user = (await people.users.current(userId))!;
    const device = people.devices.issue(user);
    for (let tries = 1; tries <= 2; tries += 1)
      expect(await signedIn(second.cookie, '000000', device)).toBe('CODE_INCORRECT');
    expect(await signedIn(second.cookie, second.code, device)).toBe('changed');
    // The right code starts the count at 0 again.
    expect(await stranger()).toBe('CODE_INCORRECT');
  });
});
