import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { PlannedMoneyIn, PlannedTransfer } from '../money-in/money-in-plan.js';
import { userOf } from '../scenario.js';
import type { Violations } from './violations.js';

interface Credit {
  readonly way: string;
  readonly atMs: number;
}

/** Decided at once, amounts are not compared. */
const AT_ONCE_MS = 10_000;

/** Checks that each transfer and each imported balance is credited once. */
export class MoneyInJudge {
  readonly #transfers = new Map<string, PlannedTransfer>();
  readonly #credits = new Map<string, Credit[]>();
  readonly #decidedAtMs = new Map<string, number>();
  readonly #unmatched = new Set<string>();
  readonly #forgotten = new Set<string>();

  constructor(
    private readonly violations: Violations,
    private readonly planned: PlannedMoneyIn,
    /** True when a restore may remove events from the log. */
    private readonly mayLose: boolean,
  ) {
    for (const transfer of planned.transfers) {
      this.#transfers.set(transfer.session, transfer);
      for (const { provider, reference } of transfer.listed)
        this.#transfers.set(`${provider} ${reference}`, transfer);
    }
  }

  add({ type, data, at }: RecordedEvent): void {
    const atMs = Date.parse(at);
    if (type === 'PersonForgotten') this.#forgotten.add(String(data['userId']));
    const payment = `${String(data['provider'])} ${String(data['transactionReference'])}`;
    if (type === 'FundingUnmatched') this.#unmatched.add(payment);
    const session = String(data['reference']).replace(/\D/g, '');
    if (type === 'FundingVerified') this.#decidedAtMs.set(payment, atMs);
    if (type === 'ManualFundingClaimed') this.#decidedAtMs.set(session, atMs);
    if (type === 'WalletFunded') this.#credit(payment, atMs);
    if (type === 'ManualFundingCredited') this.#credit(session, atMs);
  }

  reset(): void {
    for (const known of [this.#credits, this.#decidedAtMs, this.#unmatched, this.#forgotten]) known.clear();
  }

  finish(): void {
    for (const transfer of new Set(this.#transfers.values())) {
      const { session, listed, hands, customer, isImported } = transfer;
      const times = this.#credits.get(session)?.length ?? 0;
      const waits = listed.some(({ provider, reference }) => this.#unmatched.has(`${provider} ${reference}`));
      const mayWait =
        listed.length === 0 || this.#forgotten.has(userOf(customer)) || (waits && hands.length > 0);
      this.violations.expect(
        isImported || times === 1 || (times === 0 && mayWait) || (times === 2 && transfer.isUnnamed === true),
        'transfer-credited',
        () => `the transfer ${session} was credited ${times} times`,
      );
    }
    for (const { oldId, customer } of this.planned.imports) {
      const times = this.#credits.get(`opening import-${oldId}`)?.length ?? 0;
      this.violations.expect(
        times === 1 || (times === 0 && (this.mayLose || this.#forgotten.has(userOf(customer)))),
        'balance-imported',
        () => `the balance of ${oldId} was credited ${times} times`,
      );
    }
  }

  #credit(way: string, atMs: number): void {
    const transfer = this.#transfers.get(way);
    const of = transfer?.session ?? way;
    const before = this.#credits.get(of) ?? [];
    const credits = [...before, { way, atMs }];
    this.#credits.set(of, credits);
    const decidedAt = this.#decidedAtMs.get(way) ?? atMs;
    const atOnce = before.some((credit) => credit.way !== way && decidedAt < credit.atMs + AT_ONCE_MS);
    this.violations.expect(
      (credits.length === 1 || (transfer?.isUnnamed === true && atOnce)) && transfer?.isImported !== true,
      'transfer-credited-once',
      () =>
        `${of}${transfer?.isImported ? ', part of an imported balance,' : ''} was credited by ${credits.map((credit) => credit.way).join(', ')}`,
    );
  }
}
