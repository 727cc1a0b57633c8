import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localPhone, networkOfPhone, normalisePhone, PHONE_PREFIXES, searchedPhone } from './phones.js';

describe('phone numbers', () => {
  it.each([
    ['08031234567', '+2348031234567'],
    ['+2348031234567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    ['8031234567', '+2348031234567'],
    ['09151234567', '+2349151234567'],
    ['0803 123 4567', '+2348031234567'],
    ['0803-123-4567', '+2348031234567'],
    ['(0803) 123.4567', '+2348031234567'],
    ['+234 0803 123 4567', '+2348031234567'],
    ['+234 (0) 803 123 4567', '+2348031234567'],
    ['+23408031234567', '+2348031234567'],
    ['2340803 123 4567', '+2348031234567'],
    ['002348031234567', '+2348031234567'],
    ['00234 (0)803 123 4567', '+2348031234567'],
    ['\t0803 123\t4567', '+2348031234567'],
    ['\u202a+234\u00a0803\u2011123\u20114567\u202c', '+2348031234567'],
    ['0803\u200b1234567\ufeff', '+2348031234567'],
  ])('%j is stored as %s', (typed, stored) => expect(normalisePhone(typed)).toBe(stored));

  it.each([
    '',
    '0803123456',
    '080312345678',
    '06031234567',
    '08231234567',
    '+234008031234567',
    '+08031234567',
    '0+8031234567',
    '234+8031234567',
    '0803,1234567',
    '0803 123 4567 8',
    `08031234567${' '.repeat(100)}`,
    '08031234567\n',
    'abc',
    '０8031234567',
  ])('refuses %j as a number', (typed) => expect(normalisePhone(typed)).toBeUndefined());

  it('reads every form of a number as the same number', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[789][01]\d{8}$/), (national) => {
        const groups = national.replace(/^(...)(...)/, '$1 $2-');
        const forms = [national, groups].flatMap((digits) =>
          ['', '0', '234', '+234', '2340', '+234 (0) ', '+234 0', '00234', '00234 0'].map((before) =>
            normalisePhone(before + digits),
          ),
        );
        expect(new Set(forms)).toEqual(new Set([`+234${national}`]));
        expect(localPhone(forms[0]!)).toBe(`0${national}`);
      }),
    ));
});

describe('a number read a second time', () => {
  it('is the same number, with the last ten digits of the text', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789 +-().', '\u200e', '\u00a0'), maxLength: 30 }),
        fc.stringMatching(/^[789][01]\d{8}$/),
        fc.boolean(),
        (noise, national, known) => {
          const typed = known ? `+234 (0) ${national}` : noise;
          const read = normalisePhone(typed);
          if (read === undefined) return expect(known).toBe(false);
          expect(normalisePhone(read)).toBe(read);
          expect(read.slice(-10)).toBe(typed.replace(/\D/g, '').slice(-10));
        },
      ),
    ));
});

describe('a number that is searched for', () => {
  it.each([
    '+234 803 123 4567',
    '+2348031234567',
    '2348031234567',
    '08031234567',
    '0803 123 4567',
    '0803-123-4567',
    '(0803) 123 4567',
    '8031234567',
    // Number copied from a message, with direction marks, non-breaking spaces and hyphens.
    '\u202a+234\u00a0803\u2011123\u20114567\u202c',
  ])('finds %j in both stored forms', (typed) => {
    for (const kept of ['08031234567', '+2348031234567']) expect(kept).toContain(searchedPhone(typed));
  });

  it.each([
    ['0803', '803'],
    ['0803 12', '803 12'],
    ['080', '080'],
    ['0603123', '0603123'],
    ['', ''],
    ['ada@example.com', 'ada@example.com'],
    ['REF-08031234567', 'REF-08031234567'],
    ['7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968', '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968'],
    ['₦8,031.50', '₦8,031.50'],
    ['2348', '2348'],
    ['45031234567', '45031234567'],
  ])('searches for %j as %j', (typed, searched) => expect(searchedPhone(typed)).toBe(searched));
});

describe('network of a number', () => {
  it.each([
    ['07025', 1],
    ['07026', 1],
    ['0702', undefined],
    ['07020', undefined],
    ['0704', 1],
    ['0707', 1],
    ['0904', 3],
    ['0911', 3],
    ['0915', 2],
    ['090', undefined],
    ['0900', undefined],
    ['0901', 3],
    ['0905', 2],
    ['0908', 4],
    ['0909', 4],
    ['0804', undefined],
    ['0801', undefined],
    ['0803', 1],
    ['0805', 2],
    ['0802', 3],
    ['0809', 4],
  ] as const)('%s belongs to %s', (prefix, network) => {
    expect(networkOfPhone(prefix)).toBe(network);
    for (const before of ['+234', '234', '+2340', '00234', '+234 (0) ', '\u202a+234\u00a0'])
      expect(networkOfPhone(before + prefix.slice(1))).toBe(network);
  });

  it('gives every prefix to a single network, regardless of the digits after it', () => {
    const all = Object.entries(PHONE_PREFIXES).flatMap(([network, prefixes]) =>
      prefixes.map((prefix) => ({ network, prefix })),
    );
    expect(new Set(all.map(({ prefix }) => prefix)).size).toBe(all.length);
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.stringMatching(/^\d{6}$/), ({ network, prefix }, rest) =>
        expect(networkOfPhone(prefix + rest)).toBe(Number(network)),
      ),
    );
  });
});
