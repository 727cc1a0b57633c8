import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RuleBroken } from '../contracts/errors.js';
import { AccountLimits } from './account-limits.js';
import { openPeople, type People } from './testing/people.js';

describe('mails that anybody can ask for', () => {
  let people: People;
  let limits: AccountLimits;
  beforeEach(async () => {
    people = await openPeople({ RATE_LIMIT_CODES: '2' });
    limits = new AccountLimits(people.limits, people.config);
  });
  afterEach(() => people.remove());

  const ask = (email: string, address: string) =>
    limits.takeMail('code', email, address).then(
      () => 'sent',
      (error: RuleBroken) => error.code,
    );

  it('are limited per account, however it is written and wherever it is asked from', async () => {
    expect([await ask('ada@people.test', '10.0.0.1'), await ask(' ADA@people.test', '10.0.0.2')]).toEqual([
      'sent',
      'sent',
    ]);
    expect(await ask('Ada@People.Test', '10.0.0.3')).toBe('RATE_LIMITED');
    expect(await ask('obi@people.test', '10.0.0.3')).toBe('sent');
  });

  it('are limited per address, whomever they are for', async () => {
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, index) => ask(`person${index}@people.test`, '10.0.0.1')),
    );
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(40);
    expect(await ask('person99@people.test', '10.0.0.2')).toBe('sent');
  });

  it('of registration and of codes are counted apart', async () => {
    await ask('ada@people.test', '10.0.0.1');
    await ask('ada@people.test', '10.0.0.1');
    await expect(limits.takeMail('registration', 'ada@people.test', '10.0.0.1')).resolves.toBeUndefined();
  });
});
