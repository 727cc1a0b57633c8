import type { EventStore, Wants } from '../event-store/event-store.js';
import { sleep } from '../host/timers.js';
import type { Parked, ReadStoreWriter } from '../read-store/view.js';
import { finishInterrupted } from './finish-interrupted.js';
import { type LoadKeys, EventOpener, type Halt, type OpenSealed } from './projected-view.js';
import type { Change, Projection } from './projection.js';
import { type RebuildOptions, type RebuildReport, rebuildView } from './rebuild-view.js';
import { parkedKeys } from './parking.js';
import { canUnparkSingly, unparkView, type UnparkReport } from './unpark-view.js';
import { applyEvents, ViewProgress } from './view-progress.js';

/** Told after every committed batch: all views that are not halted have applied everything up to `position`. */
export interface Committed {
  readonly position: number;
  readonly changes: readonly Change[];
}

export interface RunProjectionsOptions {
  readonly eventStore: Pick<EventStore, 'follow' | 'readAll' | 'lastPosition'>;
  readonly writer: ReadStoreWriter;
  readonly projections: readonly Projection[];
  readonly open: OpenSealed;
  /** Called with the people of a batch before it is opened, where keys come over the network. */
  readonly loadKeys?: LoadKeys;
  readonly onCommitted: (committed: Committed) => void;
  readonly signal: AbortSignal;
  /** Largest batch; default 4,000 events. */
  readonly batchMax?: number;
  /**
   * Pause after a batch that was not full, so that many small appends become one commit; default 25 ms. Up to ten times
   * as long while events stream in: what happens to a row within one batch is written once.
   */
  readonly coalesceMs?: number;
}

export interface ViewHealth {
  readonly view: string;
  readonly checkpoint: number;
  readonly halted: Halt | undefined;
  /** What it keeps apart while everybody else's rows go on. */
  readonly parked: readonly Parked[];
}

export interface RunningProjections {
  /** Resolves when the signal ended it; rejects when the event store or the disk failed. */
  readonly finished: Promise<void>;
  health(): ViewHealth[];
  /**
   * Blue/green, while serving. A halted view goes on afterwards.
   * @throws when it does not get to where the log ended at the start: what is rebuilt would still lack the rest
   */
  rebuild(view: string, options?: RebuildOptions): Promise<RebuildReport>;
  /** Brings the rows of what was parked level again, as far as its events can be read now. */
  unpark(view: string): Promise<UnparkReport>;
}

const DEFAULTS = { batchMax: 4_000, coalesceMs: 25 };
/** The pause grows with what came in the one before, which at more than 4,000 events a second is more each time. */
const PAUSE_PER_EVENT_MS = 0.25;
const PAUSE_TIMES_MAX = 10;
const LOOK_EVERY_MS = 20;

/** Keeps every view in step with the log until the signal. */
export function runProjections(options: RunProjectionsOptions): RunningProjections {
  const runner = new Runner(options);
  return {
    finished: runner.run(),
    health: () => runner.health(),
    rebuild: (view, rebuildOptions) => runner.rebuild(view, rebuildOptions),
    unpark: (view) => runner.unpark(view),
  };
}

class Runner {
  readonly #views: readonly ViewProgress[];
  /** Steps that write take turns: a batch, or the last step of a rebuild. */
  #turn: Promise<unknown> = Promise.resolve();
  #restart = new AbortController();
  #over = false;

  constructor(private readonly options: RunProjectionsOptions) {
    const opener = new EventOpener(options.open, options.loadKeys);
    this.#views = options.projections.map((projection) => new ViewProgress(projection, opener));
  }

