import { sleep } from '../../../infra/host/timers.js';
import type { ReadStore, Row, View } from '../../../infra/read-store/view.js';
import { pagesOf } from './compare-by-replay.js';
import type { DerivedRows } from './derived-rows.js';
import type { DerivedView } from './derived-view.js';
import { inBytes } from './spilled-rows.js';
import { differenceOf, isBeingForgotten, type RowDifference } from './row-difference.js';

export type ShownRows = Pick<
  ReadStore,
  'checkpoint' | 'underWay' | 'getMany' | 'rowTextsAfter' | 'parkedKeys'
>;

export interface ComparedRows {
  readonly position: number;
  readonly rows: number;
  /** At most `SUSPECTS_MAX`. */
  readonly differing: number;
  readonly examples: readonly RowDifference[];
}

/**
 * Error when a comparison cannot finish, because the view was rebuilt meanwhile or changes too
 * fast.
 */
export class CompareUnfinished extends Error {
  override readonly name = 'CompareUnfinished';
}

const EXAMPLES_MAX = 20;
const SUSPECTS_MAX = 100_000;
const PASSES_MAX = 3;
const ROUNDS_MAX = 20;
const CLOSE_ENOUGH = 2_000;
const CHUNK = 200;
const TRIES_MAX = 40;
const TRY_AFTER_MS = 10;
const HALF_APPLIED_TRY_MS = 250;
const FORGETTING_TRIES = 240;
const FORGETTING_TRY_MS = 250;

export interface Patience {
  left: number;
}
export const patienceOf = (served: boolean): Patience => ({ left: served ? FORGETTING_TRIES : 0 });

/**
 * Compares all rows of a view with the rows that are computed from the log.
 * @throws CompareUnfinished
 */
export async function compareView(
  view: View,
  shown: ShownRows,
  derived: DerivedRows,
  patience: Patience,
): Promise<ComparedRows> {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    await catchUp(view, shown, derived);
    const { rows, suspects } = await differing(view, shown, derived.view(view.name));
    const examples: RowDifference[] = [];
    let count = 0;
    for (let first = 0; first < suspects.length; first += CHUNK)
      for (const difference of await lookAgain(
        { view, shown, derived, patience },
        suspects.slice(first, first + CHUNK),
      )) {
        count += 1;
        if (examples.length < EXAMPLES_MAX) examples.push(difference);
      }
    if (count > 0 || suspects.length < SUSPECTS_MAX)
      return { position: derived.position(view.name), rows, differing: count, examples };
  }
  throw new CompareUnfinished(`the view ${view.name} changes faster than it can be read: try again later`);
}

async function catchUp(view: View, shown: ShownRows, derived: DerivedRows): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const position = await shown.checkpoint(view);
    requireAhead(view, derived, position);
    await derived.fillTo(new Map([[view.name, position]]));
    if (derived.halted(view.name) !== undefined) return;
    if ((await shown.checkpoint(view)) - position < CLOSE_ENOUGH) return;
  }
}

function requireAhead(view: View, derived: DerivedRows, position: number): void {
  if (position < derived.position(view.name))
    throw new CompareUnfinished(`the view ${view.name} was made anew meanwhile: compare again`);
}

interface Looking {
  readonly view: View;
  readonly shown: ShownRows;
  readonly derived: DerivedRows;
  readonly patience: Patience;
  readonly isAgain?: true;
}

async function lookAgain(looking: Looking, keys: readonly string[]): Promise<RowDifference[]> {
  const { view, derived } = looking;
  const { position, rows } = await standingStill(looking, keys);
  requireAhead(view, derived, position);
  await derived.fillTo(new Map([[view.name, position]]));
  const made = derived.rows(view, keys);
  const found: RowDifference[] = [];
  for (const key of keys) {
    const difference = differenceOf(view, key, rows.get(key), made.get(key));
    if (difference === undefined) continue;
    const last =
      !looking.isAgain && isBeingForgotten(view, difference, made.get(key))
        ? await afterForgetting(looking, key, difference)
        : difference;
    if (last !== undefined) found.push(last);
  }
  return found;
}

async function afterForgetting(
  { patience, ...looking }: Looking,
  key: string,
  before: RowDifference,
): Promise<RowDifference | undefined> {
  let difference: RowDifference | undefined = before;
  while (difference !== undefined && patience.left > 0) {
    patience.left -= 1;
    await sleep(FORGETTING_TRY_MS);
    [difference] = await lookAgain({ ...looking, patience, isAgain: true }, [key]);
  }
  return difference;
}

async function standingStill(
  { view, shown, patience }: Looking,
  keys: readonly string[],
): Promise<{ readonly position: number; readonly rows: ReadonlyMap<string, Row> }> {
  const isHalfApplied = async (): Promise<boolean> => (await shown.underWay?.(view)) !== undefined;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    while (await isHalfApplied()) {
      patience.left -= 1;
      if (patience.left < 0)
        throw new CompareUnfinished(
          `a batch of the view ${view.name} is half applied: compare when somebody projects`,
        );
      await sleep(HALF_APPLIED_TRY_MS);
    }
    const position = await shown.checkpoint(view);
    const rows = await shown.getMany(view, keys);
    if (!(await isHalfApplied()) && (await shown.checkpoint(view)) === position) return { position, rows };
    await sleep(TRY_AFTER_MS);
  }
  throw new CompareUnfinished(`the view ${view.name} changes faster than it can be read: try again later`);
}

/**
 * Returns the keys of rows that seem to differ. Some of them may only have changed while the view
 * was read.
 */
async function differing(
  view: View,
  shown: ShownRows,
  derived: DerivedView,
): Promise<{ readonly rows: number; readonly suspects: readonly string[] }> {
  const suspects: string[] = [];
  let rows = 0;
  const suspect = (key: string): void => {
    if (suspects.length < SUSPECTS_MAX) suspects.push(key);
  };
  const made = derived.texts();
  let next = made.next().value;
  const pages = pagesOf(
    (after, limit) => shown.rowTextsAfter(view, after, limit),
    ([key]) => key,
  );
  for await (const page of pages) {
    for (const [key, text] of page) {
      for (; next && inBytes(next[0], key) < 0; next = made.next().value) {
        rows += 1;
        suspect(next[0]);
      }
      rows += 1;
      if (next?.[0] !== key) suspect(key);
      else {
        if (next[1] !== text) suspect(key);
        next = made.next().value;
      }
    }
    if (suspects.length === SUSPECTS_MAX) return { rows, suspects };
  }
  for (; next; next = made.next().value) {
    rows += 1;
    suspect(next[0]);
  }
  return { rows, suspects };
}
