import type { AlertThresholds, Observed } from '../alert-rules.js';

export const MINUTE = 60_000;
export const THRESHOLDS: AlertThresholds = {
  oldPurchaseMs: 30 * MINUTE,
  reviewMs: 60 * MINUTE,
  unreadMs: 5 * MINUTE,
  lagEvents: 100,
  vendorSuccess: 0.5,
  floatNaira: 1_000,
  diskShare: 0.05,
  diskReserveMb: 0,
  unsealedMs: 10 * MINUTE,
  unpublishedMs: 30 * MINUTE,
  auditMs: 49 * 60 * MINUTE,
  auditAfterMs: 65 * MINUTE,
  mailMs: 5 * MINUTE,
};
export const AUDITED = {
  drift: 0,
  unexplained: '0',
  problems: 0,
  unfinished: null,
  at: '1970-01-01T01:00:00.000Z',
};
export const WELL: Observed = {
  nowMs: 0,
  oldestOpenMs: null,
  reactionLag: 0,
  views: [],
  vendors: [],
  floats: [],
  paused: [],
  refused: [],
  damaged: [],
  sendingHeld: false,
  disk: { free: 90, total: 100 },
  oldestReviewAt: null,
  oldestUnreadAt: null,
  refusedPrices: [],
  vendorLists: [],
  accepted: [],
  guessed: [],
  termsChanges: [],
  unsold: [],
  unsealedSince: null,
  sealBroken: false,
  unpublishedSince: null,
  audit: { ...AUDITED, at: '9999-12-31T00:00:00.000Z' },
  logWentBackAt: null,
  startedAt: -Infinity,
  clockSteppedMs: null,
  newestEventAt: 0,
  viewsDamaged: false,
  mailFailingSince: null,
};
/** Change of the terms by someone who stole an administrator account. */
export const STOLEN = {
  version: 3,
  atMs: 0,
  by: 'eve',
  was: 'a charge of ₦50.00 and GTBank 0123456789',
  now: 'a charge of ₦50.00 and Eve Bank 6666666666',
};
