import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { AuditAnswer } from '../../contracts/admin/audit.contract.js';
import { walletStream } from '../../ledger/streams.js';
import { postingsOf, rowOf } from './event-row.js';
import type { Turns } from './turns.js';
import { walkEvents } from './event-walk.js';

export interface AccountAsked {
  readonly account: string;
  /** A revision of the wallet where the account is of one, else a position. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** What an account comes to, kobo, debit positive, when everything up to a position has happened. */
export type BalanceAt = (
  account: string,
) => Promise<{ readonly position: number; readonly balance: bigint } | undefined>;

type Log = Pick<EventStore, 'readAll' | 'readStream' | 'lastPosition'>;
type Lines = Omit<AuditAnswer<'account'>, 'status'>;

/** What was posted to an account, newest first. Of a person's it is in their wallet; any other is looked for in the log. */
export async function accountLines(
  log: Log,
  { account, before, limit }: AccountAsked,
  { balanceAt, turns }: { readonly balanceAt: BalanceAt; readonly turns: Pick<Turns, 'pause'> },
): Promise<Lines> {
  const owner = OF_A_WALLET.exec(account)?.[2];
  const stream = owner === undefined ? undefined : walletStream(owner);
  // The balance is known at one position: only what is up to there adds up to it.
  const known = owner === undefined && before === undefined ? await balanceAt(account) : undefined;
  const walked = await walkEvents(
    log,
    {
      ...{ stream, limit, order: 'newest' },
      from: known ? known.position + 1 : before,
      matches: (event) => postingsOf(event).some((line) => line.account === account),
    },
    turns,
  );
  const { events, reached = null, done } = walked;
  const postings = events.map((event) => ({ ...rowOf(event), amount: String(postedTo(account, event)) }));
  const first = before === undefined;
  const balance = owner === undefined ? known?.balance : balanceOfWallet(account, events[0]);
  return {
    ...{ account, postings, done, reached, walked: walked.walked },
    stream: stream ?? null,
    balance: first && balance !== undefined ? String(balance) : null,
  };
}

const OF_A_WALLET = /^(user_available|user_held):([A-Za-z0-9_-]+)$/;

const postedTo = (account: string, event: RecordedEvent): bigint =>
  postingsOf(event).reduce((sum, line) => (line.account === account ? sum + BigInt(line.amount) : sum), 0n);

/** As the newest event says: what somebody has is a credit. */
function balanceOfWallet(account: string, newest: RecordedEvent | undefined): bigint | undefined {
  if (!newest) return 0n;
  const said = newest.data[account.startsWith('user_held:') ? 'heldAfter' : 'availableAfter'];
  return typeof said === 'string' && /^-?\d{1,30}$/.test(said) ? -BigInt(said) : undefined;
}
