import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ViewsComparison } from '../../audit/compare/compare-views.js';
import type { Unexplained } from '../../audit/unexplained/unexplained.js';
import type { AuditedConfig } from '../../runtime/stores/audited-stores.js';

/**
 * Views that follow the conversations with vendors, most of the log, and take longer than all others together: a row for every purchase, a
 * part of it decrypted. The others pass over these events unread.
 */
const LONGEST: ReadonlySet<string> = new Set(['history', 'external_transactions']);

/** Old memory of each thread. Below 2 GB the engine collects garbage before there is several times as much of it as of what is in use. */
const MEMORY_MB = 1_500;

type OnProgress = (position: number, of: number) => void;

/**
 * Compares views in two threads that share nothing, each with a reading of the log of its own. What one cannot finish ends the other.
 * @throws what either could not do, and whatever the signal says
 */
export async function compareInTwo(
  { views, ...where }: Omit<CompareThreadData, 'unexplained'>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<{ readonly found: ViewsComparison; readonly unexplained: Unexplained }> {
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const longest = views.filter((view) => LONGEST.has(view));
  const others = views.filter((view) => !LONGEST.has(view));
  // Whoever takes longer is how far it has come.
  const told = [0, 0];
  const halves = [longest, others].map(async (half, number) => {
    const unexplained = half === others;
    return compareInThread({ ...where, views: half, unexplained }, both, (position, of) => {
      told[number] = position;
      if (half.length > 0)
        onProgress(longest.length > 0 && others.length > 0 ? Math.min(...told) : position, of);
    });
  });
  for (const half of halves) half.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(halves);
  both.throwIfAborted();
  const answers = await Promise.all(halves);
  const unexplained = answers.map((answer) => answer.unexplained).find((answer) => answer !== undefined);
  if (!unexplained) throw new Error('nobody looked for unexplained money');
  return { found: together(answers, views), unexplained };
}

/** @throws what the thread could not do, and whatever the signal says */
async function compareInThread(
  workerData: CompareThreadData,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<FoundInViews> {
  const worker = new Worker(new URL('./compare.thread.js', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const end = (): void => worker.postMessage('end');
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  let answer: FoundInViews | undefined;
  let fault: unknown;
  worker.on('message', (message: FromCompare) => {
    if ('found' in message) answer = message;
    else if ('failed' in message) fault = new Error(message.failed);
    else onProgress(message.position, message.of);
  });
  worker.on('error', (error) => (fault = error));
  await once(worker, 'exit').catch((error: unknown) => (fault = error));
  signal.removeEventListener('abort', end);
  if (answer) return answer;
  throw fault ?? new Error('the comparison ended without a word');
}

/** What was found of all views, in their order. */
function together(answers: readonly FoundInViews[], order: readonly string[]): ViewsComparison {
  const halves = answers.map(({ found }) => found).filter((found) => found !== undefined);
  const all = <Item>(of: (half: ViewsComparison) => readonly Item[]): Item[] => halves.flatMap(of);
  const sum = (of: (half: ViewsComparison) => number): number =>
    halves.reduce((total, half) => total + of(half), 0);
  return {
    position: Math.min(...halves.map(({ position }) => position)),
    drift: sum(({ drift }) => drift),
    views: all(({ views }) => views).sort(
      (one, other) => order.indexOf(one.view) - order.indexOf(other.view),
    ),
    examples: all(({ examples }) => examples),
    replayed: {
      rows: sum(({ replayed }) => replayed.rows),
      differing: sum(({ replayed }) => replayed.differing),
      examples: all(({ replayed }) => replayed.examples),
    },
    problems: all(({ problems }) => problems),
  };
}

/** What a thread compares. */
export interface CompareThreadData {
  readonly stores: AuditedConfig;
  /** Names of views. */
  readonly views: readonly string[];
  /** Whether somebody projects. */
  readonly served: boolean;
  /** Whether to look for unexplained money too, in the same reading of the log. */
  readonly unexplained: boolean;
}

/** What was found of some views; undefined where there were none. */
export interface FoundInViews {
  readonly found: ViewsComparison | undefined;
  readonly unexplained: Unexplained | undefined;
}

/** The thread is told to end by any message. */
export type FromCompare =
  FoundInViews | { readonly failed: string } | { readonly position: number; readonly of: number };