  async run(): Promise<void> {
    try {
      await this.#run();
    } finally {
      this.#over = true;
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.options;
    for (const view of this.#views) {
      await view.load(this.options.writer);
      await finishInterrupted(view, this.options.writer, this.options.eventStore);
    }
    while (!signal.aborted) {
      this.#restart = new AbortController();
      this.#report([]);
      await this.#follow(AbortSignal.any([signal, this.#restart.signal]));
    }
  }

  health(): ViewHealth[] {
    return this.#views.map(({ name, checkpoint, halted, parked }) => ({
      view: name,
      checkpoint,
      halted,
      parked: [...parked.values()],
    }));
  }

  async rebuild(name: string, rebuildOptions: RebuildOptions = {}): Promise<RebuildReport> {
    const view = this.#view(name);
    const { eventStore, writer, open, loadKeys } = this.options;
    const end = await eventStore.lastPosition();
    const alone = <T>(work: () => Promise<T>): Promise<T> =>
      this.#inTurn(async () => {
        const done = await work();
        // What the new rows keep apart may be something else.
        await view.load(writer);
        return done;
      });
    const report = await rebuildView(
      { eventStore, writer, projection: view.projection, open, loadKeys, alone },
      rebuildOptions,
    );
    if (report.swapped && view.halted !== undefined) {
      view.halted = undefined;
      this.#restart.abort();
    }
    if (report.swapped) await this.#reached(view, end);
    return report;
  }

  /** Resolves when the view has taken everything up to there. @throws when it stands still before */
  async #reached(view: ViewProgress, end: number): Promise<void> {
    while (view.checkpoint < end) {
      const { halted, checkpoint, name } = view;
      if (halted !== undefined)
        throw new Error(
          `${name} stands still at event ${checkpoint} of ${end}: event ${halted.position} cannot be taken: ${halted.reason}`,
        );
      if (this.#over) throw new Error(`${name} is at event ${checkpoint} of ${end}: projecting ended`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  async unpark(name: string): Promise<UnparkReport> {
    const view = this.#view(name);
    const { eventStore, writer } = this.options;
    const before = [...view.parked.keys()];
    if (before.length > 0 && !(await canUnparkSingly(view, eventStore))) {
      const { parked, position } = await this.rebuild(name);
      const left = parkedKeys(parked);
      return { view: name, unparked: before.filter((key) => !left.has(key)), parked, position };
    }
    return unparkView(view, { eventStore, writer, alone: (work) => this.#inTurn(work) });
  }

  #view(name: string): ViewProgress {
    const view = this.#views.find((candidate) => candidate.name === name);
    if (view) return view;
    throw new Error(`there is no view ${name}; there are ${this.#views.map((each) => each.name).join(', ')}`);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const {
      eventStore,
      writer,
      batchMax = DEFAULTS.batchMax,
      coalesceMs = DEFAULTS.coalesceMs,
    } = this.options;
    const wants = wantedByAny(this.#views.map((view) => view.projection));
    let after = this.#position();
    const following = eventStore.follow({ after, signal, batchMax, ...(wants && { wants }) });
    for await (const events of following) {
      // Looked at within the turn: where a view begins anew further back, what was read for the others must not reach it.
      const changes = await this.#inTurn(async () =>
        signal.aborted ? undefined : applyEvents(writer, this.#views, { events, whole: !wants }),
      );
      if (!changes) return;
      this.#report(changes);
      const reached = events.at(-1)?.position ?? after;
      const walked = reached - after;
      after = reached;
      if (walked >= batchMax || coalesceMs === 0) continue;
      const pauseMs = Math.max(
        coalesceMs,
        Math.min(walked * PAUSE_PER_EVENT_MS, coalesceMs * PAUSE_TIMES_MAX),
      );
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What all views that move have committed; with none left, where they stopped. */
  #position(): number {
    const moving = this.#views.filter((view) => view.halted === undefined);
    return Math.min(...(moving.length > 0 ? moving : this.#views).map((view) => view.checkpoint));
  }

  #report(changes: readonly Change[]): void {
    this.options.onCommitted({ position: this.#position(), changes: distinct(changes) });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** What at least one of them makes something of; undefined when one takes whatever comes. */
function wantedByAny(projections: readonly Projection[]): Wants | undefined {
  const each = projections.map(({ wants }) => wants).filter((wants) => wants !== undefined);
  if (each.length < projections.length) return undefined;
  return (type, stream) => each.some((wants) => wants(type, stream));
}

function distinct(changes: readonly Change[]): readonly Change[] {
  if (changes.length < 2) return changes;
  const usersOf = new Map<string, Set<string>>();
  return changes.filter(({ list, userId }) => {
    let users = usersOf.get(list);
    if (!users) usersOf.set(list, (users = new Set()));
    return users.size < users.add(userId).size;
  });
}
