import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { walletStream } from '../../ledger/streams.js';
import { positionOf } from '../proofs/position-of.js';

export interface WalletAsOf {
  readonly userId: string;
  readonly available: string;
  readonly held: string;
  /** Last event of the wallet up to the moment. Null when the wallet had no event yet. */
  readonly event: Pick<RecordedEvent, 'position' | 'hash' | 'revision' | 'type' | 'at' | 'actor'> | null;
}

type Streams = Pick<EventStore, 'readStream' | 'head' | 'readAll' | 'readHashes' | 'lastPosition'>;

export async function walletAsOf(store: Streams, userId: string, position: number): Promise<WalletAsOf> {
  const stream = walletStream(userId);
  const { revision: newest } = await store.head(stream);
  const by = await storedBy(store, stream, position);
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

async function storedBy(
  store: Streams,
  stream: string,
  limit: number,
): Promise<(event: RecordedEvent) => boolean | Promise<boolean>> {
  if (limit <= 0) return () => false;
  const [there] = await store.readAll(limit - 1, 1);
  if (!there) return () => true;
  if (there.stream === stream) return ({ revision }) => revision <= there.revision;
  const [any] = await store.readStream(stream, { limit: 1 });
  if (any?.position !== 0) return ({ position }) => position <= limit;
  return async (event) => (await positionOf(store, event)) <= limit;
}
