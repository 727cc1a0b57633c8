import type { Place } from '../checkpoints/checkpoints.js';
import { comparedWithLog, LogWentBack } from '../checkpoints/log-went-back.js';
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

export interface Committed {
  readonly position: number;
  readonly changes: readonly Change[];
}

export interface RunProjectionsOptions {
  readonly eventStore: Pick<EventStore, 'follow' | 'readAll' | 'readHashes' | 'lastPosition'>;
  readonly writer: ReadStoreWriter;
  readonly projections: readonly Projection[];
  readonly open: OpenSealed;
  readonly loadKeys?: LoadKeys;
  readonly onCommitted: (committed: Committed) => void;
  readonly onFault?: (error: unknown) => void;
  readonly onLogWentBack?: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly batchMax?: number;
  /**
   * Milliseconds of pause after a batch that was not full. Events that arrive in this pause share the next
   * commit. Default: 25 ms.
   */
  readonly coalesceMs?: number;
}

export interface ViewHealth {
  readonly view: string;
  readonly checkpoint: number;
  readonly halted: Halt | undefined;
  readonly parked: readonly Parked[];
}

export interface RunningProjections {
  /** Promise that rejects when the event store or the disk fails. */
  readonly finished: Promise<void>;
  health(): ViewHealth[];
  rebuild(view: string, options?: RebuildOptions): Promise<RebuildReport>;
  /** Repairs the rows of parked keys by applying their skipped events. */
  unpark(view: string): Promise<UnparkReport>;
}

const DEFAULTS = { batchMax: 4_000, coalesceMs: 25 };
/** Milliseconds that each event of a batch adds to the pause after the batch. */
const PAUSE_PER_EVENT_MS = 0.25;
const PAUSE_TIMES_MAX = 10;
const LOOK_EVERY_MS = 20;

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
      await this.#emptyUnlessInLog(view);
      await finishInterrupted(view, this.options.writer, this.options.eventStore);
    }
    while (!signal.aborted) {
      this.#restart = new AbortController();
      this.#report([]);
      await this.#follow(AbortSignal.any([signal, this.#restart.signal]));
    }
  }

  /** Empties a view when its last event is not in the log, because an older log was restored. */
  async #emptyUnlessInLog(view: ViewProgress): Promise<void> {
    const { eventStore, writer, onFault, onLogWentBack } = this.options;
    const { projection, checkpoint: position, name } = view;
    const [hash, range] = [
      await writer.checkpointHash(projection.view),
      await writer.unfinished?.(projection.view),
    ];
    const compared = (place: Place): Promise<Place | LogWentBack> =>
      comparedWithLog(`the view ${name}`, place, eventStore);
    let found = await compared({ position, hash });
    // Also search the log for the last event of `range`, the batch that a crash interrupted. Some rows may
    // already contain its events.
    if (range && !(found instanceof LogWentBack))
      found = await compared({ position: range.to, hash: range.hash });
    if (found instanceof LogWentBack) {
      onFault?.(found);
      await onLogWentBack?.();
      await (await writer.beginRebuild(projection.view)).swap();
      await view.load(writer);
    } else if (!range && found.hash !== hash)
      await writer.applyAll([
        { view: projection.view, from: position, to: position, operations: [], hash: found.hash },
      ]);
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

  /** @throws when the view stops before position `end` */
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
      // Check `aborted` inside `#inTurn`, because a view may restart while this batch waits for its turn.
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
