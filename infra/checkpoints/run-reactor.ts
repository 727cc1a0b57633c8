import type { EventStore, Json, RecordedEvent, Wants } from '../event-store/event-store.js';
import { startRepeating, inTime, pause } from '../host/timers.js';
import type { Checkpoint, Checkpoints, Place } from './checkpoints.js';
import { comparedWithLog, hashAt, LogWentBack, noteLogWentBack } from './log-went-back.js';
import { Watermark } from './watermark.js';

/**
 * Code that reacts to each event at least once. Reactions start in log order, and many of them run
 * at the same time.
 */
export interface Reactor {
  /** Name of the stored checkpoint. Change the name when the meaning of `state` changes. */
  readonly name: string;
  restore(state: Json | undefined): void;
  /**
   * State that the reactor has computed from all events so far. An event that arrives twice must change it
   * only once.
   */
  state(): Json;
  /** `react` may get other events too, and must return undefined for them. */
  readonly wants?: Wants;
  /**
   * Undefined skips the event. The promise resolves once the reaction is durable. A failed reaction is
   * repeated.
   */
  react(event: RecordedEvent): Promise<void> | undefined;
}

export interface ReactorOptions {
  readonly eventStore: Pick<EventStore, 'follow' | 'lastPosition' | 'readAll' | 'readHashes'>;
  readonly follow?: EventStore['follow'] | undefined;
  readonly checkpoints: Checkpoints;
  readonly reactor: Reactor;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown, event: RecordedEvent | undefined) => void;
  readonly underWayMax?: number;
  readonly saveEveryMs?: number;
  /**
   * Place at which reading starts after an older log was restored. `end` skips the whole log, so that no mail
   * is sent twice.
   */
  readonly whenLogWentBack?: 'start' | 'end';
  /**
   * Milliseconds after which an unfinished reaction counts as failed and is repeated. Its first run may still
   * be running. Default: 2 min.
   */
  readonly lostAfterMs?: number;
}

export interface RunningReactor {
  /**
   * Promise that resolves after `signal` aborts, when all reactions have ended and the checkpoint
   * is saved.
   */
  readonly done: Promise<void>;
  readonly position: () => number;
  readonly underWay: () => number;
}

interface Begin {
  readonly place: Place;
  readonly state: Json | undefined;
  readonly isNew: boolean;
}

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 5_000;
const LOST_AFTER_MS = 120_000;

export function runReactor(options: ReactorOptions): RunningReactor {
  const {
    checkpoints,
    reactor,
    underWayMax = 1_024,
    saveEveryMs = 5_000,
    lostAfterMs = LOST_AFTER_MS,
  } = options;
  let watermark = new Watermark({ position: 0 }, underWayMax);
  return {
    done: run(),
    position: () => watermark.done.position,
    underWay: () => watermark.underWay,
  };

  /** Retries until the checkpoint is loaded, because without it the reactor would read the whole log. */
  async function takeUp(): Promise<boolean> {
    const begin = await untilDone(async () => checked(await checkpoints.load(reactor.name)));
    if (!begin) return false;
    reactor.restore(begin.state);
    watermark = new Watermark(begin.place, underWayMax);
    // Save the new position now. After a crash, the reactor would otherwise start at a newer `lastPosition`
    // and skip events.
    if (begin.isNew) await untilDone(save);
    return !options.signal.aborted;
  }

  async function untilDone<Done>(work: () => Promise<Done>): Promise<Done | undefined> {
    for (let wait = RETRY_FIRST_MS; !options.signal.aborted; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        return await work();
      } catch (error) {
        options.onFault(error, undefined);
        await pause(wait, options.signal);
      }
    }
    return undefined;
  }

  async function checked(saved: Checkpoint | undefined): Promise<Begin> {
    if (!saved) return { place: { position: 0 }, state: undefined, isNew: false };
    const { eventStore } = options;
    const place = await comparedWithLog(reactor.name, saved, eventStore);
    const end = await comparedWithLog(reactor.name, saved.end ?? saved, eventStore);
    if (!(place instanceof LogWentBack || end instanceof LogWentBack))
      return { place, state: saved.state, isNew: place.hash !== saved.hash };
    options.onFault(place instanceof LogWentBack ? place : end, undefined);
    await noteLogWentBack(checkpoints);
    const position = options.whenLogWentBack === 'end' ? await eventStore.lastPosition() : 0;
    return { place: { position, hash: await hashAt(eventStore, position) }, state: undefined, isNew: true };
  }

  async function save(): Promise<void> {
    const { eventStore } = options;
    const saved = { ...watermark.done, state: reactor.state() };
    const position = await eventStore.lastPosition();
    const end = { position, hash: await hashAt(eventStore, position) };
    await checkpoints.save(reactor.name, { ...saved, end });
  }

  async function run(): Promise<void> {
    if (!(await takeUp())) return;
    const saver = savingEvery(saveEveryMs);
    for (let wait = RETRY_FIRST_MS; !options.signal.aborted; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        await onePass(() => (wait = RETRY_FIRST_MS));
        if (!options.signal.aborted) throw new Error('the log ended');
      } catch (error) {
        if (options.signal.aborted) break;
        options.onFault(error, undefined);
        await pause(wait, options.signal);
      }
    }
    await watermark.settled();
    await saver.stop();
  }

  async function onePass(progressed: () => void): Promise<void> {
    const { wants } = reactor;
    const { eventStore, follow = (from) => eventStore.follow(from) } = options;
    const after = watermark.begun.position;
    for await (const batch of follow({ after, signal: options.signal, ...(wants && { wants }) })) {
      for (const event of batch) {
        const reaction = begin(event);
        watermark.begin(event, reaction);
        if (watermark.full) await watermark.room();
      }
      progressed();
    }
  }

  function begin(event: RecordedEvent): Promise<void> | undefined {
    try {
      return ending(event)?.catch((error: unknown) => repeat(event, error));
    } catch (error) {
      return repeat(event, error);
    }
  }

  /**
   * Runs a reaction. Fails after `lostAfterMs`, because a reaction that never ends would lock a customer's
   * money forever.
   */
  function ending(event: RecordedEvent): Promise<void> | undefined {
    const reaction = reactor.react(event);
    return (
      reaction && inTime(reaction, lostAfterMs, () => new Error(`no end after ${lostAfterMs / 1_000} s`))
    );
  }

  async function repeat(event: RecordedEvent, first: unknown): Promise<void> {
    options.onFault(first, event);
    // Free the slot of a reaction that keeps failing, so that other customers' reactions can run.
    const unstick = watermark.stick();
    try {
      for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
        await pause(wait, options.signal);
        if (options.signal.aborted) return watermark.giveUp(event.position);
        try {
          return await ending(event);
        } catch (error) {
          options.onFault(error, event);
        }
      }
    } finally {
      unstick();
    }
  }

  function savingEvery(everyMs: number): { stop(): Promise<void> } {
    let savedAt = watermark.done.position;
    let saving: Promise<void> | undefined;
    const saveWhenDue = async (): Promise<void> => {
      const { position } = watermark.done;
      if (position === savedAt) return;
      try {
        await save();
        savedAt = position;
      } catch (error) {
        options.onFault(error, undefined);
      }
    };
    const timer = startRepeating(
      () => (saving ??= saveWhenDue().finally(() => (saving = undefined))),
      everyMs,
    );
    timer.unref();
    return {
      async stop() {
        timer.cancel();
        await saving;
        await saveWhenDue();
      },
    };
  }
}
