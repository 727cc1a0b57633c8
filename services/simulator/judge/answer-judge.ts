import type { Violations } from './violations.js';
import type { WalletJudge } from './wallet-judge.js';

export interface Answered {
  readonly userId: string;
  readonly purchaseId: string;
  readonly order: string;
  readonly askedAtMs: number;
  readonly atMs: number;
  readonly code: string;
  readonly reference?: string | undefined;
  /** Lowest amount in kobo that the purchase can cost. */
  readonly least: bigint;
  readonly likeness: string;
}

/** Error codes after which the customer must not be charged. */
const UNCHARGED: ReadonlySet<string> = new Set([
  'INSUFFICIENT_FUNDS',
  'POSSIBLE_DUPLICATE',
  'LEDGER_UNAVAILABLE',
  'SERVICE_OFF',
  'PLAN_DISABLED',
  'PRICE_CHANGED',
  'NETWORK_DISABLED',
  'WALLET_UNAVAILABLE',
  'SESSION_EXPIRED',
  'SESSIONS_UNAVAILABLE',
  'PIN_INCORRECT',
  'PIN_LOCKED',
  'SPENDING_FROZEN',
]);

const UNKNOWING: ReadonlySet<string> = new Set([
  'LEDGER_UNAVAILABLE',
  'WALLET_UNAVAILABLE',
  'SESSIONS_UNAVAILABLE',
  'SESSION_EXPIRED',
  'PIN_INCORRECT',
  'PIN_LOCKED',
]);

export class AnswerJudge {
  readonly acknowledged = new Map<string, Answered>();
  readonly #refused = new Map<string, Answered>();
  readonly #unsure = new Set<string>();
  readonly #likeness = new Map<string, Set<string>>();

  constructor(
    private readonly violations: Violations,
    private readonly wallets: WalletJudge,
  ) {}

  asked(purchaseId: string, likeness: string): void {
    const alike = this.#likeness.get(likeness) ?? new Set();
    this.#likeness.set(likeness, alike.add(purchaseId));
  }

  logWentBack(copiedAtMs: number): void {
    for (const [purchaseId, { atMs }] of this.acknowledged)
      if (atMs > copiedAtMs && !this.wallets.purchases.has(purchaseId)) this.acknowledged.delete(purchaseId);
  }

  unanswered(purchaseId: string): void {
    this.#unsure.add(purchaseId);
  }

  answered(answer: Answered): void {
    const { purchaseId, code, order } = answer;
    const before = this.acknowledged.get(purchaseId);
    if (code === 'accepted') {
      const same = before === undefined || before.reference === answer.reference;
      this.violations.expect(
        same,
        'same-answer',
        () => `${order} was answered ${answer.reference} after ${before?.reference}`,
      );
      if (!before) this.acknowledged.set(purchaseId, answer);
      this.violations.expect(
        this.wallets.purchases.has(purchaseId),
        'acknowledged-is-stored',
        () => `${order} was acknowledged before anything was stored`,
      );
      return;
    }
    if (code === 'OUTCOME_UNKNOWN' || code === 'FAULT') return this.unanswered(purchaseId);
    this.#refused.set(purchaseId, answer);
    const kept =
      before === undefined || before.atMs >= answer.askedAtMs || !UNCHARGED.has(code) || UNKNOWING.has(code);
    this.violations.expect(
      kept,
      'stays-accepted',
      () => `${order} was accepted, and is now refused with ${code}`,
    );
    if (code === 'INSUFFICIENT_FUNDS') this.#poorEnough(answer);
    if (code === 'POSSIBLE_DUPLICATE') this.#hasTwin(answer);
  }

  shown(userId: string, askedAtMs: number, atMs: number, available: bigint, held: bigint): void {
    const moments = this.wallets.between(userId, askedAtMs, atMs);
    const was = moments.some((moment) => moment.available === available && moment.held === held);
    this.violations.expect(
      was,
      'shown-is-stored',
      () =>
        `${userId} was shown ${available} and ${held} held, and never had that between ${Math.round(askedAtMs)} and ${Math.round(atMs)}`,
    );
  }

  finish(): void {
    for (const { purchaseId, order, reference } of this.acknowledged.values()) {
      const money = this.wallets.purchases.get(purchaseId);
      this.violations.expect(
        money?.reference === reference,
        'acknowledged-is-kept',
        () => `${order} was acknowledged as ${reference} and the log has ${money?.reference ?? 'nothing'}`,
      );
    }
    for (const { purchaseId, order, code } of this.#refused.values())
      this.violations.expect(
        this.acknowledged.has(purchaseId) ||
          this.#unsure.has(purchaseId) ||
          !UNCHARGED.has(code) ||
          !this.wallets.purchases.has(purchaseId),
        'refused-is-not-charged',
        () => `${order} was refused with ${code}, and was charged`,
      );
  }

  #poorEnough({ userId, askedAtMs, atMs, least, order }: Answered): void {
    const moments = this.wallets.between(userId, askedAtMs, atMs);
    const poor = moments.some(({ available }) => available < least);
    this.violations.expect(
      poor,
      'refused-on-what-is-stored',
      () => `${order} was refused for want of money, and ${userId} had enough all the time`,
    );
  }

  #hasTwin({ purchaseId, likeness, order }: Answered): void {
    const alike = [...(this.#likeness.get(likeness) ?? [])];
    const twin = alike.some((id) => id !== purchaseId && this.wallets.purchases.has(id));
    this.violations.expect(
      twin,
      'refused-on-what-is-stored',
      () => `${order} was refused as a duplicate of nothing`,
    );
  }
}
