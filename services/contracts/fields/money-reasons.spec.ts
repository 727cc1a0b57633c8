import { describe, expect, it } from '@jest/globals';
import { MONEY_FIELDS } from '../admin/money-desk-fields.js';

const { reason } = MONEY_FIELDS;

describe('the reason of a movement of money', () => {
  it.each([
    'ada@mail.test asked for it',
    'Paid in by 08031234567',
    'Call 0803 123 4567.',
    '070-1234-5678',
    'Tel.: (0803) 123-4567',
    '0803–123–4567',
    'whatsapp:+2349161234567',
    '+234 803 123 4567',
    '+234 (0) 803 123 4567',
    '2348031234567 wrote',
    '234-803-123-4567',
  ])('may not be %j, which contains contact data', (text) =>
    expect(reason.safeParse(text).error?.issues[0]?.message).toBe('must not hold an email or a phone number'),
  );

  it.each([
    'Reference 0123456789 of GTBank',
    'Account 8031234567',
    'Session 000013260308080312345678901234',
    'FT26030812345678 of 2026-03-08 12345678',
    'Reference 23456789012',
    'Statement of 07-03-2026, lines 1234 to 5678',
    'Refund of ₦1,500.50 at 08:15',
  ])('may be %j, as in references of banks', (text) => expect(reason.parse(text)).toBe(text));
});
