import type { EventStore } from '../../../infra/event-store/event-store.js';
import { SEALS_STREAM, sealEvent } from './seal.events.js';

/** More seals than this do not follow each other without anything between them. */
const PAGE = 10;

/** When the first event was stored that no seal covers, milliseconds since 1970; null when all are covered. */
export async function unsealedSince(
  store: Pick<EventStore, 'readStream' | 'readAll'>,
): Promise<number | null> {
  const [last] = await store.readStream(SEALS_STREAM, { direction: 'backwards', limit: 1 });
  const after = (last && sealEvent(last)?.data.treeSize) ?? 0;
  const next = await store.readAll(after, PAGE);
  const first = next.find(({ stream }) => stream !== SEALS_STREAM);
  return first ? Date.parse(first.at) : null;
}
