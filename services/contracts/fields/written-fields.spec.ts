import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { SHAPES, type CallName } from '../calls.js';

/** Parses a field of a request; returns the error message when the value is refused. */
function readBy(name: CallName, field: string, value: unknown): unknown {
  const schema = (SHAPES[name].request as z.ZodObject).shape[field] as z.ZodType;
  const { data, error } = schema.safeParse(value);
  return error ? { refused: error.issues[0]!.message } : data;
}

const MONEY: readonly (readonly [CallName, string])[] = [
  ['buyAirtime', 'amount'],
  ['payElectricity', 'amount'],
  ['fundBet', 'amount'],
  ['transferMoney', 'amount_to_withdrawal'],
  ['addPasskey', 'limit'],
  ['setPasskeyLimit', 'limit'],
  ['setDataPrice', 'newPrices'],
  ['setDataPrice', 'cost'],
  ['setAffiliateFee', 'newPrices'],
  ['creditManually', 'amount'],
  ['adjustBalance', 'after'],
  ['settleProvider', 'fee'],
  ['recordChargeback', 'amount'],
  ['recordChargeback', 'fee'],
  ['setFundingTerms', 'monify_charges'],
  ['updateUser', 'wallet_balance'],
];

describe.each(MONEY)('the money of %s.%s', (name, field) => {
  it.each([
    ['1500.5', 150_050n],
    [1500.5, 150_050n],
    ['1,500.50', 150_050n],
    ['₦1,500', 150_000n],
    ['NGN\u00a01500', 150_000n],
    ['\u202a1500\u202c', 150_000n],
  ])('is read from %j', (typed, kobo) => expect(readBy(name, field, typed)).toBe(kobo));

  it.each(['100,50', '1,00', '1500,5'])(
    'is not guessed from %s, and the refusal says how to write it',
    (typed) =>
      expect(readBy(name, field, typed)).toEqual({
        refused:
          'must be naira with commas only between thousands and a dot before the kobo, for example 1,500.50',
      }),
  );

  it.each(['-5', '1.234', 'five', `5${' '.repeat(60)}`, {}])('is refused as %j', (typed) =>
    expect(readBy(name, field, typed)).toEqual({ refused: expect.stringContaining('naira') }),
  );
});

it.each([
  ['buyAirtime', 'phone', '+2348031234567'],
  ['register', 'phone_number', '+2348031234567'],
  ['updateUserRecord', 'phone_number', '+2348031234567'],
  ['verifyBvn', 'mobileNo', '+2348031234567'],
] as const)('%s.%s takes a phone number as the page does', (name, field, read) => {
  for (const typed of ['0803 123 4567', '+234 0803 123 4567', '+234 (0) 803-123-4567', '\u202a08031234567'])
    expect(readBy(name, field, typed)).toBe(read);
});

it.each([
  ['transferMoney', 'user_account_number', '0123 456 789', '0123456789'],
  ['bankDetails', 'account_number', '\u200e0123\u00a0456-789', '0123456789'],
  ['setFundingTerms', 'manual_funding_account_number', '0123 456 789', '0123456789'],
  ['validateMeter', 'meter_number', '4501\u2011234\u20115678', '45012345678'],
  ['payElectricity', 'meterNumber', '4501 234 5678', '45012345678'],
  ['payCable', 'iuc', '7023\u202f456\u202f789', '7023456789'],
  ['verifyBvn', 'bvn', '222 0000 0001', '22200000001'],
  ['verifyEmail', 'otp_code', '482 613', '482613'],
  ['fundBet', 'clientId', ' \u200b123456\ufeff', '123456'],
  ['sendSms', 'senderid', ' AdaShop\u200b', 'AdaShop'],
] as const)('%s.%s reads %j as %s', (name, field, typed, read) => {
  expect(readBy(name, field, typed)).toBe(read);
  expect(readBy(name, field, read)).toBe(read);
});

it.each([
  ['transferMoney', 'user_account_number', '08031234567', 'must be ten digits as text'],
  ['bankDetails', 'account_number', '123456789.0', 'must be ten digits as text'],
  ['verifyBvn', 'bvn', '222000000012', 'must be eleven digits as text'],
  ['payElectricity', 'meterNumber', '4501234567890123', 'must be a meter number of 6 to 15 digits'],
] as const)('%s.%s refuses %s and cuts nothing', (name, field, typed, refused) =>
  expect(readBy(name, field, typed)).toEqual({ refused }),
);

it.each(['smsQuote', 'sendSms'] as const)('%s takes a list of numbers with tabs and bars', (name) =>
  expect(readBy(name, 'phone', '08031234567\t08051234567 | 08091234567')).toBe(
    '08031234567\t08051234567 | 08091234567',
  ),
);
