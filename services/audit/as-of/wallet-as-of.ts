import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { walletStream } from '../../ledger/streams.js';
import { positionOf, SKEW_MS } from '../proofs/position-of.js';
import type { Moment } from './trial-balance-as-of.js';

export interface WalletAsOf {
  readonly userId: string;
  readonly available: string;
  readonly held: string;
  /**
   * Last event up to the moment; null when the wallet was not opened yet. `position` is 0 when `readStream`
   * does not return positions.
   */
  readonly event: Pick<RecordedEvent, 'position' | 'hash' | 'revision' | 'type' | 'at' | 'actor'> | null;
}

type Streams = Pick<EventStore, 'readStream' | 'head' | 'readAll' | 'readHashes' | 'lastPosition'>;

/** Balance of a wallet at a moment, by binary search over its stream. */
export async function walletAsOf(store: Streams, userId: string, moment: Moment): Promise<WalletAsOf> {
  const stream = walletStream(userId);
  const { revision: newest } = await store.head(stream);
  const by = await happenedBy(store, stream, moment);
  let [before, after] = [-1, newest + 1];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const [event] = await store.readStream(stream, { from: middle, limit: 1 });
    if (!event) throw new Error(`${stream} ends before ${middle}: run \`ledger -- verify\``);
    if (await by(event)) before = middle;
    else after = middle;
  }
  const event = before < 0 ? undefined : await balanceEvent(store, stream, before);
  const last = before < 0 ? undefined : (await store.readStream(stream, { from: before, limit: 1 }))[0];
  const { availableAfter = '0', heldAfter = '0' } = (event?.data ?? {}) as Partial<Record<string, string>>;
  return { userId, available: availableAfter, held: heldAfter, event: last ? headOf(last) : null };
}

const headOf = ({ position, hash, revision, type, at, actor }: RecordedEvent): WalletAsOf['event'] => ({
  position,
  hash,
  revision,
  type,
  at,
  actor,
});

/** Last event with `availableAfter` up to the revision `from`; undefined for an unused wallet. */
async function balanceEvent(
  store: Streams,
  stream: string,
  from: number,
): Promise<RecordedEvent | undefined> {
  const PAGE = 50;
  for (let revision = from; revision >= 0; revision -= PAGE) {
    const page = await store.readStream(stream, { from: revision, direction: 'backwards', limit: PAGE });
    const found = page.find(({ data }) => typeof data['availableAfter'] === 'string');
    if (found) return found;
  }
  return undefined;
}

async function happenedBy(
  store: Streams,
  stream: string,
  moment: Moment,
): Promise<(event: RecordedEvent) => boolean | Promise<boolean>> {
  if ('atMs' in moment) return ({ at }) => Date.parse(at) <= moment.atMs;
  if (moment.position <= 0) return () => false;
  const [there] = await store.readAll(moment.position - 1, 1);
  if (!there) return () => true;
  if (there.stream === stream) return ({ revision }) => revision <= there.revision;
  const [any] = await store.readStream(stream, { limit: 1 });
  if (any?.position !== 0) return ({ position }) => position <= moment.position;
  // This store returns position 0 for events read from a stream. `positionOf` searches for a position only
  // when the event's time is within `SKEW_MS` of the moment.
  return async (event) => {
    const apartMs = Date.parse(event.at) - Date.parse(there.at);
    if (Math.abs(apartMs) > SKEW_MS) return apartMs < 0;
    return (await positionOf(store, event)) <= moment.position;
  };
}
