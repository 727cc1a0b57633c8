import type { Workload } from './workloads.js';

export type Size = 'quick' | 'normal' | 'large';

export type Find = (name: string) => Workload | undefined;

interface Bar {
  readonly text: string;
  readonly holds: (of: Find) => number | undefined;
  readonly limit: number;
  readonly better: 'more' | 'less';
  /** Features of the product that keep the measurement within `limit`. */
  readonly by: string;
}

const ratio = (top: number | undefined, bottom: number | undefined): number | undefined =>
  top === undefined || bottom === undefined ? undefined : top / bottom;

/**
 * Limits for the measurements that other programs on the machine hardly influence: processor time, memory and
 * ratios.
 */
const BARS: readonly Bar[] = [
  {
    text: 'accept / floor, processor',
    limit: 5,
    better: 'less',
    holds: (of) => ratio(of('accept')?.processorMs, of('floor')?.processorMs),
    by: 'one append for many purchases, wallets and keys in memory',
  },
  {
    text: 'hot / accept, processor',
    limit: 1.5,
    better: 'less',
    holds: (of) => ratio(of('hot')?.processorMs, of('accept')?.processorMs),
    by: 'a queue per wallet, whose commands share an append',
  },
  {
    text: 'cold / accept, processor',
    limit: 4,
    better: 'less',
    holds: (of) => ratio(of('cold')?.processorMs, of('accept')?.processorMs),
    by: 'an index of streams, so that a wallet is read without a search',
  },
  {
    text: 'settle / floor, processor',
    limit: 20,
    better: 'less',
    holds: (of) => ratio(of('settle')?.processorMs, of('floor')?.processorMs),
    by: 'opening and claiming in one append, followers that read many events at once',
  },
  {
    text: 'bytes of a purchase',
    limit: 8_000,
    better: 'less',
    holds: (of) => of('bytes')?.bytesPerPurchase,
    by: 'five events, and rows without copies of them',
  },
  {
    text: 'overload, memory after / before',
    limit: 1.25,
    better: 'less',
    holds: (of) => of('overload')?.memoryTimes,
    by: 'queues and caches with a limit',
  },
  {
    text: 'replay / scan',
    limit: 0.5,
    better: 'more',
    holds: (of) => ratio(of('replay')?.perSecond, of('scan')?.perSecond),
    by: 'folding without I/O',
  },
  {
    text: 'verify / bare, processor',
    limit: 0.4,
    better: 'more',
    holds: (of) => ratio(of('verify')?.perProcessorSecond, of('bare')?.perProcessorSecond),
    by: 'one pass that decodes each event once',
  },
  {
    text: 'compare / its floor, processor',
    limit: 0.35,
    better: 'more',
    holds: (of) => ratio(of('compare')?.perProcessorSecond, of('compare, floor')?.perProcessorSecond),
    by: 'threads that read rows themselves, and old rows kept as texts',
  },
  {
    text: 'compare, RssAnon MB',
    limit: 500,
    better: 'less',
    holds: (of) => of('compare')?.rssAnonMb,
    by: 'rows beyond 96 MB in a file',
  },
  {
    text: 'verify, RssAnon MB',
    limit: 500,
    better: 'less',
    holds: (of) => of('verify')?.rssAnonMb,
    by: 'digits of a purchase instead of its events',
  },
  {
    text: 'as-of, a wallet, processor p99 ms',
    limit: 200,
    better: 'less',
    holds: (of) => of('as-of, a wallet')?.processorP99Ms,
    by: 'reading one stream only',
  },
  {
    text: 'as-of, a past day, processor p99 ms',
    limit: 1_000,
    better: 'less',
    holds: (of) => of('as-of, a past day')?.processorP99Ms,
    by: 'balances kept per day',
  },
  {
    text: 'hung-service / nothing hangs, p50',
    limit: 2,
    better: 'less',
    holds: (of) => ratio(of('hung-service')?.p50Ms, of('nothing hangs')?.p50Ms),
    by: 'slots per vendor and service',
  },
  {
    text: 'search, processor p99 ms',
    limit: 100,
    better: 'less',
    holds: (of) => of('search')?.processorP99Ms,
    by: 'an index of words',
  },
  {
    text: 'history, processor p99 ms',
    limit: 20,
    better: 'less',
    holds: (of) => of('history')?.processorP99Ms,
    by: 'an index per customer',
  },
  {
    text: 'boot, processor s',
    limit: 5,
    better: 'less',
    holds: (of) => ratio(of('boot')?.processorMs, 1_000),
    by: 'one bundle, and an index that is kept',
  },
  {
    text: 'boot, RssAnon MB',
    limit: 400,
    better: 'less',
    holds: (of) => of('boot')?.rssAnonMb,
    by: 'wallets that are loaded when they are asked for',
  },
  {
    text: 'cluster, dropped subscriptions',
    limit: 0,
    better: 'less',
    holds: (of) => of('accept, cluster')?.drops,
    by: 'a window of 16 MiB per connection',
  },
  {
    text: 'cluster, conflicts of an api, %',
    limit: 5,
    better: 'less',
    holds: (of) => of('accept, cluster')?.conflictsPercent,
    by: 'wallets that follow the log, and are read first when it is late',
  },
  {
    text: 'cluster, the lesser of two apis, %',
    limit: 40,
    better: 'more',
    holds: (of) => of('two apis, one wallet')?.lesserPercent,
    by: 'turns in Redis after a conflict',
  },
  {
    text: 'cluster, two apis / one, a wallet',
    limit: 0.8,
    better: 'more',
    holds: (of) => ratio(of('two apis, one wallet')?.rps, of('one api, one wallet')?.rps),
    by: 'a turn that sells all that waits',
  },
];

