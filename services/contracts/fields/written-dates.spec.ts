import { describe, expect, it } from '@jest/globals';
import { normaliseBirthDate } from './written-dates.js';

describe('a date of birth typed Day-Month-Year', () => {
  it.each([
    ['03-10-1993', '03-Oct-1993'],
    ['3/10/1993', '03-Oct-1993'],
    ['03-Oct-1993', '03-Oct-1993'],
    ['03-OCTOBER-1993', '03-Oct-1993'],
    [' 29-02-2000 ', '29-Feb-2000'],
  ])('%s becomes %s', (typed, normal) => {
    expect(normaliseBirthDate(typed)).toBe(normal);
  });

  it.each([
    '',
    '1993-10-03',
    '31-02-1999',
    '29-02-1999',
    '00-01-1999',
    '01-13-1999',
    '01-00-1999',
    '01-Foo-1999',
    '1-1-99',
    '01-01-1799',
  ])('refuses "%s"', (typed) => {
    expect(normaliseBirthDate(typed)).toBeUndefined();
  });
});
