import { describe, expect, it } from '@jest/globals';
import { networkName, networkOfName } from './brands/network.js';
import { networkOfPhone } from '../../../services/contracts/fields/phones.js';
import { phoneText, readPhone } from './phone.js';

describe('a typed phone number', () => {
  it.each(['08031234567', '0803 123 4567', '0803-123-4567', '+234 803 123 4567', '(0803) 123.4567'])(
    '%s is read as 08031234567',
    (typed) => expect(readPhone(typed)).toBe('08031234567'),
  );

  it.each(['', '0803123456', '080312345678', '+1 202 555 0100', 'ada', '01234567890'])(
    'rejects %p',
    (typed) => expect(readPhone(typed)).toBeUndefined(),
  );

  it('reveals its network from the prefix on', () => {
    expect(['0803', '0805', '0802', '0809'].map((typed) => networkOfPhone(typed))).toEqual([1, 2, 3, 4]);
    expect(['', '0', '080'].map((typed) => networkOfPhone(typed))).toEqual([undefined, undefined, undefined]);
  });
});

it('shows a phone number in local form and a meter number unchanged', () => {
  expect(phoneText('+2348031234567')).toBe('08031234567');
  expect(phoneText('45023456789')).toBe('45023456789');
});

it('finds a network by its code or contract name', () => {
  expect(networkOfName('1')).toBe(1);
  expect(networkOfName('Mtn')).toBe(1);
  expect([
    networkOfName('5'),
    networkOfName(''),
    networkOfName(undefined),
    networkOfName('toString'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect(([1, 2, 3, 4] as const).map(networkName)).toEqual(['MTN', 'Glo', 'Airtel', '9mobile']);
});
