import type { Mail } from '../../../infra/mail/mailer.js';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { EPOCH } from '../../../infra/simulation/simulated-host.js';
import type { Violations } from './violations.js';

interface News {
  readonly userId: string;
  readonly type: string;
  readonly atMs: number;
  readonly uselessAtMs: number;
  times: number;
}

/** Types of events about which a mail must be sent. */
const TOLD: ReadonlySet<string> = new Set([
  'PurchaseCaptured',
  'PurchaseReleased',
  'PurchaseReversed',
  'CodeIssued',
  'PasswordChanged',
  'PinChanged',
  'PinLocked',
  'WalletAdjusted',
  'ManualFundingCredited',
  'FundingChargedBack',
  'ChargebackWon',
  'SpendingFrozen',
  'SpendingUnfrozen',
  'PayoutsAllowed',
  'UnmatchedAssigned',
]);
const TOLD_WITHIN_MS = 45_000;
/** Milliseconds for which a mail may arrive after `PersonForgotten`. */
const ON_ITS_WAY_MS = 12_000;

/** Checks that mails are sent about all events in `TOLD`, and about no others. */
export class MailJudge {
  readonly #news = new Map<string, News>();
  readonly #forgottenAtMs = new Map<string, number>();

  constructor(
    private readonly violations: Violations,
    private readonly now: () => number,
    private readonly addressOf: (userId: string) => string,
    private readonly expiresInTime: boolean,
  ) {}

  add({ id, type, data }: RecordedEvent): void {
    const userId = data['userId'];
    if (typeof userId !== 'string' || !TOLD.has(type)) return;
    const expires = data['expiresAt'];
    const expiresAtMs = this.expiresInTime ? Date.parse(String(expires)) - EPOCH : 0;
    const uselessAtMs = typeof expires === 'string' ? expiresAtMs : Infinity;
    this.#news.set(id, { userId, type, atMs: this.now(), uselessAtMs, times: 0 });
  }

  forgotten(userId: string): void {
    if (!this.#forgottenAtMs.has(userId)) this.#forgottenAtMs.set(userId, this.now());
  }

  delivered({ id, to }: Mail): void {
    const news = this.#news.get(id);
    this.violations.expect(
      news !== undefined && to === this.addressOf(news.userId),
      'mailed-for-a-reason',
      () => `a mail ${id} to ${to} tells of ${news ? `${news.type} of ${news.userId}` : 'nothing'}`,
    );
    if (!news) return;
    news.times += 1;
    const forgottenAtMs = this.#forgottenAtMs.get(news.userId) ?? Infinity;
    this.violations.expect(
      this.now() < forgottenAtMs + ON_ITS_WAY_MS,
      'no-mail-to-the-forgotten',
      () => `${news.userId}, forgotten at ${forgottenAtMs}, was mailed of ${news.type}`,
    );
  }

  finish(keysGone: ReadonlySet<string>): void {
    const knownByMs = this.now() - TOLD_WITHIN_MS;
    for (const { userId, type, atMs, uselessAtMs, times } of this.#news.values())
      this.violations.expect(
        times > 0 || atMs > knownByMs || uselessAtMs < this.now() || keysGone.has(userId),
        'what-happened-is-mailed',
        () => `${userId} was never mailed of ${type} at ${Math.round(atMs)}`,
      );
  }
}
