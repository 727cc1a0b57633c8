import type { EventStore } from '../../../infra/event-store/event-store.js';
import { sleep } from '../../../infra/host/timers.js';
import type { Parked } from '../../../infra/read-store/view.js';
import type { Problem } from '../problems.js';

/** A read model, as far as it is asked here. */
export interface CheckedView {
  readonly name: string;
  /** Position of the last event that its rows include. */
  checkpoint(): Promise<number>;
  /** Rows it keeps apart, since an event of theirs could not be read. */
  parkedKeys(): Promise<readonly Parked[]>;
}

/** How far a read model was when it was looked at last. */
export interface ViewState {
  readonly view: string;
  readonly checkpoint: number;
  /** Events it has not taken, of those verified. */
  readonly behind: number;
}

export interface CheckViewsOptions {
  readonly eventStore: Pick<EventStore, 'readAll'>;
  /** Where the log was verified to: every view has to get there. */
  readonly position: number;
  /** Whether somebody projects: one that is at work is waited for, one that stands still is not. */
  readonly served: boolean;
  /** How much of the end of the log may be left to project at the next start; default 10 minutes. */
  readonly leftOverMs?: number;
  /** Waits between two looks; default 250 ms. */
  readonly pause?: () => Promise<unknown>;
  /** Looks at a view that is behind and does not move, before it counts as standing still; default 120. */
  readonly looksMax?: number;
}

const LEFT_OVER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 250;
const LOOKS_MAX = 120;

/**
 * Whether every read model has taken the whole log, and keeps nobody apart. Beside a running projector a view may be a moment behind: as long as it
 * moves it is waited for, and the position is a fixed one, so that it is reached. Where nobody projects, only what happened
 * shortly before the end may be missing: a server that is stopped had no time for it, and the next one starts with it.
 */
export async function checkViews(
  views: readonly CheckedView[],
  options: CheckViewsOptions,
): Promise<{ readonly states: ViewState[]; readonly problems: Problem[] }> {
  const states: ViewState[] = [];
  const problems: Problem[] = [];
  for (const view of views) {
    const { served, position } = options;
    const checkpoint = served ? await whereItStops(view, options) : await view.checkpoint();
    for (const { key, since, reason } of await view.parkedKeys()) {
      const detail = `the view ${view.name} keeps ${key} apart from event ${since} on: ${reason}`;
      problems.push({ rule: 'view-parked', position: since, stream: '', detail });
    }
    const behind = Math.max(0, position - checkpoint);
    states.push({ view: view.name, checkpoint, behind });
    if (behind === 0 || (!served && (await isLeftOver(checkpoint, options)))) continue;
    const detail = `the view ${view.name} stands still at event ${checkpoint} of ${position}`;
    problems.push({ rule: 'view-behind', position: checkpoint + 1, stream: '', detail });
  }
  return { states, problems };
}

/** Where a view is that is waited for as long as it moves towards the position. */
export async function whereItStops(
  view: Pick<CheckedView, 'checkpoint'>,
  {
    position,
    pause = () => sleep(LOOK_EVERY_MS),
    looksMax = LOOKS_MAX,
  }: Pick<CheckViewsOptions, 'position' | 'pause' | 'looksMax'>,
): Promise<number> {
  let checkpoint = await view.checkpoint();
  for (let looks = 0; checkpoint < position && looks < looksMax; looks += 1) {
    await pause();
    const now = await view.checkpoint();
    if (now !== checkpoint) looks = -1;
    checkpoint = now;
  }
  return checkpoint;
}

/** Whether the first event it lacks was stored shortly before the last one. */
async function isLeftOver(
  checkpoint: number,
  { eventStore, position, leftOverMs = LEFT_OVER_MS }: CheckViewsOptions,
): Promise<boolean> {
  const [first] = await eventStore.readAll(checkpoint, 1);
  const [last] = await eventStore.readAll(position - 1, 1);
  return (
    first !== undefined && last !== undefined && Date.parse(last.at) - Date.parse(first.at) <= leftOverMs
  );
}
