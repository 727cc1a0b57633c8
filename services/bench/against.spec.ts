import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notIn, readEarlier, worseThan } from './against.js';

const textsOf = (worse: ReturnType<typeof worseThan>): string[] => worse.map(({ text }) => text);

describe('a benchmark against an earlier one', () => {
  const accept = { name: 'accept', rps: 1_000, processorMs: 0.5 };
  const earlier = [{ workloads: [accept, { name: 'verify', perProcessorSecond: 100 }] }];

  it('names what became worse by more than 5 %, in its own direction', () => {
    const workloads = [
      { name: 'accept', processorMs: 0.53 },
      { name: 'verify', perProcessorSecond: 90 },
    ];
    expect(textsOf(worseThan(earlier, [{ workloads }]))).toEqual([
      'accept: processorMs 0.50 before, 0.53 now, 6 %',
      'verify: perProcessorSecond 100 before, 90 now, 10 %',
    ]);
  });

  it('is silent about improvements, rates, and workloads of one run only', () => {
    const workloads = [
      { name: 'accept', rps: 100, processorMs: 0.1 },
      { name: 'cold', processorMs: 9 },
    ];
    expect(worseThan(earlier, [{ workloads }])).toEqual([]);
    expect(notIn(earlier, { workloads })).toEqual(['cold']);
  });

  it('is silent about what varies between equal runs', () => {
    const run = (processorMs: number) => ({ workloads: [{ name: 'accept', processorMs }] });
    expect(worseThan([run(0.4), run(0.5)], [run(0.5)])).toEqual([]);
    expect(worseThan([run(0.4)], [run(0.52), run(0.39), run(0.5)])).toEqual([]);
    expect(worseThan([run(0.4)], [run(0.41), run(0.42), run(0.6)])).toEqual([]);
    expect(worseThan([run(0.4), run(0.5)], [run(0.6), run(0.58)])).toHaveLength(1);
  });

  it('names what was worse in each run, however much the runs differ', () => {
    const runs = (...values: number[]) =>
      values.map((value) => ({
        workloads: [{ name: 'accept', processorMs: value, perProcessorSecond: 1 / value }],
      }));
    expect(textsOf(worseThan(runs(0.4), runs(0.6, 0.45, 0.46)))).toEqual([
      'accept: perProcessorSecond 2.50 before, 2.17 now, 13 %',
      'accept: processorMs 0.40 before, 0.46 now, 15 %',
    ]);
    expect(worseThan(runs(0.4, 0.44), runs(0.6, 0.45))).toHaveLength(2);
  });

  it('tells a slower machine from a slower product', () => {
    const of = (processorMs: number) => [{ workloads: [{ name: 'floor', processorMs }] }];
    expect(worseThan(of(0.1), of(0.2))).toMatchObject([{ workload: 'floor', machine: true }]);
  });

  it('names the first dropped subscription, also of one run only', () => {
    const of = (...runs: number[]) =>
      runs.map((drops) => ({ workloads: [{ name: 'accept, cluster', drops }] }));
    for (const now of [of(1), of(0, 1, 0)])
      expect(textsOf(worseThan(of(0), now))).toEqual(['accept, cluster: drops 0 before, 1 now']);
    expect(worseThan(of(0), of(0, 0))).toEqual([]);
    expect(worseThan(of(0, 2), of(2, 0))).toEqual([]);
  });
});

describe('the report of an earlier benchmark', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'against-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const here = { machine: '2 cores', size: 'quick' } as const;
  const workloads = [{ name: 'accept', processorMs: 0.5 }];
  const read = (text: string) => {
    const file = join(folder, 'run.json');
    writeFileSync(file, text);
    return readEarlier(file, here);
  };

  it('is read behind the lines of npm', () => {
    const text = `\n> naira-ledger@0.2.0 bench\n> node run bench --json\n\n${JSON.stringify({ ...here, workloads })}\n`;
    expect(read(text)).toEqual({ workloads });
  });

  it.each([
    ['{"workloads": [', /is not JSON: write it with npm run bench -- --json/],
    ['', /is not JSON/],
    ['{"bars": []}', /is no report of this version's benchmark/],
    [JSON.stringify({ workloads }), /is no report of this version's benchmark/],
    [
      JSON.stringify({ ...here, size: 'large', workloads }),
      /has workloads of the size large, this run quick/,
    ],
    [
      JSON.stringify({ ...here, machine: '8 cores', workloads }),
      /was measured on another machine: 8 cores, here 2 cores/,
    ],
  ])('is refused when it is %j', (text, why) => {
    expect(() => read(text)).toThrow(why);
  });

  it('is refused when the file is missing', () => {
    expect(() => readEarlier(join(folder, 'missing.json'), here)).toThrow(/missing\.json/);
  });
});
