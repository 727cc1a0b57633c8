import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { accounts } from '../wallet/postings.js';
import type { Posting } from '../wallet/postings.js';
import { walletStream } from '../wallet/wallet.events.js';
import type { WalletEvent } from '../wallet/wallet.events.js';
import {
  capturePostings,
  chargePostings,
  fundPostings,
  holdPostings,
  releasePostings,
  reversePostings,
} from '../wallet/wallet.postings.js';
import { fundingKey } from '../wallet/wallet.state.js';
import type { Problems } from './problems.js';
import { isBalanced, TrialBalance } from './trial-balance.js';

/** Every event balances, moves money as its kind must, and says the balances that the postings so far add up to. */
export class BooksCheck {
  readonly trial = new TrialBalance();
  private readonly fundings = new Set<string>();

  constructor(private readonly problems: Problems) {}

  add(event: RecordedEvent): void {
    const lines = event.data['postings'] as readonly Posting[] | undefined;
    if (lines === undefined) return;
    if (!isBalanced(lines))
      this.problems.add('unbalanced', event, `the postings of ${event.type} do not add up to zero`);
    this.trial.addAll(lines);
    const expected = expectedPostings(event as unknown as WalletEvent);
    if (!expected) return;
    if (!sameLines(lines, expected))
      this.problems.add('postings-wrong', event, `${event.type} moves money as it must not`);
    this.compareBalances(event);
    if (event.type === 'WalletFunded') this.fundedOnce(event);
  }

  private compareBalances(event: RecordedEvent): void {
    const { userId, availableAfter, heldAfter } = event.data as Record<string, string>;
    if (event.stream !== walletStream(userId ?? '')) {
      this.problems.add('wrong-wallet', event, `an event of wallet ${userId} in another stream`);
    }
    const available = -this.trial.of(accounts.userAvailable(userId ?? ''));
    const held = -this.trial.of(accounts.userHeld(userId ?? ''));
    if (availableAfter !== String(available)) {
      this.problems.add(
        'balance-wrong',
        event,
        `available is ${available} kobo by the postings, ${availableAfter} by the event`,
      );
    }
    if (heldAfter !== String(held)) {
      this.problems.add(
        'balance-wrong',
        event,
        `held is ${held} kobo by the postings, ${heldAfter} by the event`,
      );
    }
    if (available < 0n) this.problems.add('below-zero', event, `available is ${available} kobo`);
    if (held < 0n) this.problems.add('below-zero', event, `held is ${held} kobo`);
  }

  private fundedOnce(event: RecordedEvent): void {
    const key = fundingKey(String(event.data['provider']), String(event.data['transactionReference']));
    // Demonstration money of every wallet may carry the same reference; a provider's belongs to one payment.
    const scoped = event.data['provider'] === 'opening' ? `${key}|${event.stream}` : key;
    if (this.fundings.has(scoped)) this.problems.add('funded-twice', event, `${key} was credited before`);
    this.fundings.add(scoped);
  }
}

/** Undefined for events whose postings are not a wallet's. */
function expectedPostings({ type, data }: WalletEvent): Posting[] | undefined {
  switch (type) {
    case 'WalletFunded': {
      const paid = BigInt(data.paid);
      const settled = paid - BigInt(data.providerFee);
      return fundPostings(data.userId, {
        provider: data.provider,
        paid,
        settled,
        charge: BigInt(data.charge),
      });
    }
    case 'PurchaseAccepted':
      return holdPostings(data.userId, BigInt(data.price));
    case 'PurchaseCaptured':
      return capturePostings(
        data.userId,
        { ...data, price: BigInt(data.price), cost: BigInt(data.cost) },
        BigInt(data.released ?? '0'),
      );
    case 'PurchaseReleased':
      return releasePostings(data.userId, BigInt(data.price));
    case 'PurchaseReversed':
      return reversePostings(data.userId, { ...data, price: BigInt(data.price), cost: BigInt(data.cost) });
    case 'UpgradeCharged':
      return chargePostings(data.userId, 'upgrade', BigInt(data.amount));
    case 'BvnCharged':
      return chargePostings(data.userId, 'bvn', BigInt(data.amount));
    default:
      return undefined;
  }
}

const sameLines = (lines: readonly Posting[], expected: readonly Posting[]): boolean =>
  lines.length === expected.length &&
  lines.every(({ account, amount }, n) => account === expected[n]?.account && amount === expected[n]?.amount);
