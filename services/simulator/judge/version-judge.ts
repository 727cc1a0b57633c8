import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { ADDED, WALLET_OF_TOMORROW } from '../next-version.js';
import type { Violations } from './violations.js';

/** Checks a run in which two versions of the product work on the same ledger. */
export class VersionJudge {
  readonly #marked = new Set<string>();

  constructor(private readonly violations: Violations) {}

  add({ stream, type, data, position }: RecordedEvent): void {
    if (!stream.startsWith('wallet-')) return;
    const userId = stream.slice('wallet-'.length);
    if (type === WALLET_OF_TOMORROW) this.#marked.add(userId);
    this.violations.expect(
      !this.#marked.has(userId) || data[ADDED] === true,
      'unread-is-not-decided-on',
      () => `${type} at ${position} was stored by who cannot read all of the wallet of ${userId}`,
    );
  }

  othersAreServed(
    purchases: Iterable<{ readonly state: string; readonly userId: string }>,
    left: string,
  ): void {
    for (const { state, userId } of purchases)
      this.violations.expect(
        state !== 'held' || userId === left,
        'others-go-on',
        () => `money of ${userId} waits for a version that can read the wallet of ${left}`,
      );
  }

  unavailable(userId: string, order: string): void {
    this.violations.expect(
      this.#marked.has(userId),
      'unavailable-for-a-reason',
      () => `${order} was refused, and every version can read the wallet of ${userId}`,
    );
  }
}
