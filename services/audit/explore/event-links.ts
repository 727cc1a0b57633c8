import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { purchaseOf, purchaseStream, walletOwner, walletStream } from '../../ledger/streams.js';
import type { Turns } from './turns.js';

const AROUND = 400;
const OF_STREAM = 100;
const LISTED_MAX = 100;

export interface EventLinks {
  readonly previous: RecordedEvent | undefined;
  readonly next: RecordedEvent | undefined;
  readonly causedBy: 'event' | 'request' | 'unknown';
  readonly cause: RecordedEvent | undefined;
  readonly effects: readonly RecordedEvent[];
  readonly related: readonly RecordedEvent[];
  readonly streams: readonly string[];
}

type Log = Pick<EventStore, 'readAll' | 'readStream' | 'lastPosition'>;

/** Finds the causes and the effects of an event. */
export async function linksOf(
  log: Log,
  event: RecordedEvent,
  turns: Pick<Turns, 'pause'>,
): Promise<EventLinks> {
  const [previous, next] = await neighbours(log, event);
  const named = streamsNamedBy(event);
  const known = new Map<string, RecordedEvent>();
  const note = (events: readonly RecordedEvent[]): void => {
    for (const each of events) {
      const belongs =
        each.correlationId === event.correlationId ||
        each.causationId === event.id ||
        each.id === event.causationId;
      if (belongs && each.id !== event.id && !known.get(each.id)?.position) known.set(each.id, each);
    }
  };
  note([previous, next].flatMap((each) => each ?? []));
  const { position } = event;
  if (position > 0) {
    const first = Math.max(0, position - 1 - AROUND);
    note(await log.readAll(first, position - 1 - first));
    await turns.pause();
    note(await log.readAll(position, AROUND));
    await turns.pause();
  }
  const streams = new Set([event.stream, ...named]);
  const opening =
    purchaseOf(event.stream) === undefined ? [] : await log.readStream(event.stream, { limit: 1 });
  for (const first of opening) streamsNamedBy(first).forEach((stream) => streams.add(stream));
  for (const stream of streams) {
    // Skip streams of other wallets, because they may be very long.
    if (walletOwner(stream) !== undefined && stream !== event.stream) continue;
    const from = stream === event.stream ? Math.max(0, event.revision - OF_STREAM / 2) : 0;
    note(await log.readStream(stream, { from, limit: OF_STREAM }));
    await turns.pause();
  }
  const all = [...known.values()].sort(inOrder);
  const cause = known.get(event.causationId);
  const effects = all.filter(({ causationId, id }) => causationId === event.id && id !== cause?.id);
  return {
    previous,
    next,
    cause,
    causedBy: cause ? 'event' : event.causationId === event.correlationId ? 'request' : 'unknown',
    effects: effects.slice(0, LISTED_MAX),
    related: all.filter((each) => each !== cause && !effects.includes(each)).slice(0, LISTED_MAX),
    streams: [...streams],
  };
}

async function neighbours(
  log: Log,
  { stream, revision }: RecordedEvent,
): Promise<[RecordedEvent | undefined, RecordedEvent | undefined]> {
  const around = await log.readStream(stream, { from: Math.max(0, revision - 1), limit: 3 });
  const at = (wanted: number) => around.find((each) => each.revision === wanted);
  return [at(revision - 1), at(revision + 1)];
}

function streamsNamedBy({ data }: Pick<RecordedEvent, 'data'>): string[] {
  const { purchaseId, userId } = data ?? {};
  return [
    ...(isName(purchaseId) ? [purchaseStream(purchaseId)] : []),
    ...(isName(userId) ? [walletStream(userId)] : []),
  ];
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

const inOrder = (one: RecordedEvent, other: RecordedEvent): number =>
  one.position && other.position
    ? one.position - other.position
    : one.at.localeCompare(other.at) || one.revision - other.revision;
