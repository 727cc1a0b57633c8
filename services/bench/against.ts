import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Measured, type Report, shortNumber } from './report.js';
import type { Workload } from './workloads.js';

/** Other programs change rates and waiting times. */
const BETTER: Readonly<Partial<Record<keyof Workload, 'more' | 'less'>>> = {
  perProcessorSecond: 'more',
  processorMs: 'less',
  processorP99Ms: 'less',
  rssAnonMb: 'less',
  memoryTimes: 'less',
  bytesPerPurchase: 'less',
  drops: 'less',
};
const WORSE_BY = 0.05;

const MACHINE: ReadonlySet<string> = new Set(['echo', 'floor', 'bare', 'scan', 'compare, floor']);
const UNFINISHED = 'threads, accepted';

const Earlier = z.object({
  machine: z.string(),
  size: z.string(),
  workloads: z.array(z.looseObject({ name: z.string() })),
});

/** @throws Error that says why the runs cannot be compared */
export function readEarlier(file: string, here: Pick<Report, 'machine' | 'size'>): Measured {
  const text = readFileSync(file, 'utf8');
  let found: unknown;
  try {
    // Behind the lines of npm.
    found = JSON.parse(text.slice(Math.max(0, text.search(/^\{/m))));
  } catch (error) {
    throw new Error(`${file} is not JSON: write it with npm run bench -- --json > ${file}`, { cause: error });
  }
  const earlier = Earlier.safeParse(found);
  if (!earlier.success) throw new Error(`${file} is no report of this version's benchmark: measure again`);
  const { machine, size, workloads } = earlier.data;
  if (size !== here.size) throw new Error(`${file} has workloads of the size ${size}, this run ${here.size}`);
  if (machine !== here.machine)
    throw new Error(`${file} was measured on another machine: ${machine}, here ${here.machine}`);
  return { workloads: workloads as readonly Workload[] };
}

const named = (runs: readonly Measured[], wanted: string): readonly Workload[] =>
  runs.flatMap(({ workloads }) => workloads.filter(({ name }) => name === wanted));

export const notIn = (earlier: readonly Measured[], now: Measured): string[] =>
  now.workloads.flatMap(({ name }) => (named(earlier, name).length > 0 ? [] : [name]));

export interface Worse {
  readonly workload: string;
  readonly text: string;
  readonly machine: boolean;
}

function medianOf(sorted: readonly number[]): number {
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2;
}

/** Compares medians. Each run now must be worse than all earlier runs. */
export function worseThan(earlier: readonly Measured[], now: readonly Measured[]): Worse[] {
  const names = new Set(now.flatMap(({ workloads }) => workloads.map(({ name }) => name)));
  names.delete(UNFINISHED);
  return [...names].flatMap((workload) => {
    const [before, after] = [named(earlier, workload), named(now, workload)];
    return Object.entries(BETTER).flatMap(([measure, better]) => {
      const bestFirst = (runs: readonly Workload[]): readonly number[] => {
        const values = runs
          .flatMap((run) => (run[measure as keyof Workload] as number | undefined) ?? [])
          .toSorted((one, other) => (better === 'less' ? one - other : other - one));
        return measure === 'drops' ? values.slice(-1) : values;
      };
      const [earlierValues, values] = [bestFirst(before), bestFirst(after)];
      const [was, is] = [medianOf(earlierValues), medianOf(values)];
      const [worst, best] = [earlierValues.at(-1)!, values[0]!];
      const [times, apart] = better === 'less' ? [is / was, best > worst] : [was / is, best < worst];
      if (!apart || times <= 1 + WORSE_BY) return [];
      const percent = was === 0 ? '' : `, ${Math.round((Math.abs(is - was) / was) * 100)} %`;
      const text = `${workload}: ${measure} ${shortNumber(was)} before, ${shortNumber(is)} now${percent}`;
      return [{ workload, text, machine: MACHINE.has(workload) }];
    });
  });
}
