import { describe, expect, it } from '@jest/globals';
import type { BvnMatch } from '../../vendors/bvn-matcher.js';
import { judgeMatch } from './verify-bvn.handler.js';

const match = (changes: Partial<Extract<BvnMatch, { bvn: 'known' }>> = {}): BvnMatch => ({
  bvn: 'known',
  name: 'full',
  dateOfBirth: true,
  phone: true,
  ...changes,
});

describe('judgeMatch', () => {
  it.each([
    ['everything matches', match(), 'Ada Obi', { verdict: 'verified' }],
    ['part of two names', match({ name: 'partial' }), 'Ada Obi', { verdict: 'verified' }],
    ['part of one name', match({ name: 'partial' }), 'Ada', { verdict: 'partial', mismatch: 'name' }],
    ['no name', match({ name: 'none' }), 'Ada Obi', { verdict: 'none' }],
    [
      'another birthday',
      match({ dateOfBirth: false }),
      'Ada Obi',
      { verdict: 'partial', mismatch: 'date of birth' },
    ],
    ['another phone', match({ phone: false }), 'Ada Obi', { verdict: 'partial', mismatch: 'phone number' }],
    ['no such BVN', { bvn: 'unknown' } as const, 'Ada Obi', { verdict: 'none' }],
  ])('%s', (_what, said, name, verdict) => {
    expect(judgeMatch(said, name)).toEqual(verdict);
  });
});
