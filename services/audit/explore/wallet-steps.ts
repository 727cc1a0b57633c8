import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { AuditAnswer } from '../../contracts/admin/audit.contract.js';
import { accounts } from '../../ledger/postings.js';
import { walletStream } from '../../ledger/streams.js';
import { postingsOf } from './event-row.js';
import type { Turns } from './turns.js';

const CHUNK = 200;

type Steps = Omit<AuditAnswer<'walletSteps'>, 'status' | 'customer'>;

export async function walletSteps(
  log: Pick<EventStore, 'readStream' | 'head'>,
  { userId, from, limit }: { readonly userId: string; readonly from: number; readonly limit: number },
  turns: Pick<Turns, 'pause'>,
): Promise<Steps> {
  const stream = walletStream(userId);
  const total = (await log.head(stream)).revision + 1;
  const events: RecordedEvent[] = [];
  while (events.length < limit) {
    const size = Math.min(CHUNK, limit - events.length);
    const chunk = await log.readStream(stream, { from: from + events.length, limit: size });
    events.push(...chunk);
    if (chunk.length < size) break;
    await turns.pause();
  }
  const said = (name: 'availableAfter' | 'heldAfter') =>
    events.map(({ data }) => {
      const kobo = data[name];
      return typeof kobo === 'string' ? Number(kobo) : null;
    });
  const added = (account: string) => events.map((event) => credited(event, account));
  return {
    userId,
    from,
    ...listsOf(events),
    total: Math.max(total, from + events.length),
    available: added(accounts.userAvailable(userId)),
    held: added(accounts.userHeld(userId)),
    availableAfter: said('availableAfter'),
    heldAfter: said('heldAfter'),
  };
}

export function listsOf(events: readonly RecordedEvent[]) {
  const types = [...new Set(events.map(({ type }) => type))];
  const indexOf = new Map(types.map((type, index) => [type, index]));
  return {
    types,
    positions: events.map(({ position }) => position),
    at: events.map(({ at }) => Date.parse(at)),
    type: events.map(({ type }) => indexOf.get(type) ?? 0),
    purchases: events.map(({ data }) => (typeof data['purchaseId'] === 'string' ? data['purchaseId'] : '')),
  };
}

const credited = (event: RecordedEvent, account: string): number =>
  postingsOf(event).reduce((sum, line) => (line.account === account ? sum - Number(line.amount) : sum), 0);
