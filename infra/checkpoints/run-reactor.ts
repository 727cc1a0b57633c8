import { isPromise } from 'node:util/types';
import type { EventStore, Json, RecordedEvent, Wants } from '../event-store/event-store.js';
import { startRepeating, inTime, pause } from '../host/timers.js';
import type { Checkpoint, Checkpoints } from './checkpoints.js';
import { Watermark } from './watermark.js';

/** Reacts to events of the log: at least once each, in order of their beginning, many under way at once. */
export interface Reactor {
  /** Names the checkpoint. Raise it when the state means something else. */
  readonly name: string;
  /** Takes up what an earlier run derived; called once, before the first event. undefined when there is none. */
  restore(state: Json | undefined): void;
  /** What was derived from every event seen. Seeing events again must not change it. */
  state(): Json;
  /** False for events that need not be shown to `react`. It may be shown some of them all the same, and answers nothing. */
  readonly wants?: Wants;
  /** Nothing when the event means nothing; else a promise that is kept once the reaction is durable. A failure is repeated. */
  react(event: RecordedEvent): Promise<void> | undefined;
}

export interface ReactorOptions {
  readonly eventStore: Pick<EventStore, 'follow'>;
  readonly checkpoints: Checkpoints;
  readonly reactor: Reactor;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown, event: RecordedEvent | undefined) => void;
  /** Reactions under way at once; default 1,024. */
  readonly underWayMax?: number;
  /** How often the checkpoint is saved; default 5 s. */
  readonly saveEveryMs?: number;
  /** A reaction that has not ended by then is taken for lost, and begun again beside itself; default 2 min. */
  readonly lostAfterMs?: number;
}

export interface RunningReactor {
  /** Resolves after the signal, once the reactions under way are done and the checkpoint is saved. */
  readonly done: Promise<void>;
  /** Everything up to this position is done. */
  readonly position: () => number;
  /** Reactions begun and not done. */
  readonly underWay: () => number;
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
  const loaded = checkpoints.load(reactor.name);
  let watermark = new Watermark(0, underWayMax);
  if (!isPromise(loaded)) takeUp(loaded);
  return {
    done: run(isPromise(loaded) ? loaded : undefined),
    position: () => watermark.done,
    underWay: () => watermark.underWay,
  };

  function takeUp(saved: Checkpoint | undefined): void {
    reactor.restore(saved?.state);
    watermark = new Watermark(saved?.position ?? 0, underWayMax);
  }

  /** A network that is away at the start is waited for: starting from nothing would read the whole log. */
  async function takeUpFrom(loading: Promise<Checkpoint | undefined>): Promise<boolean> {
    for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        takeUp(await loading);
        return true;
      } catch (error) {
        options.onFault(error, undefined);
        await pause(wait, options.signal);
        if (options.signal.aborted) return false;
        loading = Promise.resolve(checkpoints.load(reactor.name));
      }
    }
  }

  async function run(loading: Promise<Checkpoint | undefined> | undefined): Promise<void> {
    if (loading && !(await takeUpFrom(loading))) return;
    const saver = savingEvery(saveEveryMs);
    // A fault of the store ends one pass; the next continues after the last event begun.
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
    const follow = { after: watermark.begun, signal: options.signal, ...(wants && { wants }) };
    for await (const batch of options.eventStore.follow(follow)) {
      for (const event of batch) {
        const reaction = begin(event);
        watermark.begin(event.position, reaction);
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

  /** A reaction that ends, well or badly: one that waits for an answer that never comes would hold its money for ever. */
  function ending(event: RecordedEvent): Promise<void> | undefined {
    const reaction = reactor.react(event);
    return (
      reaction && inTime(reaction, lostAfterMs, () => new Error(`no end after ${lostAfterMs / 1_000} s`))
    );
  }

  /** Money waits for it, so it is repeated for as long as the process lives; the checkpoint stays before it. */
  async function repeat(event: RecordedEvent, first: unknown): Promise<void> {
    options.onFault(first, event);
    // What one person's events meet must not hold up everybody else's.
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
    let savedAt = watermark.done;
    let saving: Promise<void> | undefined;
    const save = async (): Promise<void> => {
      const position = watermark.done;
      if (position === savedAt) return;
      try {
        await checkpoints.save(reactor.name, { position, state: reactor.state() });
        savedAt = position;
      } catch (error) {
        options.onFault(error, undefined);
      }
    };
    const timer = startRepeating(() => (saving ??= save().finally(() => (saving = undefined))), everyMs);
    timer.unref();
    return {
      async stop() {
        timer.cancel();
        await saving;
        await save();
      },
    };
  }
}
