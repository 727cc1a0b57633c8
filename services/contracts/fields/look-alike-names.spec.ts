import { describe, expect, it } from '@jest/globals';
import { MONEY_FIELDS } from '../admin/money-desk-fields.js';

const { bank, bank_reference } = MONEY_FIELDS.line;

describe('the name or reference of a bank line', () => {
  it.each(['TRX123', ' 0001 ', 'NIP/2026–03–01 ₦5,000', "St. Mary's – Lagos"])('may be %j', (text) => {
    for (const field of [bank, bank_reference]) expect(field.parse(text)).toBe(text.trim());
  });

  // References with a Cyrillic, a full-width, a Greek and an accented character.
  it.each(['\u0422RX123', 'TRX\uff11\uff12\uff13', 'M\u039dFY|1', 'Cr\u00e9dit'])(
    'may not be %j, which looks like another name',
    (text) => {
      for (const field of [bank, bank_reference])
        expect(field.safeParse(text).error?.issues[0]?.message).toBe(
          'must hold no letters but A to Z, and no digits but 0 to 9',
        );
    },
  );

  it('has a plain K in place of the Kelvin sign', () => {
    for (const field of [bank, bank_reference]) expect(field.parse('Ban\u212a')).toBe('BanK');
  });

  it.each(['–', '₦', '  '])('may not be %j', (text) => {
    for (const field of [bank, bank_reference]) expect(field.safeParse(text).success).toBe(false);
  });
});
