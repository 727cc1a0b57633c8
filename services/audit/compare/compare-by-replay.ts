import { sleep } from '../../../infra/host/timers.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { ReadStore, Row, View } from '../../../infra/read-store/view.js';
import { replayTo } from '../replay.js';
import type { Replayed } from '../replay.js';

export interface RowSource {
  checkpoint(): Promise<number>;
  pages(): AsyncIterable<readonly Row[]>;
}

export interface ReadModels {
  readonly wallet: RowSource;
  readonly 'trial-balance': RowSource;
  readonly history: RowSource;
}

export interface Difference {
  readonly view: keyof ReadModels;
  readonly key: string;
  readonly shown: string;
  readonly replayed: string;
}

export interface Comparison {
  readonly same: boolean;
  readonly rows: number;
  readonly differing: number;
  readonly examples: readonly Difference[];
}

const EXAMPLES_MAX = 20;
const TRIES_MAX = 20;

/**
 * Compares each row with the row that `Replay` computes. `Replay` shares no code with the projections, so it
 * finds their faults. A projector may run during the comparison.
 */
export async function compareReadModels(
  eventStore: Pick<EventStore, 'readAll'>,
  views: Partial<ReadModels>,
  replayedAlready?: Replayed,
): Promise<Comparison> {
  let rows = 0;
  let differing = 0;
  const examples: Difference[] = [];
  let replayed = replayedAlready;
  for (const view of ['wallet', 'trial-balance', 'history'] as const) {
    const source = views[view];
    if (source === undefined) continue;
    const compared = await settled(source, view, async (position) => {
      if (replayed?.position !== position) replayed = await replayTo(eventStore, position);
      return compareView(view, source, TRUTH[view](replayed));
    });
    rows += compared.rows;
    differing += compared.differing;
    examples.push(...compared.examples.slice(0, EXAMPLES_MAX - examples.length));
  }
  return { same: differing === 0, rows, differing, examples };
}

async function compareView(
  view: keyof ReadModels,
  source: RowSource,
  truth: ReadonlyMap<string, string>,
): Promise<Comparison> {
  let [rows, expected, differing] = [0, 0, 0];
  const examples: Difference[] = [];
  const differs = (key: string, shown = MISSING, replayed = MISSING): void => {
    differing += 1;
    if (examples.length < EXAMPLES_MAX) examples.push({ view, key, shown, replayed });
  };
  for await (const page of source.pages())
    for (const row of page) {
      const [key, said] = FIGURES[view](row);
      const says = truth.get(key);
      rows += 1;
      if (says !== undefined) expected += 1;
      if (said !== says) differs(key, said, says);
    }
  if (expected < truth.size) {
    const shown = new Set<string>();
    for await (const page of source.pages()) for (const row of page) shown.add(FIGURES[view](row)[0]);
    for (const [key, says] of truth) {
      if (shown.has(key)) continue;
      rows += 1;
      differs(key, MISSING, says);
    }
  }
  return { same: differing === 0, rows, differing, examples };
}

const MISSING = 'no row';

const TRUTH: Record<keyof ReadModels, (replayed: Replayed) => ReadonlyMap<string, string>> = {
  wallet: ({ wallets }) =>
    new Map(Array.from(wallets, ([id, { available, held }]) => [id, `${available} available, ${held} held`])),
  'trial-balance': ({ trial }) =>
    new Map(Array.from(trial.entries(), ([account, balance]) => [account, String(balance)])),
  history: ({ statuses }) => statuses,
};

const FIGURES: Record<keyof ReadModels, (row: Row) => readonly [string, string]> = {
  wallet: (row) => [String(row['user_id']), `${row['available']} available, ${row['held']} held`],
  'trial-balance': (row) => [String(row['account']), String(row['balance'])],
  history: (row) => [String(row['purchase_id']), String(row['status'])],
};

async function settled<Found>(
  source: RowSource,
  view: keyof ReadModels,
  look: (position: number) => Promise<Found>,
): Promise<Found> {
  for (let attempt = 1; attempt <= TRIES_MAX; attempt++) {
    const position = await source.checkpoint();
    const found = await look(position);
    if ((await source.checkpoint()) === position) return found;
    await sleep(attempt * 50);
  }
  throw new Error(`the view ${view} changes faster than it can be read: stop the purchases and try again`);
}

const PAGE = 1_000;

export async function* pagesOf<R>(
  readAfter: (key: string | undefined, limit: number) => Promise<readonly R[]>,
  keyOf: (row: R) => string,
  page = PAGE,
): AsyncGenerator<readonly R[]> {
  let next: Promise<readonly R[]> | undefined = readAfter(undefined, page);
  while (next) {
    const rows: readonly R[] = await next;
    const last = rows.at(-1);
    next = last === undefined || rows.length < page ? undefined : readAfter(keyOf(last), page);
    // A caller that stops early never awaits `next`. An uncaught failure would end the process.
    next?.catch(() => undefined);
    yield rows;
  }
}

export function rowSource(readStore: Pick<ReadStore, 'rowsAfter' | 'checkpoint'>, view: View): RowSource {
  return {
    checkpoint: () => readStore.checkpoint(view),
    pages: () =>
      pagesOf<Row>(
        (after, limit) => readStore.rowsAfter(view, after, limit),
        (row) => String(ownEntry(row, view.key)),
      ),
  };
}
