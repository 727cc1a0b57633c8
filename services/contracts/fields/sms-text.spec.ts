import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { measureSms, readRecipients, smsCost } from './sms-text.js';

const BASIC = 'abcXYZ019 @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n';
const EXTENDED = '^{}\\[~]|€';
const basicText = fc.array(fc.constantFrom(...BASIC), { maxLength: 1_000 }).map((list) => list.join(''));
const gsmText = fc.array(fc.constantFrom(...BASIC, ...EXTENDED), { maxLength: 700 });

describe('pages of a text [const:sms-page] [const:sms-price]', () => {
  it.each([
    ['', 'GSM-7', 0, 0],
    ['a', 'GSM-7', 1, 1],
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    ['a'.repeat(320), 'GSM-7', 320, 3],
    ['€'.repeat(80), 'GSM-7', 160, 1],
    ['€'.repeat(81), 'GSM-7', 162, 2],
    // Parts never split an escape pair, so a part of 153 septets holds 76 pairs.
    ['€'.repeat(152), 'GSM-7', 304, 2],
    ['€'.repeat(153), 'GSM-7', 306, 3],
    ['“'.repeat(70), 'UCS-2', 70, 1],
    ['“'.repeat(71), 'UCS-2', 71, 2],
    ['“'.repeat(134), 'UCS-2', 134, 2],
    ['“'.repeat(135), 'UCS-2', 135, 3],
    ['😀'.repeat(35), 'UCS-2', 70, 1],
    ['😀'.repeat(36), 'UCS-2', 72, 2],
    ['😀'.repeat(67), 'UCS-2', 134, 3],
    ['ç', 'UCS-2', 1, 1],
    ['Ẹ kú àárọ̀', 'UCS-2', 10, 1],
  ])('%#', (text, encoding, length, pages) => {
    expect(measureSms(text)).toMatchObject({ encoding, length, pages });
  });

  it('in the basic alphabet are ceil(length / 153) above 160', () => {
    fc.assert(
      fc.property(basicText, (text) => {
        const { encoding, length, pages } = measureSms(text);
        expect({ encoding, length }).toEqual({ encoding: 'GSM-7', length: text.length });
        expect(pages).toBe(text.length === 0 ? 0 : text.length <= 160 ? 1 : Math.ceil(text.length / 153));
      }),
      { seed: 7 },
    );
  });

  it('equal the result of cutting septets by hand, without cutting an escape pair', () => {
    fc.assert(
      fc.property(gsmText, (characters) => {
        const septets = characters.map((one) => (EXTENDED.includes(one) ? '\u001b' + one : one));
        const { length, pages } = measureSms(characters.join(''));
        expect(length).toBe(septets.join('').length);
        if (length <= 160) return expect(pages).toBe(length === 0 ? 0 : 1);
        let rest = septets.join('');
        let cut = 0;
        for (; rest !== ''; cut += 1) {
          const part = rest.slice(0, rest[152] === '\u001b' ? 152 : 153);
          rest = rest.slice(part.length);
        }
        expect(pages).toBe(cut);
      }),
      { seed: 7 },
    );
  });

  it('switch to UCS-2 for a single foreign character, and never decrease with added text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.constantFrom('ç', 'ọ', '😀', '’'),
        (text, foreign) => {
          const measured = measureSms(text + foreign);
          expect(measured).toMatchObject({ encoding: 'UCS-2', length: (text + foreign).length });
          expect(measured.pages).toBeGreaterThanOrEqual(
            Math.ceil(measured.length / (measured.length > 70 ? 67 : 70)),
          );
          expect(measureSms(text + foreign + 'a').pages).toBeGreaterThanOrEqual(measured.pages);
        },
      ),
      { seed: 7 },
    );
  });

  it('cost pages times recipients times the page price, to the kobo', () => {
    expect(smsCost(3, 7, 290n)).toBe(6_090n);
    fc.assert(
      fc.property(fc.nat(10), fc.nat(1_000), (pages, recipients) => {
        expect(smsCost(pages, recipients, 290n)).toBe(290n * BigInt(pages * recipients));
      }),
      { seed: 7 },
    );
  });
});

