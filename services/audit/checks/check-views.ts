import type { EventStore } from '../../../infra/event-store/event-store.js';
import { sleep } from '../../../infra/host/timers.js';
import type { Parked } from '../../../infra/read-store/view.js';
import type { Problem } from '../problems.js';

export interface CheckedView {
  readonly name: string;
  checkpoint(): Promise<number>;
  /** Keys whose events the view skips. */
  parkedKeys(): Promise<readonly Parked[]>;
}

export interface ViewState {
  readonly view: string;
  readonly checkpoint: number;
  readonly behind: number;
}

export interface CheckViewsOptions {
  readonly eventStore: Pick<EventStore, 'readAll'>;
  /**
   * Last log position that `verifyLedger` has checked. Every view must have reached this position.
   */
  readonly position: number;
  /** True when a projector is running. */
  readonly served: boolean;
  /**
   * Milliseconds before the end of the log whose events a view may lack when no projector is running.
   * Default: `LEFT_OVER_MS`.
   */
  readonly leftOverMs?: number;
  /** Pause between two reads of a view's `checkpoint`. Default: 250 ms. */
  readonly pause?: () => Promise<unknown>;
  readonly looksMax?: number;
}

const LEFT_OVER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 250;
const LOOKS_MAX = 120;

/** Checks that each view has reached `position` and has no parked keys (skips no events). */
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
