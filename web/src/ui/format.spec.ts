import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  count,
  dayOfText,
  dayText,
  dayTitle,
  lagosDay,
  lagosMinute,
  lagosTime,
  lagosToday,
  naira,
  signedNaira,
} from './format.js';

afterEach(() => void jest.useRealTimers());

describe('money', () => {
  it.each([
    [0, '₦0.00'],
    [0.5, '₦0.50'],
    [999.99, '₦999.99'],
    [1_000, '₦1,000.00'],
    [1_234.5, '₦1,234.50'],
    [100_000_000, '₦100,000,000.00'],
    [-1_234.5, '−₦1,234.50'],
  ])('%p is shown as %s', (amount, shown) => expect(naira(amount)).toBe(shown));

  it('shows a kobo that binary floating point cannot represent', () => {
    expect(naira(0.1 + 0.2)).toBe('₦0.30');
    expect(naira(1_234_567.89)).toBe('₦1,234,567.89');
  });

  it('has a plus for credits, a minus for debits and no sign for zero', () => {
    expect([signedNaira(50), signedNaira(-50), signedNaira(0)]).toEqual(['+₦50.00', '−₦50.00', '₦0.00']);
  });

  it('separates thousands in counts', () => expect([count(7), count(1_234_567)]).toEqual(['7', '1,234,567']));
});

describe('moments', () => {
  it.each([
    ['2026-03-01T23:30:00Z', '02/03/2026 12:30:00 AM'],
    ['2026-03-01T11:00:00Z', '01/03/2026 12:00:00 PM'],
    ['2026-03-02T10:15:30+01:00', '02/03/2026 10:15:30 AM'],
    ['2026-12-31T23:00:00Z', '01/01/2027 12:00:00 AM'],
  ])('%s is %s in Lagos', (iso, shown) => expect(lagosTime(iso)).toBe(shown));

  it('stay unchanged when invalid', () => expect(lagosTime('soon')).toBe('soon'));

  it('belong to the Lagos day, one hour ahead of UTC', () => {
    expect(lagosDay('2026-03-01T22:59:59Z')).toBe('2026-03-01');
    expect(lagosDay('2026-03-01T23:00:00Z')).toBe('2026-03-02');
    expect(lagosMinute('2026-03-01T13:05:00Z')).toBe('02:05 PM');
  });
});

describe('days', () => {
  it('are Today and Yesterday in Lagos time, and dates before that', () => {
    jest.useFakeTimers({ now: Date.parse('2026-03-02T23:30:00Z') });
    expect(lagosToday()).toBe('2026-03-03');
    expect(['2026-03-03', '2026-03-02', '2026-03-01'].map(dayTitle)).toEqual([
      'Today',
      'Yesterday',
      'Sunday 1 Mar 2026',
    ]);
  });

  it('are three dots while empty', () => expect(dayText('')).toBe('…'));

  it('of a provider are formatted, and invalid ones stay unchanged', () => {
    expect(dayOfText('2026-12-31T00:00:00')).toBe('31 Dec 2026');
    expect([dayOfText('2026-13-01'), dayOfText('soon'), dayOfText('')]).toEqual(['2026-13-01', 'soon', '']);
  });
});
