import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainDigits, plainText } from './plain-text.js';
import { plainAmount } from './written-numbers.js';

/** Characters of typed and pasted numbers, including invisible marks, unusual spaces and dashes. */
const AMONG_NUMBERS = fc.string({
  unit: fc.constantFrom(
    ...'0123456789,.+-() N₦\t|',
    '\u200b',
    '\u202a',
    '\ufeff',
    '\u00a0',
    '\u2011',
    '\u2212',
  ),
  maxLength: 30,
});

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Every character from `first` to `last`. */
const between = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));

describe('a pasted text', () => {
  it('loses zero-width and direction marks', () => {
    for (const mark of [
      ...between(0x200b, 0x200f),
      ...between(0x202a, 0x202e),
      ...between(0x2060, 0x2069),
      '\ufeff',
      '\u00ad',
    ])
      expect([mark.charCodeAt(0).toString(16), plainText(`0${mark}8`)]).toEqual([
        mark.charCodeAt(0).toString(16),
        '08',
      ]);
  });

  it('has plain spaces and hyphens instead of others', () => {
    for (const space of ['\u00a0', '\u1680', ...between(0x2000, 0x200a), '\u202f', '\u205f', '\u3000', '\t'])
      expect(plainText(`0${space}8`)).toBe('0 8');
    for (const dash of [...between(0x2010, 0x2015), '\u2212', '\ufe58', '\ufe63', '\uff0d'])
      expect(plainText(`0${dash}8`)).toBe('0-8');
  });

  it('keeps letters and line breaks', () => expect(plainText('Ọ̀la kéhìndé\n0803')).toBe('Ọ̀la kéhìndé\n0803'));
});

describe('an account number, meter, smartcard, BVN or code', () => {
  it.each([
    ['0803123456', '0803123456'],
    ['08031234567', '08031234567'],
    ['0123 456 789', '0123456789'],
    ['0123-456-789', '0123456789'],
    ['\u202a4501\u00a02345\u2011678\u202c', '45012345678'],
    [' 482\u2009613\t', '482613'],
    ['482613\n', '482613\n'],
    // A spreadsheet cell that lost its leading 0 is not an account number.
    ['123456789.0', '123456789.0'],
    ['48261O', '48261O'],
    ['', ''],
  ])('%j is read as %j', (typed, read) => expect(plainDigits(typed)).toBe(read));

  it('is read the same a second time, with the same digits', () =>
    fc.assert(
      fc.property(AMONG_NUMBERS, (typed) => {
        const read = plainDigits(typed);
        expect(plainDigits(read)).toBe(read);
        expect(digitsOf(read)).toBe(digitsOf(typed));
      }),
    ));
});

describe('an amount', () => {
  it.each([
    ['500', '500'],
    ['100.5', '100.5'],
    ['100.50', '100.50'],
    ['007', '007'],
    ['0', '0'],
    ['  500', '500'],
    ['1,000', '1000'],
    ['1,500.50', '1500.50'],
    ['1,234,567.89', '1234567.89'],
    ['123456789', '123456789'],
    ['1 500', '1500'],
    ['1\u202f234\u202f567', '1234567'],
    ['₦500', '500'],
    ['₦ 1,000.00', '1000.00'],
    ['NGN 2500', '2500'],
    ['ngn2,500', '2500'],
    ['N500', '500'],
    ['\u200e₦\u00a0500\ufeff ', '500'],
  ])('%j is read as %s', (typed, read) => expect(plainAmount(typed)).toBe(read));

  it.each([
    '100,50',
    '1,00',
    '1,0000',
    '10,00,000',
    '1000,000',
    '0,500',
    '1.000,50',
    '1.000',
    '1 00',
    '1 000,500',
    '1,000 500',
    ',500',
    '500,',
    '.50',
    '5.',
    '-500',
    '\u2212500',
    '500-',
    '₦₦5',
    '500 N',
    '1e3',
    '٥٠٠',
    '1234567890',
    '1,234,567,890',
    '1 234 567 890',
    `${' '.repeat(100)}5`,
    '500\n',
    'N',
    '',
  ])('refuses %j', (typed) => expect(plainAmount(typed)).toBeUndefined());

  it('is read the same a second time, with the same digits', () =>
    fc.assert(
      fc.property(fc.oneof(AMONG_NUMBERS, fc.string()), (typed) => {
        const read = plainAmount(typed);
        if (read === undefined) return;
        expect(plainAmount(read)).toBe(read);
        expect(digitsOf(read)).toBe(digitsOf(typed));
      }),
    ));

  it('is read with or without commas between its thousands', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.constantFrom('', '.5', '.50'),
        (whole, kobo) => {
          expect(plainAmount(`₦${whole.toLocaleString('en')}${kobo}`)).toBe(`${whole}${kobo}`);
        },
      ),
    ));
});
