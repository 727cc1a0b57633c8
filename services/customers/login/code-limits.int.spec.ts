import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RuleBroken } from '../../contracts/errors.js';
import { CodeLimits } from './code-limits.js';
import { openPeople, type People } from '../testing/people.js';

describe('mails that anyone can ask for', () => {
  let people: People;
  let limits: CodeLimits;
  beforeEach(async () => {
    people = await openPeople({ RATE_LIMIT_CODES: '2' });
    limits = new CodeLimits(people.limits, people.config);
  });
  afterEach(() => people.remove());

  const ask = (email: string, address: string, deviceId?: string) =>
    limits.takeMail('code', email, { address, deviceId }).then(
      () => 'sent',
      (error: RuleBroken) => error.code,
    );

  it('are limited per account and network, in any spelling of the address', async () => {
    expect([
      await ask('ada@people.test', '10.0.0.1'),
      await ask(' ADA+shop@people.test', '10.0.0.2'),
    ]).toEqual(['sent', 'sent']);
    expect(await ask('Ada+9@People.Test', '10.0.0.3')).toBe('RATE_LIMITED');
    expect(await ask('obi@people.test', '10.0.0.3')).toBe('sent');
    expect([await ask('o.b.i@gmail.com', '10.0.0.4'), await ask('obi@gmail.com', '10.0.0.4')]).toEqual([
      'sent',
      'sent',
    ]);
    expect(await ask('ob.i+x@gmail.com', '10.0.0.4')).toBe('RATE_LIMITED');
  });

  it('leave the owner a share after a stranger’s requests: elsewhere, in a known browser, and signed in', async () => {
    for (let tries = 0; tries < 4; tries += 1) await ask('ada@people.test', '10.0.0.1');
    expect(await ask('ada@people.test', '10.0.0.1')).toBe('RATE_LIMITED');
    expect(await ask('ada@people.test', '10.0.1.1')).toBe('sent');
    expect(await ask('ada@people.test', '10.0.0.1', 'device')).toBe('sent');
    await expect(limits.takeOwnMail('ada')).resolves.toBeUndefined();
    for (let network = 2; network < 60; network += 1) await ask('ada@people.test', `10.0.${network}.1`);
    expect(await ask('ada@people.test', '10.0.99.1')).toBe('RATE_LIMITED');
    expect(await ask('ada@people.test', '10.0.99.1', 'device')).toBe('sent');
    await expect(limits.takeOwnMail('ada')).resolves.toBeUndefined();
  });

  it('are limited per account for a whole IPv6 /48, and the account stays open elsewhere', async () => {
    const answers: string[] = [];
    for (let network = 0; network < 60; network += 1)
      answers.push(await ask('ada@people.test', `2c0f:f5c0:400:${network.toString(16)}00::1`));
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(2);
    expect(await ask('ada@people.test', '2c0f:f5c0:401::1')).toBe('sent');
  });

  it('are limited per address, for any recipient', async () => {
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, index) => ask(`person${index}@people.test`, '10.0.0.1')),
    );
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(40);
    expect(await ask('person99@people.test', '10.0.0.2')).toBe('sent');
  });

  it('of registrations and of codes are counted separately', async () => {
    await ask('ada@people.test', '10.0.0.1');
    await ask('ada@people.test', '10.0.0.1');
    await expect(
      limits.takeMail('registration', 'ada@people.test', { address: '10.0.0.1' }),
    ).resolves.toBeUndefined();
  });
});
