import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { type PlannedPayment, userOf } from '../scenario.js';
import type { Violations } from './violations.js';
import type { WalletJudge } from './wallet-judge.js';

export class FundingJudge {
  readonly #forgottenAt = new Map<string, number>();
  readonly #reportedAt = new Map<string, number>();
  readonly #unmatchedAt = new Map<string, number>();
  readonly #likely = new Set<string>();
  readonly #byHand = new Set<string>();

  constructor(
    private readonly violations: Violations,
    private readonly wallets: WalletJudge,
    private readonly charge: bigint,
  ) {}

  add({ type, data, position }: RecordedEvent): void {
    const reference = `${String(data['provider'])} ${String(data['transactionReference'])}`;
    if (type === 'PersonForgotten') this.#forgottenAt.set(String(data['userId']), position);
    else if (type === 'FundingReported') this.#reportedAt.set(reference, position);
    else if (type === 'ManualFundingCredited')
      this.#byHand.add(`${String(data['userId'])} ${String(data['amount'])}`);
    else if (type === 'FundingUnmatched') {
      this.#unmatchedAt.set(reference, position);
      if (data['likely']) this.#likely.add(reference);
    } else if (type === 'FundingVerified') {
      const userId = String(data['userId']);
      // A payment that was reported after the erasure of the customer must not be credited.
      this.violations.expect(
        (this.#forgottenAt.get(userId) ?? Infinity) > this.#reportedAt.get(reference)!,
        'no-money-to-the-forgotten',
        () => `${reference} at ${position} is to be credited to ${userId}, who was forgotten before it`,
      );
    }
  }

  reset(): void {
    const all = [this.#forgottenAt, this.#reportedAt, this.#unmatchedAt, this.#likely, this.#byHand];
    for (const known of all) known.clear();
  }

  finish(payments: Iterable<PlannedPayment>): void {
    for (const { reference: monnify, paid, customer } of payments) {
      const reference = `monnify ${monnify}`;
      const credited = this.wallets.credited.get(reference) ?? [];
      const waitsFrom = this.#unmatchedAt.get(reference);
      const user = userOf(customer);
      const forgottenAt = this.#forgottenAt.get(user) ?? Infinity;
      const isLikely =
        this.#likely.has(reference) &&
        [paid, paid - this.charge].some((amount) => this.#byHand.has(`${user} ${amount}`));
      this.violations.expect(
        waitsFrom !== undefined
          ? credited.length === 0 && (isLikely || forgottenAt < waitsFrom)
          : credited.length === 1 && credited[0] === paid - this.charge,
        'paid-is-credited',
        () =>
          `${reference} of ${paid} kobo was credited as ${credited.join(' and ') || 'nothing'}${waitsFrom !== undefined ? ', and left to a person' : ''}`,
      );
    }
  }
}
