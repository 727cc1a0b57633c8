import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { monotonicMs } from '../../infra/host/clock.js';
import { Coverage } from './coverage.js';
import type { Violation } from './judge/violations.js';

export interface SeedsWanted {
  readonly from: number;
  readonly count: number;
  readonly planted?: string;
}

export interface SeedsDone {
  readonly seeds: number;
  readonly failed: readonly { readonly seed: number; readonly violations: readonly Violation[] }[];
  readonly coverage: Pick<Coverage, 'faults' | 'transitions' | 'totals'>;
}

export interface SeedsReport {
  readonly seeds: number;
  readonly seconds: number;
  readonly failed: SeedsDone['failed'];
  readonly coverage: Coverage;
}

const AT_ONCE = 25;
/** Batches per thread. The memory of a thread grows, because promises of crashed processes are never freed. */
const BATCHES_PER_THREAD = 10;
const THREAD = new URL('./seeds.thread.js', import.meta.url);

export interface SeedsOptions {
  readonly from: number;
  readonly seeds: number;
  readonly minutes?: number | undefined;
  readonly planted?: string;
  readonly onProgress?: (seeds: number, failed: number) => void;
}

export async function runSeeds({
  from,
  seeds,
  minutes,
  planted,
  onProgress,
}: SeedsOptions): Promise<SeedsReport> {
  const startedAt = monotonicMs();
  const endsAt = startedAt + (minutes ?? Infinity) * 60_000;
  const coverage = new Coverage();
  const failed: SeedsDone['failed'][number][] = [];
  let [next, done] = [from, 0];
  const isOver = (): boolean =>
    next >= from + seeds || monotonicMs() >= endsAt || (planted !== undefined && failed.length > 0);
  let broken = false;
  const isDone = (): boolean => broken || isOver();
  const serve = async (thread: Worker): Promise<void> => {
    for (let batches = 0; batches < BATCHES_PER_THREAD && !isDone(); batches += 1) {
      const count = Math.min(AT_ONCE, from + seeds - next);
      thread.postMessage({
        from: next,
        count,
        ...(planted !== undefined && { planted }),
      } satisfies SeedsWanted);
      next += count;
      const [result] = (await once(thread, 'message')) as [SeedsDone];
      done += result.seeds;
      failed.push(...result.failed);
      coverage.add(result.coverage);
      onProgress?.(done, failed.length);
    }
  };
  const keepServing = async (): Promise<void> => {
    while (!isDone()) {
      const thread = new Worker(THREAD);
      try {
        await serve(thread);
      } catch (error) {
        broken = true;
        throw error;
      } finally {
        await thread.terminate();
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, keepServing));
  failed.sort((one, other) => one.seed - other.seed);
  return { seeds: done, seconds: (monotonicMs() - startedAt) / 1_000, failed, coverage };
}
