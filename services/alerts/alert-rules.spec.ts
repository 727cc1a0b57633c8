import { describe, expect, it } from '@jest/globals';
import { findingsOf, type Observed } from './alert-rules.js';
import { AUDITED, THRESHOLDS, MINUTE, STOLEN, WELL } from './testing/observed.js';

const keysOf = (observed: Partial<Observed>): string[] =>
  findingsOf({ ...WELL, ...observed }, THRESHOLDS).findings.map(({ key }) => key);

const LIST = { code: 4, name: 'Platonic', gone: 0, dearer: 0, cheaper: 0, uncoded: 0, fresh: 0 };

describe('alert rules', () => {
  it('raise another alert about the list of a vendor when counts of our plans change, and none for plans that we do not offer', () => {
    const keyOf = (counts: Partial<typeof LIST>) => keysOf({ vendorLists: [{ ...LIST, ...counts }] });
    expect(keyOf({ dearer: 1, fresh: 5 })).toEqual(keyOf({ dearer: 1, fresh: 6 }));
    expect(keyOf({ dearer: 1 })).not.toEqual(keyOf({ dearer: 2 }));
    expect(findingsOf({ ...WELL, vendorLists: undefined }, THRESHOLDS).unsure).toContain(
      'vendor-list-differs',
    );
  });

  const attempts = (delivered: number, failed: number) => [{ code: 4, name: 'Platonic', delivered, failed }];
  it.each<[string, Partial<Observed>, Partial<Observed>]>([
    ['old-purchase', { oldestOpenMs: 30 * MINUTE + 1 }, { oldestOpenMs: 30 * MINUTE }],
    ['reaction-lag', { reactionLag: 101 }, { reactionLag: 100 }],
    [
      'halted-view:history',
      { views: [{ view: 'history', lag: 0, halted: true }] },
      { views: [{ view: 'history', lag: 0, halted: false }] },
    ],
    [
      'view-lag:history',
      { views: [{ view: 'history', lag: 101, halted: false }] },
      { views: [{ view: 'history', lag: 100, halted: false }] },
    ],
    ['vendor-failing:4', { vendors: attempts(4, 6) }, { vendors: attempts(5, 5) }],
    [
      'low-float:2',
      { floats: [{ code: 2, name: 'Spectranet', balance: 999 }] },
      { floats: [{ code: 2, name: 'Spectranet', balance: 1_000 }] },
    ],
    [
      'vendor-paused:airtime/2',
      { paused: [{ code: 2, name: 'Spectranet', service: 'airtime', reason: 'Delivered 1 of 20' }] },
      { paused: [] },
    ],
    [
      'vendor-refuses:1',
      { refused: [{ key: '1', name: 'Platinum', reason: 'It refuses our account (087)' }] },
      { refused: [] },
    ],
    [
      'vendor-refuses:4/code/085',
      { vendors: [{ ...attempts(50, 0)[0]!, refusals: ['085'] }] },
      { vendors: attempts(50, 0) },
    ],
    [
      'store-damaged:snapshots',
      { damaged: ['snapshots'], startedAt: 0, nowMs: 24 * 60 * MINUTE - 1 },
      { damaged: ['snapshots'], startedAt: 0, nowMs: 24 * 60 * MINUTE },
    ],
    ['sending-held', { sendingHeld: true }, { sendingHeld: false }],
    ['low-disk', { disk: { free: 4, total: 100 } }, { disk: { free: 5, total: 100 } }],
    [
      'price-refused:s1',
      { refusedPrices: [{ id: 's1', name: 'Mtn SME 1GB', reason: 'Below cost.' }] },
      { refusedPrices: [] },
    ],
    [
      'vendor-list-differs:4/1-0-0',
      { vendorLists: [{ ...LIST, gone: 1 }] },
      { vendorLists: [{ ...LIST, uncoded: 3, fresh: 200 }] },
    ],
    [
      'administrator-new:eve',
      { accepted: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE - 1 },
      { accepted: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE },
    ],
    [
      'terms-changed:3',
      { termsChanges: [STOLEN], nowMs: 24 * 60 * MINUTE - 1 },
      { termsChanges: [STOLEN], nowMs: 24 * 60 * MINUTE },
    ],
    [
      'codes-guessed:eve/0',
      { guessed: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE - 1 },
      { guessed: [{ userId: 'eve', atMs: 0 }], nowMs: 24 * 60 * MINUTE },
    ],
    [
      'log-went-back',
      { logWentBackAt: 0, nowMs: 24 * 60 * MINUTE - 1 },
      { logWentBackAt: 0, nowMs: 24 * 60 * MINUTE },
    ],
    [
      'sealing-stopped',
      { unsealedSince: 0, nowMs: 10 * MINUTE + 1 },
      { unsealedSince: 0, nowMs: 10 * MINUTE },
    ],
    ['sealing-stopped', { sealBroken: true, unsealedSince: undefined }, { sealBroken: false }],
    [
      'seals-unpublished',
      { unpublishedSince: 0, nowMs: 30 * MINUTE + 1 },
      { unpublishedSince: 0, nowMs: 30 * MINUTE },
    ],
    [
      'audit-findings',
      { audit: { ...AUDITED, drift: 1, unexplained: '0', problems: 0 } },
      { audit: { ...AUDITED, drift: 0, unexplained: '0', problems: 0 } },
    ],
    [
      'audit-findings',
      { audit: { ...AUDITED, drift: null, unexplained: '5', problems: 0 } },
      { audit: { ...AUDITED, drift: 0, unexplained: '0', problems: 0 } },
    ],
    ['audit-findings', { audit: { ...AUDITED, problems: 1 } }, { audit: AUDITED }],
    ['audit-unfinished', { audit: { ...AUDITED, unfinished: 'no space is left' } }, { audit: AUDITED }],
    [
      'audit-overdue',
      { audit: AUDITED, nowMs: 50 * 60 * MINUTE + 1 },
      { audit: AUDITED, nowMs: 50 * 60 * MINUTE },
    ],
    [
      'audit-overdue',
      { audit: null, startedAt: 0, nowMs: 65 * MINUTE },
      { audit: null, startedAt: 0, nowMs: 65 * MINUTE - 1 },
    ],
    // After a restart, a missing audit counts only once `auditAfterMs` has passed.
    [
      'audit-overdue',
      { audit: AUDITED, startedAt: 90 * 60 * MINUTE, nowMs: 91 * 60 * MINUTE + 5 * MINUTE },
      { audit: AUDITED, startedAt: 90 * 60 * MINUTE, nowMs: 91 * 60 * MINUTE + 5 * MINUTE - 1 },
    ],
    ['service-unsold:cable', { unsold: ['cable'] }, { unsold: [] }],
    [
      'review-waiting',
      { oldestReviewAt: 0, nowMs: 60 * MINUTE + 1 },
      { oldestReviewAt: 0, nowMs: 60 * MINUTE },
    ],
    [
      'payment-unread',
      { oldestUnreadAt: 0, nowMs: 5 * MINUTE + 1 },
      { oldestUnreadAt: 0, nowMs: 5 * MINUTE },
    ],
    [
      'sweep-failing:paystack',
      { failingSweeps: [{ provider: 'paystack', since: 0 }], nowMs: 15 * MINUTE + 1 },
      { failingSweeps: [{ provider: 'paystack', since: 0 }], nowMs: 15 * MINUTE },
    ],
    [
      'webhooks-limited',
      { webhooksLimitedAt: 0, nowMs: 15 * MINUTE - 1 },
      { webhooksLimitedAt: 0, nowMs: 15 * MINUTE },
    ],
    ['clock-stepped', { clockSteppedMs: -7_200_000 }, { clockSteppedMs: null }],
    ['clock-stepped:behind', { newestEventAt: MINUTE + 1 }, { newestEventAt: MINUTE }],
    ['view-damaged', { viewsDamaged: true }, { viewsDamaged: false }],
    [
      'mail-failing',
      { mailFailingSince: 0, nowMs: 5 * MINUTE + 1 },
      { mailFailingSince: 0, nowMs: 5 * MINUTE },
    ],
    // A wait that begins in the future has an unknown length.
    ['review-waiting', { oldestReviewAt: MINUTE + 1 }, { oldestReviewAt: MINUTE }],
  ])('%s is found beyond its limit and not at it', (key, beyond, within) => {
    expect(keysOf(beyond)).toEqual([key]);
    expect(keysOf(within)).toEqual([]);
  });

  it('warn of a disk with less than twice the reserve, even if that is a large share', () => {
    const found = (freeMb: number) =>
      findingsOf(
        { ...WELL, disk: { free: freeMb * 2 ** 20, total: 500 * 2 ** 20 } },
        { ...THRESHOLDS, diskReserveMb: 200 },
      ).findings.map(({ key, text }) => [key, text]);
    expect(found(400)).toEqual([]);
    expect(found(399)).toEqual([
      ['low-disk:reserve', 'Less than 400 MB of the disk are left: below 200 MB nothing is sold.'],
    ]);
  });

  it('ignore a vendor with few attempts, and floats when no limit is set', () => {
    expect(keysOf({ vendors: attempts(0, 9) })).toEqual([]);
    const floats = [{ code: 2, name: 'Spectranet', balance: -5 }];
    expect(findingsOf({ ...WELL, floats }, { ...THRESHOLDS, floatNaira: 0 }).findings).toEqual([]);
  });

  it('without data are reported as unsure', () => {
    const unfinished = { ...AUDITED, problems: null };
    const unknown = {
      reactionLag: undefined,
      vendors: undefined,
      disk: undefined,
      oldestUnreadAt: undefined,
      failingSweeps: undefined,
      audit: unfinished,
      mailFailingSince: undefined,
    };
    expect([...findingsOf({ ...WELL, ...unknown }, THRESHOLDS).unsure].toSorted()).toEqual([
      'audit-findings',
      'low-disk',
      'mail-failing',
      'payment-unread',
      'reaction-lag',
      'sweep-failing',
      'vendor-failing',
      'vendor-refuses',
    ]);
  });
});
