import { BOTH_BREAKERS, feedDeadVendor, type Feeding, RATE_ALONE } from './dead-vendor.js';

export interface BreakerResult {
  readonly breaker: string;
  readonly runs: number;
  /** Runs in which the vendor was never paused. */
  readonly never: number;
  /** Seconds from the death of the vendor to its pause. Runs without a pause are left out. */
  readonly seconds: Spread;
  /** Purchases that the dead vendor got before its pause. */
  readonly purchases: Spread;
  /** Seeds of the runs in which the product broke a promise. */
  readonly broken: readonly number[];
}

export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

const BREAKERS = [
  ['share of deliveries in ten minutes', RATE_ALONE],
  ['and unanswered purchases in a row', BOTH_BREAKERS],
] as const;

/** Runs the same seeds with both breakers and with the older breaker alone. */
export async function compareBreakers(from: number, seeds: number): Promise<readonly BreakerResult[]> {
  const results: BreakerResult[] = [];
  for (const [breaker, rules] of BREAKERS) {
    const runs: Feeding[] = [];
    for (let seed = from; seed < from + seeds; seed += 1) runs.push(await feedDeadVendor(seed, rules));
    const paused = runs.flatMap(({ untilPauseMs }) => untilPauseMs ?? []);
    results.push({
      breaker,
      runs: runs.length,
      never: runs.length - paused.length,
      seconds: spreadOf(paused.map((ms) => Math.round(ms / 1_000))),
      purchases: spreadOf(runs.map(({ purchases }) => purchases)),
      broken: runs.filter(({ violations }) => violations.length > 0).map(({ seed }) => seed),
    });
  }
  return results;
}

function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { least: at(0), median: at(0.5), most: at(1) };
}

export function breakersText(results: readonly BreakerResult[]): string {
  const row = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(36) : cell.padStart(24))).join('');
  const spread = ({ least, median, most }: Spread): string => `${least} / ${median} / ${most}`;
  const broken = results.flatMap(({ broken: seeds }) => seeds);
  return [
    row(['paused by', 'seconds until the pause', 'purchases until then', 'never paused']),
    ...results.map(({ breaker, runs, never, seconds, purchases }) =>
      row([breaker, spread(seconds), spread(purchases), `${never} of ${runs}`]),
    ),
    'least / median / most of the seeds',
    broken.length === 0 ? 'every promise was kept' : `seeds that broke a promise: ${broken.join(', ')}`,
  ].join('\n');
}
