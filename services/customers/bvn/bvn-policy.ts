import type { BvnMatch } from '../../vendors/bvn-matcher.js';

/** What a comparison is good for. `mismatch` names what a person may have mistyped. */
export type BvnVerdict =
  | { readonly verdict: 'verified' }
  | { readonly verdict: 'partial'; readonly mismatch: 'name' | 'date of birth' | 'phone number' }
  | { readonly verdict: 'none' };

/**
 * Verified by the date of birth and the whole name, or part of a name of at least two words. A phone number alone that does
 * not match is common (numbers change, the one on record hardly can), and still no verification.
 */
export function judgeMatch(match: BvnMatch, typedName: string): BvnVerdict {
  if (match.bvn === 'unknown' || match.name === 'none') return { verdict: 'none' };
  if (!match.dateOfBirth) return { verdict: 'partial', mismatch: 'date of birth' };
  const words = typedName.trim().split(/\s+/).length;
  if (match.name === 'partial' && words < 2) return { verdict: 'partial', mismatch: 'name' };
  return match.phone ? { verdict: 'verified' } : { verdict: 'partial', mismatch: 'phone number' };
}
