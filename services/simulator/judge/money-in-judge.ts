import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { PlannedMoneyIn, PlannedTransfer } from '../money-in/money-in-plan.js';
import { userOf } from '../scenario.js';
import type { Violations } from './violations.js';

/** Checks that each transfer and each imported balance is credited once. */
export class MoneyInJudge {
  readonly #transfers = new Map<string, PlannedTransfer>();
  readonly #credits = new Map<string, string[]>();
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

  add({ type, data }: RecordedEvent): void {
    if (type === 'PersonForgotten') this.#forgotten.add(String(data['userId']));
    const payment = `${String(data['provider'])} ${String(data['transactionReference'])}`;
    if (type === 'FundingUnmatched') this.#unmatched.add(payment);
    if (type === 'WalletFunded') this.#credit(payment);
    if (type === 'ManualFundingCredited') this.#credit(String(data['reference']).replace(/\D/g, ''));
  }

  reset(): void {
    for (const known of [this.#credits, this.#unmatched, this.#forgotten]) known.clear();
  }

  finish(): void {
    for (const transfer of new Set(this.#transfers.values())) {
      const { session, listed, hands, customer, isImported } = transfer;
      const times = this.#credits.get(session)?.length ?? 0;
      const waits = listed.some(({ provider, reference }) => this.#unmatched.has(`${provider} ${reference}`));
      const mayWait =
        listed.length === 0 || this.#forgotten.has(userOf(customer)) || (waits && hands.length > 0);
      this.violations.expect(
        isImported || times === 1 || (times === 0 && mayWait),
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

  #credit(way: string): void {
    const transfer = this.#transfers.get(way);
    const of = transfer?.session ?? way;
    const credits = [...(this.#credits.get(of) ?? []), way];
    this.#credits.set(of, credits);
    this.violations.expect(
      credits.length === 1 && transfer?.isImported !== true,
      'transfer-credited-once',
      () =>
        `${of}${transfer?.isImported ? ', part of an imported balance,' : ''} was credited by ${credits.join(', ')}`,
    );
  }
}
