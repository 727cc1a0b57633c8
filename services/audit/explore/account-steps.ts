import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { AuditAnswer } from '../../contracts/admin/audit.contract.js';
import { type AccountBalances, postedTo } from './account-lines.js';
import { walkEvents } from './event-walk.js';
import type { Turns } from './turns.js';
import { listsOf } from './wallet-steps.js';

export interface AccountStepsAsked {
  readonly account: string;
  /** Position of the last event on the previous page. The next page starts after this position. */
  readonly after?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

interface Tools {
  readonly now: AccountBalances['now'];
  readonly turns: Pick<Turns, 'pause'>;
}

export async function accountSteps(
  log: Pick<EventStore, 'readAll' | 'readStream' | 'lastPosition'>,
  { account, after, to, limit }: AccountStepsAsked,
  { now, turns }: Tools,
): Promise<Omit<AuditAnswer<'accountSteps'>, 'status'>> {
  const books = after === undefined ? await now(account) : undefined;
  const { events, reached, done, walked } = await walkEvents(
    log,
    {
      order: 'oldest',
      from: after,
      limit,
      last: to ?? books?.position,
      matches: (event) => postedTo(account, event) !== undefined,
    },
    turns,
  );
  return {
    account,
    done,
    walked,
    reached: reached ?? null,
    ...listsOf(events),
    books: books ? { position: books.position, balance: String(books.balance) } : null,
    added: events.map((event) => Number(postedTo(account, event) ?? 0n)),
  };
}
