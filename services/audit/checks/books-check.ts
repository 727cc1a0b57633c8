import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { accounts, type Posting } from '../../ledger/postings.js';
import { walletStream } from '../../ledger/streams.js';
import type { Judge } from '../ledger-events.js';
import {
  postingRuleOf,
  type Line,
  type PostingContext,
  type PostingRule,
} from '../independent-posting-rules.js';
import type { Problems } from '../problems.js';
import { isBalanced, TrialBalance } from '../trial-balance.js';

interface Moved {
  readonly postings?: readonly Posting[];
}

interface Wallet {
  readonly stream: string;
  readonly available: string;
  readonly held: string;
}

type Balance = readonly [name: string, kobo: string];

const NONE: readonly Posting[] = [];

/**
 * The postings of each event must add up to zero, follow the `PostingRule` of the event type, and lead to the
 * balances that the event states.
 */
export class BooksCheck {
  readonly trial = new TrialBalance();
  private readonly wallets = new Map<string, Wallet>();

  constructor(
    private readonly problems: Problems,
    private readonly context: PostingContext,
  ) {}

  judge(type: string): Judge {
    const rule = postingRuleOf(type);
    if (rule) return (event) => this.compare(event, this.add(event), rule);
    return (event) => {
      this.add(event);
      this.problems.add('unknown-event', event, `this version has no rule for ${event.type}`);
    };
  }

  private add(event: RecordedEvent): readonly Posting[] {
    const lines = (event.data as Moved).postings ?? NONE;
    if (!isBalanced(lines))
      this.problems.add('unbalanced', event, `the postings of ${event.type} do not add up to zero`);
    this.trial.addAll(lines);
    return lines;
  }

  private compare(event: RecordedEvent, lines: readonly Posting[], rule: PostingRule<never>): void {
    const expected = rule(event.data as never, this.context);
    if (!sameMoney(lines, expected))
      this.problems.add('postings-wrong', event, `${event.type} moves money as it must not`);
    if (event.data['availableAfter'] !== undefined || event.data['heldAfter'] !== undefined)
      this.compareBalances(event);
  }

  private compareBalances(event: RecordedEvent): void {
    const { userId, availableAfter, heldAfter } = event.data as Record<string, string>;
    const wallet = this.walletOf(userId ?? '');
    if (event.stream !== wallet.stream)
      this.problems.add('wrong-wallet', event, `an event of wallet ${userId} in another stream`);
    const available = this.trial.owed(wallet.available);
    const held = this.trial.owed(wallet.held);
    this.compareBalance(event, ['available', available], availableAfter);
    this.compareBalance(event, ['held', held], heldAfter);
    this.refuseBelowZero(event, ['available', available]);
    this.refuseBelowZero(event, ['held', held]);
  }

  private compareBalance(event: RecordedEvent, [name, kobo]: Balance, told: string | undefined): void {
    if (told === kobo) return;
    const detail = `${name} is ${kobo} kobo by the postings, ${told} by the event`;
    this.problems.add('balance-wrong', event, detail);
  }

  private refuseBelowZero(event: RecordedEvent, [name, kobo]: Balance): void {
    if (kobo.startsWith('-')) this.problems.add('below-zero', event, `${name} is ${kobo} kobo`);
  }

  private walletOf(userId: string): Wallet {
    let wallet = this.wallets.get(userId);
    if (!wallet) {
      wallet = {
        stream: walletStream(userId),
        available: accounts.userAvailable(userId),
        held: accounts.userHeld(userId),
      };
      this.wallets.set(userId, wallet);
    }
    return wallet;
  }
}

function sameMoney(lines: readonly Posting[], expected: readonly Line[]): boolean {
  if (lines.length === expected.length && lines.every((line, index) => isSame(line, expected[index])))
    return true;
  const difference = new Map<string, bigint>();
  for (const [account, amount] of expected) difference.set(account, (difference.get(account) ?? 0n) + amount);
  for (const { account, amount } of lines)
    difference.set(account, (difference.get(account) ?? 0n) - BigInt(amount));
  for (const left of difference.values()) if (left !== 0n) return false;
  return true;
}

const isSame = ({ account, amount }: Posting, line: Line | undefined): boolean =>
  line !== undefined && account === line[0] && amount === String(line[1]);