/** Ratios without a limit. */
const RATIOS = [
  { text: 'accept / floor, rate', of: 'rps', top: 'accept', bottom: 'floor' },
  { text: 'accept / echo, processor', of: 'processorMs', top: 'accept', bottom: 'echo' },
  {
    text: 'accept, cluster / accept, processor',
    of: 'processorMs',
    top: 'accept, cluster',
    bottom: 'accept',
  },
  {
    text: 'settle, cluster / settle, processor',
    of: 'processorMs',
    top: 'settle, cluster',
    bottom: 'settle',
  },
  { text: 'verify / bare', of: 'perSecond', top: 'verify', bottom: 'bare' },
  { text: 'compare / bare', of: 'perSecond', top: 'compare', bottom: 'bare' },
] as const;

export interface Measured {
  readonly workloads: readonly Workload[];
}

export interface Report extends Measured {
  readonly machine: string;
  readonly size: Size;
  readonly bars: readonly {
    readonly bar: string;
    readonly value: number;
    readonly limit: number;
    readonly better: 'more' | 'less';
    readonly holds: boolean;
    readonly by: string;
  }[];
  readonly ratios: readonly { readonly ratio: string; readonly value: number }[];
  /** Workloads that did not run, because no time was left. */
  readonly leftOut: readonly string[];
  readonly seconds: number;
}

export function report(
  workloads: readonly Workload[],
  run: Pick<Report, 'machine' | 'size' | 'leftOut' | 'seconds'>,
): Report {
  const find: Find = (name) => workloads.find((workload) => workload.name === name);
  const bars = BARS.flatMap(({ text, limit, better, holds, by }) => {
    const value = holds(find);
    if (value === undefined) return [];
    const met = better === 'more' ? value >= limit : value <= limit;
    return [{ bar: text, value, limit, better, holds: met, by }];
  });
  const ratios = RATIOS.flatMap(({ text, of, top, bottom }) => {
    const value = ratio(find(top)?.[of], find(bottom)?.[of]);
    return value === undefined ? [] : [{ ratio: text, value }];
  });
  return { ...run, workloads, bars, ratios };
}

export const shortNumber = (value: number | undefined): string =>
  value === undefined
    ? ''
    : value >= 100 || Number.isInteger(value)
      ? String(Math.round(value))
      : value.toFixed(value < 10 ? 2 : 1);
const row = (...cells: string[]): string =>
  cells.map((cell, index) => (index ? cell.padStart(12) : cell.padEnd(38))).join('');

export function printed({ workloads, bars, ratios, leftOut, seconds }: Report): string {
  const lines = [
    row('workload', 'per second', 'processor ms', 'p50 ms', 'p99 ms', 'seconds', 'RssAnon MB', 'bytes'),
  ];
  for (const one of workloads) {
    const parts = Object.entries(one.parts ?? {}).map(([part, ms]) => `${part} ${shortNumber(ms)}`);
    const note = [...parts, ...(one.note === undefined ? [] : [one.note])].join(', ');
    lines.push(
      `${row(
        one.name,
        shortNumber(one.rps ?? one.perSecond),
        shortNumber(one.processorMs ?? one.processorP99Ms),
        shortNumber(one.p50Ms),
        shortNumber(one.p99Ms),
        shortNumber(one.seconds),
        shortNumber(one.rssAnonMb),
        shortNumber(one.bytesPerPurchase),
      )}  ${note}`.trimEnd(),
    );
  }
  lines.push('');
  for (const { bar, value, limit, better, holds, by } of bars) {
    const wanted = `${better === 'more' ? '>=' : '<='} ${limit}`;
    lines.push(`${row(bar, shortNumber(value), wanted, holds ? 'holds' : 'MISSED')}  ${by}`);
  }
  for (const { ratio: text, value } of ratios) lines.push(row(text, shortNumber(value)));
  if (leftOut.length > 0) lines.push(`left out, because the time was over: ${leftOut.join(', ')}`);
  lines.push(`${Math.round(seconds)} s`);
  return lines.join('\n');
}
