import { describe, expect, it } from '@jest/globals';
import { isEmailAddress, isPersonName } from './people.js';
import { CUSTOMER_SHAPES } from '../customers.contract.js';

describe('an email address', () => {
  it.each([
    'ada@people.test',
    'ADA.Obi+shop@mail.people.test',
    "o'neil@x.ng",
    'a@xn--p1ai.xn--p1ai',
    'a_b-c@1x.io',
    `${'a'.repeat(64)}@people.test`,
  ])('%s is one', (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    '1,victim@people.test',
    'victim@people.test,2@x.test',
    'a;b@people.test',
    '"a b"@people.test',
    '<ada@people.test>',
    'Ada <ada@people.test>',
    'ada@people.test\r\nBcc: b@x.test',
    'ada\n@people.test',
    'ada@people',
    'ada@10.0.0.1',
    'ada@[10.0.0.1]',
    '@people.test',
    'ada@',
    'ada',
    '',
    'a@b@people.test',
    'a..b@people.test',
    '.a@people.test',
    'a.@people.test',
    'ada@-people.test',
    'ada@people-.test',
    'ada@people..test',
    'ada@people.test.',
    ' ada@people.test',
    'ada @people.test',
    'a%b@people.test',
    'a!b@people.test',
    'a(comment)@people.test',
    'àda@people.test',
    'ada@pеople.test',
    'a\\@people.test',
    `${'a'.repeat(65)}@people.test`,
    `ada@${'a'.repeat(64)}.test`,
    `ada@${'a.'.repeat(126)}test`,
  ])('%j is none', (text) => expect(isEmailAddress(text)).toBe(false));
});

describe('a name', () => {
  it.each([
    'Ada',
    'Ngọzi',
    "O'Neil",
    'Ade-Bayo',
    'St. John',
    'J. A.',
    'Jr.',
    'محمد',
    'van der Berg',
    'O’Brien',
  ])('%s is one', (text) => expect(isPersonName(text)).toBe(true));
  it.each([
    'evil.com',
    'www.evil.com',
    'https://evil.test',
    'ada@evil.test',
    'Win at evil.ng now',
    '//evil',
    'call 08031234567',
    'Ada\r\nBcc: x',
    'Ada\u202Eevil',
    'Ada\u200Bb',
    '<b>Ada</b>',
    '[Ada](x)',
    'a,b',
    'Ada: b',
    '',
    ' ',
    '...',
    "'",
    'evil。com',
    'evil．com',
  ])('%j is none', (text) => expect(isPersonName(text)).toBe(false));
});

it('applies to every contract field for an email or name', () => {
  const GOOD = { email: 'ada@people.test', fname: 'Ada', lname: 'Obi', phone_number: '08031234567' };
  const passwords = { password1: 'a long password', password2: 'a long password' };
  const faults = (
    shape: { safeParse(body: unknown): { error?: { issues: { path: unknown[] }[] } } },
    body: object,
  ) => shape.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];
  const { register, updateUserRecord, forgotPassword, resetPassword } = CUSTOMER_SHAPES;
  const many = '1,victim@people.test';
  expect(faults(register.request, { ...GOOD, ...passwords })).toEqual([]);
  expect(faults(register.request, { ...GOOD, ...passwords, email: many })).toEqual(['email']);
  expect(faults(forgotPassword.request, { email: many })).toEqual(['email']);
  expect(faults(resetPassword.request, { resetCode: '123456', ...passwords, email: many })).toEqual([
    'email',
  ]);
  for (const field of ['fname', 'lname']) {
    expect(faults(register.request, { ...GOOD, ...passwords, [field]: 'www.evil.test' })).toEqual([field]);
    expect(faults(updateUserRecord.request, { ...GOOD, [field]: 'www.evil.test' })).toEqual([field]);
  }
});
