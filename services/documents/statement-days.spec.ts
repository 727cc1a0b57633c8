import { describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../contracts/errors.js';
import { statementDays } from './statement-days.js';

/** 00:30 on 1 March in Lagos, still February in UTC. */
const NOW = Date.parse('2026-02-28T23:30:00.000Z');

describe('the days of a statement', () => {
  it('default to this month in Lagos', () => {
    expect(statementDays({}, NOW)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(statementDays({}, NOW - 3_600_000)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });

  it('end today or begin with the month when one end is missing', () => {
    expect(statementDays({ from: '2026-01-15' }, NOW)).toEqual({ from: '2026-01-15', to: '2026-03-01' });
    expect(statementDays({ to: '2025-12-24' }, NOW)).toEqual({ from: '2025-12-01', to: '2025-12-24' });
  });

  it('may lie in the future', () =>
    expect(statementDays({ from: '2026-04-01' }, NOW)).toEqual({ from: '2026-04-01', to: '2026-04-01' }));

  it('are used as given', () =>
    expect(statementDays({ from: '2026-01-01', to: '2026-01-31' }, NOW)).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    }));

  it.each([
    ['2026-03-02', '2026-03-01', 'must not be before from'],
    ['2024-01-01', '2026-01-01', 'must be at most a year after from'],
    ['2024-01-01', undefined, 'must be at most a year after from'],
  ])('from %s to %s are refused', (from, to, reason) =>
    expect(() => statementDays({ from, to }, NOW)).toThrow(
      new RuleBroken('VALIDATION_FAILED', { field: 'to', reason }),
    ),
  );
});
