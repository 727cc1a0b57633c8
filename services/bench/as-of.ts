import { child, type Workload } from './workloads.js';

/** Output of `as-of.process.ts`. */
interface AskedMoments {
  readonly events: number;
  readonly wallets: Spread;
  readonly days: Spread;
  readonly pastDays: number;
}
interface Spread {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly processorP99Ms: number;
}

/** Milliseconds between events: a million events span two months. */
const STEP_MS = 5_000;

/** @throws when the books differ from the sum of all events */
export async function asOf(folder: string, events: number): Promise<Workload[]> {
  await child('make-ledger.process.js', folder, String(events), String(STEP_MS));
  const found = await child<AskedMoments>('as-of.process.js', folder);
  const row = (name: string, { processorP99Ms, ...spread }: Spread, of: string): Workload => ({
    name,
    ...spread,
    note: `${of}; p99 of the processor ${processorP99Ms.toFixed(1)} ms`,
  });
  return [
    row('as-of, a wallet', found.wallets, `${found.events} events`),
    row('as-of, a past day', found.days, `${found.pastDays} days, equal to the sum of all events`),
  ];
}
