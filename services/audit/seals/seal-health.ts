import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { PublishStatus } from './publish/seal-publisher.js';
import { SEALS_STREAM, sealEvent } from './seal.events.js';
import type { SealingStatus } from './sealer.js';

export interface SealsHealth {
  readonly sealing?: SealingStatus;
  readonly publishing?: PublishStatus;
}

const at = (ms: number): string => new Date(ms).toISOString();

export function sealNotes({ sealing, publishing }: SealsHealth): string[] {
  const notes: string[] = [];
  if (sealing?.stopped)
    notes.push(
      `sealing stopped: ${sealing.fault}. Run npm run ledger -- verify with --seals, the seals kept elsewhere: it names what is not as it was sealed. Then restore a backup from before`,
    );
  else if (sealing?.failingSince !== undefined)
    notes.push(`sealing fails since ${at(sealing.failingSince)}: ${sealing.fault}`);
  if (publishing?.waitingSince !== undefined)
    notes.push(`seals are not published since ${at(publishing.waitingSince)}: ${publishing.fault}`);
  return notes;
}

const secondsSince = (since: number | undefined, now: number): number =>
  since === undefined ? 0 : Math.max(0, now - since) / 1_000;

/**
 * An unknown metric is null.
 * @param position log position of the last event
 * @param now Unix ms
 */
export function sealFacts(
  { sealing, publishing }: SealsHealth,
  position: number,
  now: number,
): Readonly<Record<SealFact, number | null>> {
  const { treeSize, sealedAt } = sealing ?? {};
  const unsealed =
    treeSize === undefined ? null : Math.max(0, position - (treeSize === 0 ? 0 : treeSize + 1));
  return {
    seal_tree_size: treeSize ?? null,
    unsealed_events: unsealed,
    seal_age_seconds: unsealed === null ? null : unsealed === 0 ? 0 : secondsSince(sealedAt, now),
    seal_failing_seconds: sealing ? secondsSince(sealing.failingSince, now) : null,
    seal_failures: sealing?.failures ?? null,
    seal_stopped: sealing ? Number(sealing.stopped) : null,
    seals_published_tree_size: publishing?.treeSize ?? null,
    seals_unpublished_seconds: publishing ? secondsSince(publishing.waitingSince, now) : null,
    seals_publish_failures: publishing?.failures ?? null,
  };
}

export const SEAL_FACTS = {
  seal_tree_size: 'Events that the last seal covers.',
  unsealed_events: 'Events that no seal covers.',
  seal_age_seconds: 'Age of the last seal while there are events that it does not cover.',
  seal_failing_seconds: 'For how long sealing fails; 0 when it does not.',
  seal_failures: 'Tries to seal that failed.',
  seal_stopped: '1 when nothing is sealed any more; /readyz says why.',
  seals_published_tree_size: 'Events that the last published seal covers.',
  seals_unpublished_seconds: 'For how long seals cannot be published; 0 when they are.',
  seals_publish_failures: 'Tries to publish seals that failed.',
} as const;
type SealFact = keyof typeof SEAL_FACTS;

const PAGE = 10;

/**
 * Returns the time (Unix ms) of the first event that no seal covers. Returns null when seals cover
 * all events.
 */
export async function unsealedSince(
  store: Pick<EventStore, 'readStream' | 'readAll'>,
): Promise<number | null> {
  const [last] = await store.readStream(SEALS_STREAM, { direction: 'backwards', limit: 1 });
  const after = (last && sealEvent(last)?.data.treeSize) ?? 0;
  const next = await store.readAll(after, PAGE);
  const first = next.find(({ stream }) => stream !== SEALS_STREAM);
  return first ? Date.parse(first.at) : null;
}
