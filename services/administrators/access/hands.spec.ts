import { describe, expect, it } from '@jest/globals';
import { type AccessBook, evolveBook, handOf, hasOtherOwner, ONE_HAND_FOR_MS } from './access.decider.js';
import type { Access } from './access.events.js';

const NOW = Date.UTC(2026, 2, 31);
const OWNER: Access = { role: 'admin', permissions: ['owner'] };
const FINANCE: Access = { role: 'admin', permissions: ['finance'] };
const NOTHING: Access = { role: 'admin', permissions: [] };

/** Change of access: giver, receiver, access before and after, and its age in ms. */
type Change = readonly [by: string, userId: string, was: Access, access: Access, ageMs?: number];
const bookOf = (...changes: readonly Change[]): AccessBook =>
  changes.reduce<AccessBook>((book, [by, userId, was, access, ageMs = 1_000]) => {
    const type = 'AdministratorAccessChanged';
    return evolveBook(book, { type, data: { userId, access, was }, at: at(ageMs), actor: { id: by } });
  }, new Map());
const at = (ageMs: number): string => new Date(NOW - ageMs).toISOString();
const owner = (userId: string) => ({ userId, suspended: false, ...OWNER });

describe('two administrators', () => {
  it('count as one when one gave the other a permission, or one person gave it to both', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['eve', 'uche', NOTHING, FINANCE]);
    expect(['ada', 'eve', 'uche', 'bola'].map((id) => handOf(book, id, NOW))).toEqual([
      'ada',
      'ada',
      'ada',
      'bola',
    ]);
  });

  it('count as two again after 30 days', () => {
    const book = bookOf(['ada', 'eve', NOTHING, FINANCE, ONE_HAND_FOR_MS]);
    expect(handOf(book, 'eve', NOW)).toBe('eve');
  });

  it('count as one after each gave the other a permission', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['eve', 'ada', NOTHING, FINANCE]);
    expect(handOf(book, 'ada', NOW)).toBe(handOf(book, 'eve', NOW));
  });

  it('stay two when one gives an owner another permission, or takes one from anybody', () => {
    const both: Access = { role: 'admin', permissions: ['owner', 'finance'] };
    const book = bookOf(['ada', 'bola', OWNER, both], ['ada', 'ife', both, NOTHING]);
    expect([handOf(book, 'bola', NOW), handOf(book, 'ife', NOW)]).toEqual(['bola', 'ife']);
  });
});

describe('another owner', () => {
  it('is one of another hand', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER]);
    expect(hasOtherOwner(book, [owner('ada'), owner('eve')], 'ada', NOW)).toBe(false);
    expect(hasOtherOwner(book, [owner('ada'), owner('eve'), owner('bola')], 'ada', NOW)).toBe(true);
  });

  it('counts after a demotion, and after a promotion by the same person', () => {
    const demoted: Change = ['ada', 'bola', OWNER, FINANCE];
    const bola = { ...owner('bola'), ...FINANCE };
    expect(hasOtherOwner(bookOf(demoted), [owner('ada'), bola], 'ada', NOW)).toBe(true);
    const promoted = bookOf(demoted, ['ada', 'bola', FINANCE, OWNER]);
    expect(hasOtherOwner(promoted, [owner('ada'), owner('bola')], 'ada', NOW)).toBe(true);
  });

  it('does not count after the demotion of an account that the same person had made an owner', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['ada', 'eve', OWNER, NOTHING]);
    expect(hasOtherOwner(book, [owner('ada'), { ...owner('eve'), ...NOTHING }], 'ada', NOW)).toBe(false);
  });
});
