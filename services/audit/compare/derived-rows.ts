import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore, RecordedEvent, Wants } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import {
  EventOpener,
  type LoadKeys,
  type OpenSealed,
  type Run,
} from '../../../infra/projections/projected-view.js';
import type { Projection } from '../../../infra/projections/projection.js';
import { applyEvents, ViewProgress } from '../../../infra/projections/view-progress.js';
import type { Database } from '../../../infra/read-store/sqlite/database.js';
import { decodeRow } from '../../../infra/read-store/sqlite/row-codec.js';
import type { ReadStoreWriter, Row, View } from '../../../infra/read-store/view.js';
import { shapeOf } from '../../../infra/read-store/view-shape.js';
import { DerivedView } from './derived-view.js';
import { PackedRows, type Room } from './packed-rows.js';
import { openSpillFile, SpilledRows } from './spilled-rows.js';

export interface DeriveOptions {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readWanted'>;
  readonly projections: readonly Projection[];
  readonly open: OpenSealed;
  readonly loadKeys?: LoadKeys | undefined;
}

export interface Onlooker {
  readonly wants: Wants;
  readonly wantsPostings: boolean;
  take(events: readonly RecordedEvent[]): void;
}

/**
 * Number of events per page. Pages are small, because garbage collection would copy the events of a large page.
 */
const PAGE = 250;
/** Maximum bytes of rows in memory. This is enough for about 100,000 purchases. */
const PACKED_MAX_BYTES = 96 * 2 ** 20;

/**
 * Rows that projections compute from the log. Each view may be computed up to a different position. Rows beyond
 * `PACKED_MAX_BYTES` go to a temporary SQLite file, which `close` deletes.
 */
export class DerivedRows {
  private readonly progress: ReadonlyMap<string, ViewProgress>;
  private readonly views: ReadonlyMap<string, DerivedView>;

  private constructor(
    private readonly dir: string,
    private readonly file: Database,
    private readonly eventStore: DeriveOptions['eventStore'],
    projections: readonly Projection[],
    opener: EventOpener,
  ) {
    this.progress = new Map(
      projections.map((projection) => [projection.view.name, new ViewProgress(projection, opener)]),
    );
    const room: Room = { left: PACKED_MAX_BYTES };
    this.views = new Map(
      projections.map(({ view }) => {
        const shape = shapeOf(view);
        const packed = new PackedRows(shape, new SpilledRows(file, shape), room);
        return [view.name, new DerivedView(shape, packed)];
      }),
    );
  }

  static open({ eventStore, projections, open, loadKeys }: DeriveOptions): DerivedRows {
    removeLeftOvers();
    const dir = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
    let file: Database | undefined;
    try {
      file = openSpillFile(join(dir, 'derived-rows.sqlite'));
      const opener = new EventOpener(open, loadKeys);
      return new DerivedRows(dir, file, eventStore, projections.map(withoutChanges), opener);
    } catch (error) {
      file?.close();
      rmSync(dir, { recursive: true, force: true });
      throw error;
    }
  }

  rows<R extends Row>({ name }: View<R>, keys: readonly string[]): ReadonlyMap<string, R> {
    const view = this.view(name);
    return new Map(Array.from(view.get(keys), ([key, cells]) => [key, decodeRow(view.shape, cells) as R]));
  }

  view(name: string): DerivedView {
    return the(this.views, name);
  }

  async fillTo(
    targets: ReadonlyMap<string, number>,
    {
      onProgress,
      onlooker,
    }: {
      readonly onProgress?: ((position: number, of: number) => void) | undefined;
      readonly onlooker?: Onlooker | undefined;
    } = {},
  ): Promise<void> {
    const end = Math.max(0, ...targets.values());
    for (;;) {
      const short = Array.from(targets, ([name, target]) => ({
        view: the(this.progress, name),
        target,
      })).filter(({ view, target }) => view.checkpoint < target && view.halted === undefined);
      if (short.length === 0) return;
      const position = Math.min(...short.map(({ view }) => view.checkpoint));
      const nearest = Math.min(...short.map(({ target }) => target));
      const views = short.map(({ view }) => view);
      const { events, whole } = await this.read(
        position,
        Math.min(PAGE, nearest - position),
        views,
        onlooker,
      );
      if (events.length === 0)
        throw new Error(`the log ends at event ${position}, and a view is at ${nearest}`);
      await applyEvents(this.writer, views, { events, whole });
      onlooker?.take(events);
      onProgress?.(events.at(-1)!.position, end);
      await breathe();
    }
  }

  private async read(
    after: number,
    limit: number,
    views: readonly ViewProgress[],
    onlooker: Onlooker | undefined,
  ): Promise<Run> {
    const { eventStore } = this;
    if (!eventStore.readWanted) return { events: await eventStore.readAll(after, limit), whole: true };
    const asked = new Map<string, readonly Wants[]>();
    const events = await eventStore.readWanted(after, limit, {
      wants(type, stream) {
        let some = asked.get(type);
        if (!some) asked.set(type, (some = whoMayWant(type, views, onlooker)));
        return some.some((wants) => wants(type, stream));
      },
      holding: onlooker?.wantsPostings ? POSTINGS : undefined,
    });
    return { events, whole: false, types: new Set(events.map(({ type }) => type)) };
  }

  position(view: string): number {
    return the(this.progress, view).checkpoint;
  }

  halted(view: string): string | undefined {
    const { halted } = the(this.progress, view);
    return halted && `event ${halted.position} cannot be taken: ${halted.reason}`;
  }

  async close(): Promise<void> {
    this.file.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  private readonly writer: Pick<ReadStoreWriter, 'applyAll'> = {
    applyAll: async (batches) => {
      const staged = batches.map(({ view: { name }, operations }) => {
        const view = this.view(name);
        return [view, view.stage(operations)] as const;
      });
      for (const [view, rows] of staged) view.keep(rows);
    },
  };
}

const POSTINGS = '"postings":';

function whoMayWant(
  type: string,
  views: readonly ViewProgress[],
  onlooker: Onlooker | undefined,
): readonly Wants[] {
  const some = views
    .filter(({ projection: { types } }) => types?.has(type) ?? true)
    .map(({ projection }) => projection.wants ?? everything);
  return onlooker ? [...some, onlooker.wants] : some;
}

const everything: Wants = () => true;

function the<Named>(all: ReadonlyMap<string, Named>, name: string): Named {
  const named = all.get(name);
  if (named) return named;
  throw new Error(`there is no view ${name}`);
}

const withoutChanges = ({ changes: _, ...projection }: Projection): Projection => projection;

const FOLDER = 'ledger-compare-';

function removeLeftOvers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split('-', 1)[0]) : Number.NaN;
    if (!Number.isInteger(pid) || pid <= 0 || runs(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Ignore a folder that cannot be deleted, because another user owns it.
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
