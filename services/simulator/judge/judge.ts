import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { emailOf, PIN_ATTEMPTS_MAX } from '../people/customers-room.js';
import type { PlannedPayment } from '../scenario.js';
import type { VendorFacts } from '../simulated-vendors.js';
import { AnswerJudge } from './answer-judge.js';
import type { PlannedMoneyIn } from '../money-in/money-in-plan.js';
import { FundingJudge } from './funding-judge.js';
import { MoneyInJudge } from './money-in-judge.js';
import { PriceJudge } from './price-judge.js';
import { PurchaseJudge, type Rules } from './purchase-judge.js';
import { VersionJudge } from './version-judge.js';
import { MailJudge } from './mail-judge.js';
import { PeopleJudge } from './people-judge.js';
import { SealJudge } from './seal-judge.js';
import { Violations } from './violations.js';
import { WalletJudge } from './wallet-judge.js';

export interface JudgeOptions {
  readonly rules: Rules;
  readonly charge: bigint;
  readonly moneyIn: PlannedMoneyIn | undefined;
  readonly mayLose: boolean;
  readonly isMailed: boolean;
  readonly clockSteps: number;
  readonly now: () => number;
  readonly vendors: () => ReadonlyMap<string, VendorFacts>;
}

/** Milliseconds within which a delivery or reversal must be stored at the end of a run. */
const DEALT_WITH_MS = 45_000;

/** Checks that the product kept its promises in a run. Uses none of the product's own rules. */
export class Judge {
  readonly violations: Violations;
  readonly wallets: WalletJudge;
  readonly purchases: PurchaseJudge;
  readonly answers: AnswerJudge;
  readonly seals: SealJudge;
  readonly prices: PriceJudge;
  readonly versions: VersionJudge;
  readonly people: PeopleJudge;
  readonly mail: MailJudge;
  readonly fundings: FundingJudge;
  readonly moneyIn: MoneyInJudge | undefined;
  readonly #storedAtMs: number[] = [];
  #replayedAtMs: number | undefined;

  constructor(private readonly options: JudgeOptions) {
    const { rules, vendors, charge, clockSteps } = options;
    const now = (): number => this.#now();
    this.violations = new Violations(now);
    this.wallets = new WalletJudge(this.violations, now);
    this.purchases = new PurchaseJudge(this.violations, this.wallets, vendors, rules, now);
    this.answers = new AnswerJudge(this.violations, this.wallets);
    this.fundings = new FundingJudge(this.violations, this.wallets, charge);
    this.moneyIn = options.moneyIn && new MoneyInJudge(this.violations, options.moneyIn, options.mayLose);
    this.seals = new SealJudge(this.violations);
    this.people = new PeopleJudge(this.violations, now, PIN_ATTEMPTS_MAX, clockSteps);
    this.mail = new MailJudge(this.violations, now, emailOf, clockSteps === 0);
    this.versions = new VersionJudge(this.violations);
    this.prices = new PriceJudge(this.violations, now, clockSteps > 0 ? Infinity : rules.slackMs);
  }

  stored(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.#storedAtMs[event.position] = this.#now();
      this.wallets.add(event);
      this.purchases.add(event);
      this.seals.add(event);
      this.prices.add(event);
      this.versions.add(event);
      this.people.add(event);
      this.mail.add(event);
      this.fundings.add(event);
      this.moneyIn?.add(event);
    }
  }

  storedAtMs(position: number): number {
    return this.#storedAtMs[position] ?? 0;
  }

  /** Starts again after a restore, and judges the `kept` events of the log. */
  logWentBack(kept: readonly RecordedEvent[], copiedAtMs: number): void {
    for (const each of [this.wallets, this.purchases, this.seals, this.prices, this.fundings]) each.reset();
    this.moneyIn?.reset();
    for (const event of kept) {
      this.#replayedAtMs = this.storedAtMs(event.position);
      this.stored([event]);
    }
    this.#replayedAtMs = undefined;
    this.answers.logWentBack(copiedAtMs);
  }

  #now(): number {
    return this.#replayedAtMs ?? this.options.now();
  }

  finish(payments: Iterable<PlannedPayment>, keysGone: ReadonlySet<string>): void {
    this.purchases.finish(this.options.now(), DEALT_WITH_MS);
    this.answers.finish();
    this.prices.finish();
    this.people.finish(keysGone);
    if (this.options.isMailed) this.mail.finish(keysGone);
    this.fundings.finish(payments);
    this.moneyIn?.finish();
  }
}
