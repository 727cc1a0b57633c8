import { describe, expect, it } from '@jest/globals';
import {
  type AccessBook,
  evolveBook,
  handsOf,
  hasOtherOwner,
  ONE_HAND_FOR_MS,
  sharedHands,
} from './access.decider.js';
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
const areOne = (book: AccessBook, one: string, other: string): boolean =>
  sharedHands(handsOf(book, one, NOW), handsOf(book, other, NOW)).length > 0;
const owner = (userId: string) => ({ userId, suspended: false, ...OWNER });

describe('two administrators', () => {
  it('count as one when one gave the other a permission, or one person gave it to both', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['eve', 'uche', NOTHING, FINANCE]);
    expect(['eve', 'uche', 'bola'].map((id) => areOne(book, 'ada', id))).toEqual([true, true, false]);
    expect(areOne(book, 'eve', 'uche')).toBe(true);
  });

  it('count as two again after 30 days', () => {
    const book = bookOf(['ada', 'eve', NOTHING, FINANCE, ONE_HAND_FOR_MS]);
    expect(areOne(book, 'ada', 'eve')).toBe(false);
  });

  it('count as one after each gave the other a permission', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['eve', 'ada', NOTHING, FINANCE]);
    expect(areOne(book, 'ada', 'eve')).toBe(true);
  });

  it('stay two when one gives an owner another permission, or takes one from anybody', () => {
    const both: Access = { role: 'admin', permissions: ['owner', 'finance'] };
    const book = bookOf(['ada', 'bola', OWNER, both], ['ada', 'ife', both, NOTHING]);
    expect(['bola', 'ife'].map((id) => areOne(book, 'ada', id))).toEqual([false, false]);
  });

  const SUPPORT: Access = { role: 'admin', permissions: ['support'] };
  const BOTH: Access = { role: 'admin', permissions: ['finance', 'support'] };

  it.each([
    ['after', [['ada', 'eve', NOTHING, FINANCE] as const, ['bola', 'eve', FINANCE, BOTH] as const]],
    ['before', [['bola', 'eve', NOTHING, SUPPORT] as const, ['ada', 'eve', SUPPORT, BOTH] as const]],
  ])('count as one when another owner gave a permission %s', (_when, changes) => {
    const book = bookOf(...changes);
    expect(areOne(book, 'ada', 'eve')).toBe(true);
    expect(areOne(book, 'ada', 'bola')).toBe(false);
  });

  it('count as one when another owner sent the invitation again', () => {
    const link = { linkId: 'l', digest: 'd', expiresAt: at(0), sealed: '' };
    const sent = { userId: 'eve', access: FINANCE, was: null };
    const invited = { ...sent, ...link, inviterId: 'ada', inviteId: 'i', emailMac: 'm' };
    const book = [
      { type: 'AdministratorInvited', data: invited, at: at(3_000 + ONE_HAND_FOR_MS) } as const,
      {
        type: 'InvitationSentAgain',
        data: { ...link, userId: 'eve', inviterId: 'bola' },
        at: at(2_000),
      } as const,
      { type: 'InvitationAccepted', data: sent, at: at(1_000) } as const,
    ].reduce(evolveBook, new Map() as AccessBook);
    expect(['ada', 'bola'].map((id) => areOne(book, id, 'eve'))).toEqual([true, true]);
  });
});

describe('another owner', () => {
  it('is one whom the person did not make an owner', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['eve', 'mia', NOTHING, OWNER]);
    expect(hasOtherOwner(book, [owner('ada'), owner('eve'), owner('mia')], 'ada', NOW)).toBe(false);
    for (const made of ['eve', 'mia'])
      expect(hasOtherOwner(book, [owner('ada'), owner('eve'), owner('mia')], made, NOW)).toBe(true);
    expect(hasOtherOwner(book, [owner('ada'), owner('eve'), owner('bola')], 'ada', NOW)).toBe(true);
  });

  it('counts after a demotion, and after a promotion by the same person', () => {
    const demoted: Change = ['ada', 'bola', OWNER, FINANCE];
    const bola = { ...owner('bola'), ...FINANCE };
    expect(hasOtherOwner(bookOf(demoted), [owner('ada'), bola], 'ada', NOW)).toBe(true);
    const promoted = bookOf(demoted, ['ada', 'bola', FINANCE, OWNER]);
    expect(hasOtherOwner(promoted, [owner('ada'), owner('bola')], 'ada', NOW)).toBe(true);
  });

  it('is the owner who made the person an owner, also after losing the access to them', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['eve', 'ada', OWNER, NOTHING]);
    expect(hasOtherOwner(book, [{ ...owner('ada'), ...NOTHING }, owner('eve')], 'eve', NOW)).toBe(true);
  });

  it('does not count after the demotion of an account that the same person had made an owner', () => {
    const book = bookOf(['ada', 'eve', NOTHING, OWNER], ['ada', 'eve', OWNER, NOTHING]);
    expect(hasOtherOwner(book, [owner('ada'), { ...owner('eve'), ...NOTHING }], 'ada', NOW)).toBe(false);
  });
});
