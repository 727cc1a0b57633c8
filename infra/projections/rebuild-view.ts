import type { EventStore } from '../event-store/event-store.js';
import { breathe } from '../host/timers.js';
import type { Parked, ReadStoreWriter } from '../read-store/view.js';
import { applyRun, type RunTarget } from './apply-run.js';
import type { ParkedKeys } from './parking.js';
import { type LoadKeys, EventOpener, type OpenSealed } from './projected-view.js';
import type { Projection } from './projection.js';

export interface RebuildOptions {
  readonly onProgress?: (progress: { readonly position: number; readonly total: number }) => void;
  /** If true, new rows replace the old rows even when some rows differ. */
  readonly force?: boolean;
  readonly pageSize?: number;
}

export interface RebuildReport {
  readonly view: string;
  readonly position: number;
  readonly differing: number;
  readonly examples: readonly string[];
  readonly swapped: boolean;
  readonly parked: readonly Parked[];
}

export interface RebuildDependencies {
  readonly eventStore: Pick<EventStore, 'readAll'>;
  readonly writer: ReadStoreWriter;
  readonly projection: Projection;
  readonly open: OpenSealed;
  readonly loadKeys?: LoadKeys | undefined;
  /** Runs `work` while no other code writes to the view. */
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
}

const PAGE_SIZE = 2_000;
const ROUNDS_MAX = 20;

/**
 * Computes all rows of a view again, next to the rows in use. Rows that differ are replaced only if `force`
 * is set, or if skipped events of a parked key could be applied.
 */
export async function rebuildView(
  dependencies: RebuildDependencies,
  options: RebuildOptions = {},
): Promise<RebuildReport> {
  const { eventStore, writer, projection, open, loadKeys, alone = (work) => work() } = dependencies;
  const { onProgress, force = false, pageSize = PAGE_SIZE } = options;
  const { view } = projection;
  const opener = new EventOpener(open, loadKeys);
  const show = opener.forProjection(projection);
  const generation = await writer.beginRebuild(view);
  const target: RunTarget = {
    projection,
    show,
    apply: ({ from, to, operations, parked: keys, hash }) =>
      generation.apply(from, to, operations, keys, hash),
  };
  let position = 0;
  let parked: ParkedKeys = new Map();

  const fillTo = async (total: number): Promise<void> => {
    while (position < total) {
      const events = await eventStore.readAll(position, Math.min(pageSize, total - position));
      const loading = opener.loadKeysFor(projection, events);
      if (loading) await loading;
      const batch = await applyRun(target, { events, whole: true }, position, parked);
      if (batch.halt)
        throw new Error(`event ${batch.halt.position} cannot be projected: ${batch.halt.reason}`);
      if (batch.to === position) throw new Error(`the log ends at ${position}, the view is at ${total}`);
      ({ to: position, parked } = batch);
      onProgress?.({ position, total });
      await breathe();
    }
  };

  try {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      await fillTo(await writer.checkpoint(view));
      if ((await writer.checkpoint(view)) - position < pageSize) break;
    }
    return await alone(async () => {
      await fillTo(await writer.checkpoint(view));
      const { same, differing, examples } = await generation.compare();
      const before = await writer.parkedKeys(view);
      const freed = before.some(({ key, since }) => (parked.get(key)?.since ?? Infinity) > since);
      const swapped = same || force || freed;
      await (swapped ? generation.swap() : generation.discard());
      const left = [...parked.values()];
      return { view: view.name, position, differing, examples, swapped, parked: left };
    });
  } catch (error) {
    await generation.discard();
    throw error;
  }
}
