import { runThread } from '../../../infra/threads/thread-run.js';
import type { ComparedView, PartOfPurchases, ViewsComparison } from '../../audit/compare/compare-views.js';
import type { Unexplained } from '../../audit/unexplained/unexplained.js';
import type { AuditedConfig } from '../../runtime/stores/audited-stores.js';

const BY_PURCHASE: ReadonlySet<string> = new Set(['history', 'external_transactions']);
const PARTED_AT = 'ac';

/** Memory limit per thread. */
const MEMORY_MB = 1_500;

type OnProgress = (position: number, of: number) => void;
type Where = Pick<CompareThreadData, 'stores' | 'views' | 'served'>;
interface Watching {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}
interface ComparedInTwo {
  readonly found: ViewsComparison;
  readonly unexplained: Unexplained;
}

/**
 * Compares views with the log in two threads. When one thread fails, the other thread is stopped.
 * @throws the error of the failed thread, or the abort reason of `signal`
 */
export async function compareInTwo(where: Where, watching: Watching): Promise<ComparedInTwo> {
  const parted = where.views.filter((view) => BY_PURCHASE.has(view));
  const compared = await inTwo(where, watching, [
    { views: parted, part: { views: parted, keys: { upTo: PARTED_AT } } },
    { views: where.views, part: { views: parted, keys: { after: PARTED_AT } } },
  ]);
  const isKeptApart = compared.found.views.some(({ view, parked }) => parked > 0 && BY_PURCHASE.has(view));
  if (!isKeptApart) return compared;
  const others = where.views.filter((view) => !BY_PURCHASE.has(view));
  return inTwo(where, watching, [{ views: parted }, { views: others }]);
}

async function inTwo(
  { views, ...where }: Where,
  { signal, onProgress }: Watching,
  halves: readonly Pick<CompareThreadData, 'views' | 'part'>[],
): Promise<ComparedInTwo> {
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const told = halves.map((half) => (half.views.length > 0 ? 0 : Infinity));
  const comparing = halves.map((half, number) =>
    runThread<FoundInViews, CompareProgress>(new URL('./compare.thread.js', import.meta.url), {
      name: 'the comparison',
      workerData: { ...where, ...half, unexplained: number === 1 } satisfies CompareThreadData,
      memoryMb: MEMORY_MB,
      signal: both,
      onProgress: ({ position, of }) => {
        told[number] = position;
        onProgress(Math.min(...told), of);
      },
    }),
  );
  for (const half of comparing) half.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(comparing);
  both.throwIfAborted();
  const answers = await Promise.all(comparing);
  const unexplained = answers.map((answer) => answer.unexplained).find((answer) => answer !== undefined);
  if (!unexplained) throw new Error('nobody looked for unexplained money');
  return { found: together(answers, views), unexplained };
}

function together(answers: readonly FoundInViews[], order: readonly string[]): ViewsComparison {
  const halves = answers.map(({ found }) => found).filter((found) => found !== undefined);
  const all = <Item>(of: (half: ViewsComparison) => readonly Item[]): Item[] => halves.flatMap(of);
  const sum = (of: (half: ViewsComparison) => number): number =>
    halves.reduce((total, half) => total + of(half), 0);
  const views = order.map((name) =>
    all((half) => half.views.filter(({ view }) => view === name)).reduce(wholeOf),
  );
  return {
    position: Math.min(...halves.map(({ position }) => position)),
    drift: views.reduce((total, { drift }) => total + drift, 0) + sum(({ replayed }) => replayed.differing),
    views,
    examples: all(({ examples }) => examples),
    replayed: {
      rows: sum(({ replayed }) => replayed.rows),
      differing: sum(({ replayed }) => replayed.differing),
      examples: all(({ replayed }) => replayed.examples),
    },
    problems: [...new Set(all(({ problems }) => problems))],
  };
}

function wholeOf(one: ComparedView, other: ComparedView): ComparedView {
  const [rows, differing] = [one.rows + other.rows, one.differing + other.differing];
  const ofTheWhole = ({ drift, differing: own }: ComparedView): number => drift - own;
  return {
    view: one.view,
    position: Math.min(one.position, other.position),
    rows,
    differing,
    parked: Math.max(one.parked, other.parked),
    behind: Math.max(one.behind, other.behind),
    drift: differing + Math.max(ofTheWhole(one), ofTheWhole(other)),
  };
}

export interface CompareThreadData {
  readonly stores: AuditedConfig;
  readonly views: readonly string[];
  readonly part?: PartOfPurchases | undefined;
  readonly served: boolean;
  readonly unexplained: boolean;
}

export interface FoundInViews {
  readonly found: ViewsComparison | undefined;
  readonly unexplained: Unexplained | undefined;
}

export interface CompareProgress {
  readonly position: number;
  readonly of: number;
}
