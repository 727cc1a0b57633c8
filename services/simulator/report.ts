import type { Counts } from './coverage.js';
import type { SeedsReport } from './run-seeds.js';

export function coverageText({ seeds, seconds, coverage }: SeedsReport): string {
  const rate = (seeds / Math.max(seconds, 0.001)).toFixed(1);
  return [
    `${seeds} seeds in ${seconds.toFixed(1)} s, ${rate} a second`,
    table('in all', coverage.totals),
    table('faults', coverage.faults),
    table('states of purchases', coverage.transitions),
  ].join('\n\n');
}

export function failuresText({ failed }: SeedsReport, from: number): string {
  if (failed.length === 0) return 'every promise was kept';
  const lines = failed
    .slice(0, 20)
    .map(({ seed, violations: [first] }) => `  ${seed}  ${first?.promise}: ${first?.what}`);
  const again = `npm run simulate -- --seed ${failed[0]?.seed ?? from} --shrink`;
  return [`${failed.length} seeds broke a promise:`, ...lines, `To see one as a story: ${again}`].join('\n');
}

export interface FoundPlanted {
  readonly name: string;
  readonly what: string;
  readonly seeds: number | undefined;
  readonly promise: string | undefined;
}

export const plantedText = ({ name, what, seeds, promise }: FoundPlanted): string =>
  [name.padEnd(20), String(seeds ?? 'not found').padStart(9), (promise ?? '').padEnd(28), what].join('  ');

function table(title: string, counts: Counts): string {
  const rows = Object.entries(counts).sort(([one], [other]) => one.localeCompare(other));
  return [title, ...rows.map(([name, times]) => `  ${name.padEnd(36)} ${String(times).padStart(10)}`)].join(
    '\n',
  );
}
