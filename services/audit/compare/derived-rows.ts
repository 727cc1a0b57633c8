import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { EventOpener, type LoadKeys, type OpenSealed } from '../../../infra/projections/projected-view.js';
import type { Projection } from '../../../infra/projections/projection.js';
import { applyEvents, ViewProgress } from '../../../infra/projections/view-progress.js';
import { openSqliteWriter } from '../../../infra/read-store/sqlite/open-sqlite-read-store.js';
import type { ReadStore, ReadStoreWriter, View } from '../../../infra/read-store/view.js';

export interface DeriveOptions {
  readonly eventStore: Pick<EventStore, 'readAll'>;
  readonly projections: readonly Projection[];
  readonly open: OpenSealed;
  /** Where keys come over the network. */
  readonly loadKeys?: LoadKeys | undefined;
}

const PAGE = 4_000;
const OWNER = 'user_id';

/**
 * Rows made anew from the log by the projections themselves, each view up to a position of its own, in a database file of their own
 * in the folder for temporary files, so that memory stays the same however many there are. Only the user who runs this can read it, and it is
 * removed when this is closed, or by the next one when this was killed.
 */
export class DerivedRows {
  private readonly views: ReadonlyMap<string, ViewProgress>;

  private constructor(
    private readonly dir: string,
    private readonly writer: ReadStoreWriter,
    private readonly eventStore: DeriveOptions['eventStore'],
    views: readonly ViewProgress[],
  ) {
    this.views = new Map(views.map((view) => [view.name, view]));
  }

  static open({ eventStore, projections, open, loadKeys }: DeriveOptions): DerivedRows {
    removeLeftOvers();
    const dir = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
    try {
      const plain = projections.map((projection) => ({
        ...projection,
        view: withoutIndexes(projection.view),
      }));
      const opener = new EventOpener(open, loadKeys);
      const writer = openSqliteWriter({ dir, views: plain.map(({ view }) => view) });
      return new DerivedRows(
        dir,
        writer,
        eventStore,
        plain.map((projection) => new ViewProgress(projection, opener)),
      );
    } catch (error) {
      rmSync(dir, { recursive: true, force: true });
      throw error;
    }
  }

  /** To be asked as any read store is. */
  get rows(): Pick<ReadStore, 'checkpoint' | 'getMany' | 'rowsAfter'> {
    return this.writer;
  }

  /** Takes events until each of the views is at its position. One that cannot be derived further stays where it is. */
  async fillTo(
    targets: ReadonlyMap<string, number>,
    onProgress?: (position: number, of: number) => void,
  ): Promise<void> {
    const end = Math.max(0, ...targets.values());
    for (;;) {
      const short = Array.from(targets, ([name, target]) => ({ view: this.view(name), target })).filter(
        ({ view, target }) => view.checkpoint < target && view.halted === undefined,
      );
      if (short.length === 0) return;
      const position = Math.min(...short.map(({ view }) => view.checkpoint));
      // Nobody is taken beyond their own position: a page ends at the nearest.
      const nearest = Math.min(...short.map(({ target }) => target));
      const events = await this.eventStore.readAll(position, Math.min(PAGE, nearest - position));
      if (events.length === 0)
        throw new Error(`the log ends at event ${position}, and a view is at ${nearest}`);
      const views = short.map(({ view }) => view);
      await applyEvents(this.writer, views, { events, whole: true });
      onProgress?.(events.at(-1)!.position, end);
      await breathe();
    }
  }

  /** Position of the last event in the rows of the view. */
  position(view: string): number {
    return this.view(view).checkpoint;
  }

  /** Why the rows of the view cannot be derived further; undefined while they can. */
  halted(view: string): string | undefined {
    const { halted } = this.view(view);
    return halted && `event ${halted.position} cannot be taken: ${halted.reason}`;
  }

  async close(): Promise<void> {
    await this.writer.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  private view(name: string): ViewProgress {
    const view = this.views.get(name);
    if (view) return view;
    throw new Error(`there is no view ${name}`);
  }
}

/** The same rows, and no index but the one that clears the rows of a person. */
function withoutIndexes({ name, version, row, key, personal }: View): View {
  const owned = personal !== undefined && key !== OWNER && Object.hasOwn(row.shape, OWNER);
  return { name, version, row, key, indexes: owned ? [[OWNER]] : [], searchable: [] };
}

const FOLDER = 'ledger-compare-';

/** Folders of processes that were killed. */
function removeLeftOvers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split('-', 1)[0]) : Number.NaN;
    if (!Number.isInteger(pid) || pid <= 0 || runs(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Somebody else's: theirs to remove.
    }
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
