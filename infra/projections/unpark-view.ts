import type { EventStore, RecordedEvent } from '../event-store/event-store.js';
import { KeyNotAtHand } from '../crypto/key-vault.js';
import { breathe } from '../host/timers.js';
import { RowFold } from '../read-store/row-fold.js';
import type { Parked, ReadStoreWriter } from '../read-store/view.js';
import { keyOf, parkedKeys, personOf, reasonOf } from './parking.js';
import type { ProjectedEvent, Projection } from './projection.js';
import type { ViewProgress } from './view-progress.js';

export interface UnparkReport {
  readonly view: string;
  readonly unparked: readonly string[];
  readonly parked: readonly Parked[];
  readonly position: number;
}

export interface UnparkDependencies {
  readonly eventStore: Pick<EventStore, 'readAll'>;
  readonly writer: ReadStoreWriter;
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

const PAGE_SIZE = 2_000;

class PersonFold {
  readonly rows: RowFold;
  fault: Parked | undefined;

  constructor(
    private readonly projection: Projection,
    private readonly entry: Parked,
  ) {
    this.rows = new RowFold(projection.view);
  }

  add(event: RecordedEvent, show: (event: RecordedEvent) => ProjectedEvent): void {
    if (this.fault && !this.projection.erases?.(event.type)) return;
    try {
      this.rows.apply(this.projection.project(show(event)));
    } catch (error) {
      if (error instanceof KeyNotAtHand) throw error;
      const { key } = this.entry;
      this.fault ??= { key, since: event.position, reason: reasonOf(event, error) };
    }
  }

  get inVain(): boolean {
    return this.fault !== undefined && this.fault.since <= this.entry.since;
  }
}

/**
 * True when every parked (skipped) key is a person. A person's rows can be repaired alone. The rows of a parked
 * stream belong to several people, so only a rebuild repairs them.
 */
export async function canUnparkSingly(
  { projection, parked }: ViewProgress,
  eventStore: Pick<EventStore, 'readAll'>,
): Promise<boolean> {
  for (const { key, since } of parked.values()) {
    const [event] = await eventStore.readAll(since - 1, 1);
    if (!event || personOf(projection, event) !== key) return false;
  }
  return true;
}

/** Repairs the rows of all parked people. Reads the log once. The view still applies new events. */
export async function unparkView(
  view: ViewProgress,
  dependencies: UnparkDependencies,
): Promise<UnparkReport> {
  const { eventStore, writer, alone } = dependencies;
  const { projection } = view;
  const folds = new Map(
    Array.from(view.parked.values(), (entry) => [entry.key, new PersonFold(projection, entry)]),
  );
  let position = 0;

  const foldTo = async (total: number): Promise<void> => {
    while (position < total) {
      const page = await eventStore.readAll(position, Math.min(PAGE_SIZE, total - position));
      const last = page.at(-1);
      if (!last) throw new Error(`the log ends at ${position}, the view is at ${total}`);
      const theirs = page.filter(
        (event) =>
          (projection.wants?.(event.type, event.stream) ?? true) && folds.has(keyOf(projection, event)),
      );
      await view.loadKeys(theirs);
      for (const event of theirs) folds.get(keyOf(projection, event))?.add(event, view.show);
      position = last.position;
      await breathe();
    }
  };

  await foldTo(view.checkpoint);
  return alone(async () => {
    await foldTo(view.checkpoint);
    const left: Parked[] = [];
    const unparked: string[] = [];
    for (const entry of view.parked.values()) {
      const fold = folds.get(entry.key);
      if (!fold || fold.inVain) left.push(entry);
      else if (fold.fault) left.push(fold.fault);
      else unparked.push(entry.key);
    }
    const rows = Array.from(folds.values()).flatMap((fold) => (fold.inVain ? [] : fold.rows.rows));
    await writer.unpark(projection.view, rows, left);
    view.parked = parkedKeys(left);
    return { view: view.name, unparked, parked: left, position };
  });
}
