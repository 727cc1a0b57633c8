import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { AuditAnswer } from '../../contracts/admin/audit.contract.js';
import { walletStream } from '../../ledger/streams.js';
import { walletAsOf } from '../as-of/wallet-as-of.js';
import { postingsOf, rowOf } from './event-row.js';
import type { Turns } from './turns.js';
import { walkEvents } from './event-walk.js';

export interface AccountAsked {
  readonly account: string;
  readonly before: number | undefined;
  readonly limit: number;
  readonly from?: number | undefined;
  readonly at?: number | undefined;
}

export interface AccountBalances {
  now(account: string): Promise<{ readonly position: number; readonly balance: bigint } | undefined>;
  at(account: string, position: number): Promise<bigint | undefined>;
}

type Log = Pick<EventStore, 'readAll' | 'readStream' | 'lastPosition' | 'head'>;
type Lines = Omit<AuditAnswer<'account'>, 'status'>;

interface Tools {
  readonly balances: AccountBalances;
  readonly turns: Pick<Turns, 'pause'>;
}

export async function accountLines(log: Log, asked: AccountAsked, tools: Tools): Promise<Lines> {
  const owner = OF_A_WALLET.exec(asked.account)?.[2];
  return owner === undefined ? ofTheLog(log, asked, tools) : ofAWallet(log, owner, asked, tools);
}

const OF_A_WALLET = /^(user_available|user_held):([A-Za-z0-9_-]+)$/;

async function ofTheLog(log: Log, asked: AccountAsked, { balances, turns }: Tools): Promise<Lines> {
  const { account, before, limit, from, at } = asked;
  const first = before === undefined;
  const known = first && at === undefined ? await balances.now(account) : undefined;
  const newest = known?.position ?? at;
  const walked = await walkEvents(
    log,
    {
      limit,
      order: 'newest',
      until: from,
      from: before ?? (newest === undefined ? undefined : newest + 1),
      matches: (event) => postedTo(account, event) !== undefined,
    },
    turns,
  );
  const balance = at !== undefined && first ? await balances.at(account, at) : known?.balance;
  return {
    ...linesOf(account, walked),
    stream: null,
    balance: digits(balance),
    opening: first && from !== undefined ? digits(await balances.at(account, from)) : null,
  };
}

async function ofAWallet(log: Log, owner: string, asked: AccountAsked, { turns }: Tools): Promise<Lines> {
  const { account, before, limit, from, at } = asked;
  const stream = walletStream(owner);
  const first = before === undefined;
  const opened = from === undefined ? undefined : await walletAsOf(log, owner, from);
  const closed = at === undefined ? undefined : await walletAsOf(log, owner, at);
  const end = closed && (closed.event?.revision ?? -1) + 1;
  const walked = await walkEvents(
    log,
    {
      stream,
      limit,
      order: 'newest',
      from: before ?? end,
      until: opened && (opened.event?.revision ?? -1),
      matches: (event) => postedTo(account, event) !== undefined,
    },
    turns,
  );
  const side = account.startsWith('user_held:') ? 'held' : 'available';
  const owed = (kobo: string): bigint => -BigInt(kobo);
  const [newest] = walked.events;
  const asBefore = walked.done ? owed(opened?.[side] ?? '0') : undefined;
  const balance = closed ? owed(closed[side]) : newest ? balanceAfter(side, newest) : asBefore;
  return {
    ...linesOf(account, walked),
    stream,
    balance: first ? digits(balance) : null,
    opening: first && opened ? digits(owed(opened[side])) : null,
  };
}

function linesOf(account: string, { events, done, reached, walked }: Awaited<ReturnType<typeof walkEvents>>) {
  const postings = events.map((event) => ({
    ...rowOf(event),
    amount: String(postedTo(account, event) ?? 0n),
  }));
  return { account, postings, done, reached: reached ?? null, walked };
}

const digits = (kobo: bigint | undefined): string | null => (kobo === undefined ? null : String(kobo));

/**
 * Total kobo that an event posts to an account. Debits are positive. Undefined when the event has no posting
 * to this account.
 */
export function postedTo(account: string, event: RecordedEvent): bigint | undefined {
  let sum: bigint | undefined;
  for (const line of postingsOf(event)) if (line.account === account) sum = (sum ?? 0n) + BigInt(line.amount);
  return sum;
}

/**
 * Balance of the account after an event, in kobo. Debits are positive. Money that we owe to a customer is
 * therefore negative.
 */
function balanceAfter(side: 'available' | 'held', newest: RecordedEvent): bigint | undefined {
  const said = newest.data[`${side}After`];
  return typeof said === 'string' && /^-?\d{1,30}$/.test(said) ? -BigInt(said) : undefined;
}
