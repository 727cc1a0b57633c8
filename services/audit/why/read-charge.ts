import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { CATALOG_STREAM } from '../../catalog/catalog.events.js';
import type { AuditEventRow } from '../../contracts/admin/audit-event.contract.js';
import type { WhyCharged } from '../../contracts/admin/why.contract.js';
import { userStream } from '../../customers/user.events.js';
import { purchaseStream } from '../../ledger/streams.js';
import { positionOf, SKEW_MS } from '../proofs/position-of.js';
import { purchaseEvents } from '../proofs/proofs.js';
import type { AcceptedFact, ChargeFacts } from './explain-charge.js';

const PAGE = 200;

type Log = Pick<EventStore, 'readAll' | 'readStream' | 'readHashes' | 'lastPosition'>;
type Pause = () => Promise<void>;

export async function readCharge(
  log: Log,
  purchaseId: string,
  { userId, pause }: { readonly userId?: string | undefined; readonly pause: Pause },
): Promise<ChargeFacts | undefined> {
  const conversation = await wholeStream(log, purchaseStream(purchaseId), pause);
  const buyer = conversation[0]?.data['userId'] ?? userId;
  if (typeof buyer !== 'string') return undefined;
  const [first, ...inWallet] = await purchaseEvents(log, buyer, purchaseId, pause);
  const charged = first && acceptedOf(first);
  if (!charged) return undefined;
  const order = new LogOrder(log);
  const accepted = await order.placed(charged);
  const talked: RecordedEvent[] = [];
  for (const event of conversation)
    talked.push(event.type === 'AttemptStarted' ? await order.placed(event) : event);
  const catalogue = await wholeStream(log, CATALOG_STREAM, pause);
  const before = new Map<RecordedEvent, number>();
  for (const event of [accepted, ...talked.filter(({ type }) => type === 'AttemptStarted')])
    before.set(event, await order.countBefore(catalogue, event));
  const people = await wholeStream(log, userStream(buyer), pause);
  return {
    accepted,
    inWallet,
    conversation: talked,
    catalogue,
    catalogueBefore: (event) => before.get(event) ?? 0,
    customer: people.slice(0, await order.countBefore(people, accepted)),
  };
}

const acceptedOf = (event: RecordedEvent): AcceptedFact | undefined =>
  event.type === 'PurchaseAccepted' ? (event as AcceptedFact) : undefined;

export async function withPositions(log: Log, why: WhyCharged): Promise<WhyCharged> {
  const known = new Map<string, number>();
  const placed = async (part: unknown): Promise<unknown> => {
    if (Array.isArray(part)) {
      const all: unknown[] = [];
      for (const each of part) all.push(await placed(each));
      return all;
    }
    if (typeof part !== 'object' || part === null) return part;
    if ('hash' in part) return placedRow(part as AuditEventRow);
    const entries: [string, unknown][] = [];
    for (const [name, value] of Object.entries(part)) entries.push([name, await placed(value)]);
    return Object.fromEntries(entries);
  };
  const placedRow = async (row: AuditEventRow): Promise<AuditEventRow> => {
    if (row.position !== null) return row;
    const position =
      known.get(row.hash) ?? (await positionOf(log, { position: 0, at: row.at, hash: row.hash }));
    known.set(row.hash, position);
    return { ...row, position };
  };
  const { tier, rules, vendor, attempts } = why;
  return { ...why, ...((await placed({ tier, rules, vendor, attempts })) as object) };
}

async function wholeStream(
  log: Pick<Log, 'readStream'>,
  stream: string,
  pause: Pause,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await log.readStream(stream, { from: events.length, limit: PAGE });
    events.push(...page);
    if (page.length < PAGE) return events;
    await pause();
  }
}

class LogOrder {
  constructor(private readonly log: Log) {}

  async placed<Event extends RecordedEvent>(event: Event): Promise<Event> {
    return event.position > 0 ? event : { ...event, position: await positionOf(this.log, event) };
  }

  async countBefore(events: readonly RecordedEvent[], event: RecordedEvent): Promise<number> {
    let [first, last] = [0, events.length];
    while (first < last) {
      const middle = Math.floor((first + last) / 2);
      if (await this.isBefore(events[middle]!, event)) first = middle + 1;
      else last = middle;
    }
    return first;
  }

  private async isBefore(one: RecordedEvent, other: RecordedEvent): Promise<boolean> {
    const apart = Date.parse(one.at) - Date.parse(other.at);
    if (one.position === 0 && Math.abs(apart) > SKEW_MS) return apart < 0;
    return (await this.placed(one)).position < other.position;
  }
}
