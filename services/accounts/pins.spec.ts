import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../contracts/errors.js';
import { pinFault } from './pin-rule.js';
import { RegisterUser } from './register-user.handler.js';
import { SetPin } from './set-pin.handler.js';
import { ADA, openPeople, type People } from './testing/people.js';
import type { User } from './user.state.js';
import { systemStory } from './write-stream.js';

const story = systemStory();
const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'fine';
  } catch (error) {
    return error instanceof RuleBroken ? error.code : String(error);
  }
};

describe('which PINs may be used', () => {
  it.each(['4826', '7000', '1357', '9021', '1122'])('%s may', (pin) => {
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
  ])('%j may not', (pin) => {
    expect(pinFault(pin)).toBeDefined();
  });
});

describe('checking a PIN', () => {
  let people: People;
  let user: User;
  beforeEach(async () => {
    people = await openPeople({ PIN_ATTEMPTS_MAX: '3' });
    const { userId } = await people.register.execute(new RegisterUser(ADA, story));
    await people.setPin.execute(new SetPin(userId, '4826', story));
    user = (await people.users.byId(userId))!;
  });
  afterEach(() => people.remove());

  it('lets the right one pass without waiting', () => {
    expect(people.pins.check(user, '4826')).toBeUndefined();
  });

  it('wants a PIN to be set, once, and not a weak one', async () => {
    const { userId } = await people.register.execute(
      new RegisterUser({ ...ADA, email: 'new@x.test' }, story),
    );
    const newcomer = (await people.users.byId(userId))!;
    expect(await codeOf(() => people.pins.check(newcomer, '4826'))).toBe('PIN_NOT_SET');
    expect(await codeOf(() => people.setPin.execute(new SetPin(userId, '1234', story)))).toBe(
      'VALIDATION_FAILED',
    );
    expect(await codeOf(() => people.setPin.execute(new SetPin(userId, '4826', story)))).toBe('fine');
    expect(await codeOf(() => people.setPin.execute(new SetPin(userId, '5937', story)))).toBe(
      'PIN_ALREADY_SET',
    );
  });

  it('counts down and locks for fifteen minutes, the right PIN included', async () => {
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

  it('starts afresh after the right one', async () => {
    for (let round = 0; round < 4; round += 1) {
      expect(await codeOf(() => people.pins.check(user, '0001'))).toBe('PIN_INCORRECT');
      expect(await codeOf(() => people.pins.check(user, '4826'))).toBe('fine');
    }
  });

  it('counts tries side by side: no more guesses than allowed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        codeOf(() => people.pins.check(user, `9${String(index).padStart(3, '0')}`)),
      ),
    );
    expect(answers.filter((code) => code === 'PIN_INCORRECT')).toHaveLength(2);
    expect(answers.filter((code) => code === 'PIN_LOCKED')).toHaveLength(48);
  });

  it('stays locked over a restart', async () => {
    for (let tries = 0; tries < 3; tries += 1) await codeOf(() => people.pins.check(user, '0001'));
    await people.close();
    people = await openPeople({ PIN_ATTEMPTS_MAX: '3' }, people.store, people.dir);
    expect(await codeOf(() => people.pins.check(user, '4826'))).toBe('PIN_LOCKED');
  });

  it('belongs to its owner: the same digits of another person have another MAC', () => {
    expect(people.pins.mac('u1', '4826')).not.toBe(people.pins.mac('u2', '4826'));
  });
});
