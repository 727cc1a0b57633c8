import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../../contracts/errors.js';
import { pinFault } from '../user.decider.js';
import { ChangePin } from './change-pin.handler.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { SendCode } from '../mailed-codes/send-code.handler.js';
import { SetPin } from './set-pin.handler.js';
import { ADA, openPeople, type People } from '../testing/people.js';
import type { User } from '../user.state.js';
import { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

const context = systemContext();
const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'fine';
  } catch (error) {
    return error instanceof RuleBroken ? error.code : String(error);
  }
};

describe('pinFault', () => {
  it.each(['4826', '7000', '1357', '9021', '1122'])('accepts %s', (pin) => {
    expect(pinFault(pin)).toBeUndefined();
  });
  it.each([
    '',
    '123',
    '12345',
    '48a6',
    ' 482',
    '٤٨٢٦',
    '1111',
    '0000',
    '1234',
    '4321',
    '7890',
    '0987',
    '9012',
  ])('rejects %j', (pin) => {
    expect(pinFault(pin)).toBeDefined();
  });
});

describe('checking a PIN', () => {
  let people: People;
  let user: User;
  beforeEach(async () => {
    people = await openPeople({ PIN_ATTEMPTS_MAX: '3' });
    const { userId } = await people.register.execute(new CreateUser(ADA, context));
    await people.verifyEmail.execute(new MarkEmailVerified(userId, context));
    await people.setPin.execute(new SetPin(userId, '4826', context));
    user = (await people.users.byId(userId))!;
  });
  afterEach(() => people.remove());

  it('is locked for 15 minutes at most after a clock that was ahead', async () => {
    const [start, hour] = [Date.now(), 3_600_000];
    const check = (pin: string, at: number) => codeOf(async () => people.pins.check(user, pin, at));
    for (let tries = 0; tries < 3; tries += 1) await check('4827', start + 2 * hour);
    user = (await people.users.byId(user.userId))!;
    expect(user.pinLockedUntil).toBe(start + 2 * hour + hour / 4);
    expect(await check('4826', start)).toBe('PIN_LOCKED');
    expect(await codeOf(async () => people.pins.requireUnlocked(user, start + hour / 4 - 1))).toBe(
      'PIN_LOCKED',
    );
    expect(await codeOf(async () => people.pins.requireUnlocked(user, start + hour / 4))).toBe('fine');
    expect(await check('4826', start + hour / 4)).toBe('fine');
  });

  it('passes the right one synchronously', () => {
    expect(people.pins.check(user, '4826')).toBeUndefined();
  });

  it('needs a PIN to be set, once, and not a weak one', async () => {
    const { userId } = await people.register.execute(
      new CreateUser({ ...ADA, email: 'new@x.test' }, context),
    );
    const newcomer = (await people.users.byId(userId))!;
    expect(await codeOf(() => people.pins.check(newcomer, '4826'))).toBe('PIN_NOT_SET');
    expect(await codeOf(() => people.setPin.execute(new SetPin(userId, '4826', context)))).toBe(
      'EMAIL_NOT_VERIFIED',
    );
    await people.verifyEmail.execute(new MarkEmailVerified(userId, context));
    expect(await codeOf(() => people.setPin.execute(new SetPin(userId, '1234', context)))).toBe(
      'VALIDATION_FAILED',
    );
    expect(await codeOf(() => people.setPin.execute(new SetPin(userId, '4826', context)))).toBe('fine');
    expect(await codeOf(() => people.setPin.execute(new SetPin(userId, '5937', context)))).toBe(
      'PIN_ALREADY_SET',
    );
  });

  it('counts down and locks for fifteen minutes, also for the right PIN', async () => {
    const now = Date.now();
    const attempt = (pin: string, at = now) => codeOf(() => people.pins.check(user, pin, at));
    await expect(async () => people.pins.check(user, '0001', now)).rejects.toMatchObject({
      details: { attemptsLeft: 2 },
    });
    expect(await attempt('0002')).toBe('PIN_INCORRECT');
    expect(await attempt('0003')).toBe('PIN_LOCKED');
    expect(await attempt('4826')).toBe('PIN_LOCKED');
    expect(await attempt('4826', now + 15 * 60_000 - 1)).toBe('PIN_LOCKED');
    expect(await attempt('4826', now + 15 * 60_000)).toBe('fine');
  });

  it('locks for longer each time, then until a reset, and starts over after the right one', async () => {
    const MINUTE = 60_000;
    let now = Date.now();
    const attempt = (pin: string) => codeOf(() => people.pins.check(user, pin, now));
    const lock = async () => {
      for (let tries = 0; tries < 3; tries += 1) await attempt('0001');
    };
    for (const minutes of [15, 60, 6 * 60, 24 * 60]) {
      await lock();
      now += minutes * MINUTE - 1;
      expect({ minutes, told: await attempt('4826') }).toEqual({ minutes, told: 'PIN_LOCKED' });
      now += 1;
    }
    expect(await attempt('4826')).toBe('fine');
    for (const minutes of [15, 60, 6 * 60, 24 * 60]) {
      await lock();
      now += minutes * MINUTE;
    }
    await lock();
    now += 365 * 24 * 60 * MINUTE;
    expect(await attempt('4826')).toBe('PIN_LOCKED');
    await people.sendCode.execute(new SendCode(user.userId, 'pin', systemContext(new Date(now))));
    const { codes, userId } = (await people.users.current(user.userId))!;
    const code = people.codeOf(userId, codes!.at(-1)!);
    const proof = { how: 'recovery', password: ADA.password, code } as const;
    await people.changePin.execute(new ChangePin(userId, proof, '5937', systemContext(new Date(now))));
    user = (await people.users.current(userId))!;
    expect(await attempt('5937')).toBe('fine');
  });

  it('notes each lock once, and keeps it when the counts are lost', async () => {
    const now = Date.now();
    await Promise.all(Array.from({ length: 9 }, () => codeOf(() => people.pins.check(user, '0001', now))));
    const noted = (await people.store.readStream(`user-${user.userId}`)).filter(
      ({ type }) => type === 'PinLocked',
    );
    expect(noted.map(({ data }) => data['lockedUntil'])).toEqual([new Date(now + 15 * 60_000).toISOString()]);
    await people.tries.clear(user.userId);
    const asStored = (await people.users.current(user.userId))!;
    expect(await codeOf(() => people.pins.check(asStored, '4826', now + 15 * 60_000 - 1))).toBe('PIN_LOCKED');
    expect(await codeOf(() => people.pins.check(asStored, '4826', now + 15 * 60_000))).toBe('fine');
  });

  it('counts the tries of all entry points together, and the lock applies without a PIN too', async () => {
    const now = Date.now();
    const context = systemContext(new Date(now));
    const change = () =>
      people.changePin.execute(new ChangePin(user.userId, { how: 'old', oldPin: '0001' }, '5937', context));
    expect(await codeOf(() => people.pins.requireUnlocked(user, now))).toBe('fine');
    expect(await codeOf(() => people.pins.check(user, '0001', now))).toBe('PIN_INCORRECT');
    expect(await codeOf(change)).toBe('PIN_INCORRECT');
    expect(await codeOf(() => people.pins.check(user, '0002', now))).toBe('PIN_LOCKED');
    expect(await codeOf(() => people.pins.requireUnlocked(user, now))).toBe('PIN_LOCKED');
    expect(await codeOf(change)).toBe('PIN_LOCKED');
  });

  it('reports the remaining time', async () => {
    const now = Date.now();
    const told = async (at: number): Promise<unknown> => {
      try {
        await people.pins.check(user, '0001', at);
      } catch (error) {
        return (error as RuleBroken).message;
      }
    };
    await told(now);
    await told(now);
    expect(await told(now)).toBe('PIN locked for 15 minutes. Reset it if you have forgotten it.');
    expect(await told(now + 14.5 * 60_000)).toContain('locked for a minute.');
    for (const at of [15, 16, 17]) await told(now + at * 60_000);
    expect(await told(now + 18 * 60_000)).toContain('locked for 59 minutes.');
  });

  it('restarts the count after the right one', async () => {
    for (let round = 0; round < 4; round += 1) {
      expect(await codeOf(() => people.pins.check(user, '0001'))).toBe('PIN_INCORRECT');
      expect(await codeOf(() => people.pins.check(user, '4826'))).toBe('fine');
    }
  });

  it('allows no more guesses when they are parallel', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        codeOf(() => people.pins.check(user, `9${String(index).padStart(3, '0')}`)),
      ),
    );
    expect(answers.filter((code) => code === 'PIN_INCORRECT')).toHaveLength(2);
    expect(answers.filter((code) => code === 'PIN_LOCKED')).toHaveLength(48);
  });

  it('stays locked after a restart', async () => {
    for (let tries = 0; tries < 3; tries += 1) await codeOf(() => people.pins.check(user, '0001'));
    await people.close();
    people = await openPeople({ PIN_ATTEMPTS_MAX: '3' }, people.store, people.dir);
    expect(await codeOf(() => people.pins.check(user, '4826'))).toBe('PIN_LOCKED');
  });

  it('has another MAC for the same digits of another person', () => {
    expect(people.pins.mac('u1', '4826')).not.toBe(people.pins.mac('u2', '4826'));
  });
});