describe('recipients of a text', () => {
  it('are normalised and counted once, and invalid entries are returned', () => {
    expect(
      readRecipients(' 08031234567, +2348031234567,,0803 123 4567\n2347011112222; 12345, ada, 8031234568 '),
    ).toEqual({
      valid: ['+2348031234567', '+2347011112222', '+2348031234568'],
      invalid: ['12345', 'ada'],
      duplicates: 2,
    });
  });

  it.each([
    ['spaces', '08031234567 08051234567'],
    ['spaces', '  08031234567   +234 805 123 4567 '],
    ['spaces', '0803 123 4567 0805 123 4567'],
    ['spaces', '+234 (0) 803 123 4567 00234 805 123 4567'],
    ['spaces', '8031234567 8051234567'],
    ['no-break spaces', '08031234567\u00a008051234567'],
    ['tabs', '08031234567\t0805 123 4567'],
    ['pipes', '0803 123 4567|08051234567'],
    ['pipes', '| 08031234567 | 08051234567 |'],
    ['line breaks', '08031234567\r\n0805-123-4567\u202808051234567'],
    ['commas and semicolons', '+234\u00a08031234567;\u200b08051234567,'],
  ])('may be separated by %s: %j', (_, list) => {
    expect(readRecipients(list)).toMatchObject({ valid: ['+2348031234567', '+2348051234567'], invalid: [] });
  });

  it.each([
    // The first number lacks a digit, and the 0 of the second number would complete it.
    ['0803 123 456 0 803 123 4567', [], ['0803 123 456 0 803 123 4567']],
    ['0803 123 456 0 8031234567', ['+2348031234567'], ['0803 123 456 0']],
    ['0803 123 4 234 8051234567', ['+2348051234567'], ['0803 123 4 234']],
    ['0803 123 456 08051234567', ['+2348051234567'], ['0803 123 456']],
    ['08031234567 ada obi 08051234567', ['+2348031234567', '+2348051234567'], ['ada obi']],
    ['080312345670 08051234567', ['+2348051234567'], ['080312345670']],
  ])('never complete a number with digits of the next: %j', (list, valid, invalid) =>
    expect(readRecipients(list)).toEqual({ valid, invalid, duplicates: 0 }),
  );

  it('keep their digits and order, in any form and with any separator', () => {
    const written = fc.tuple(
      fc.constantFrom('0', '+234', '+234 ', '+234 (0) ', '234', '2340', '00234', '+234 0'),
      fc.stringMatching(/^[789][01][1-9]{8}$/),
      fc.constantFrom('', ' ', '-', '\u00a0'),
    );
    const separator = fc.constantFrom(',', ';', '\n', '\t', '|', ' ', ', ', ' | ', '\r\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(written, separator), { minLength: 1, maxLength: 20 }), (list) => {
        const text = list.map(
          ([[before, national, gap], after]) =>
            before + national.slice(0, 3) + gap + national.slice(3, 6) + gap + national.slice(6) + after,
        );
        const { valid, invalid } = readRecipients(text.join(''));
        expect(invalid).toEqual([]);
        expect(valid).toEqual([...new Set(list.map(([[, national]]) => `+234${national}`))]);
        expect(readRecipients(valid.join(' ')).valid).toEqual(valid);
      }),
      { seed: 7 },
    );
  });

  it('account for every entry', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('08031234567', '2348031234568')), { maxLength: 30 }),
        (entries) => {
          const list = entries.map((entry) => entry.replace(/[,;|\s]/g, '_'));
          const { valid, invalid, duplicates } = readRecipients(list.join(','));
          expect(valid.length + invalid.length + duplicates).toBe(
            list.filter((entry) => entry.trim() !== '').length,
          );
          expect(new Set(valid).size).toBe(valid.length);
        },
      ),
      { seed: 7 },
    );
  });
});
