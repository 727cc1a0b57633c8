import { describe, expect, it } from '@jest/globals';
import { report, worseThan } from './report.js';

describe('a benchmark against an earlier one', () => {
  const accept = { name: 'accept', rps: 1_000, processorMs: 0.5, parts: { main: 0.4 } };
  const earlier = { workloads: [accept, { name: 'bytes', bytesPerPurchase: 7_000 }] };

  it('names what became worse by more than 5 %, in its own direction', () => {
    const now = [
      { name: 'accept', rps: 900, processorMs: 0.53, parts: { main: 0.44 } },
      { name: 'bytes', bytesPerPurchase: 7_300 },
    ];
    expect(worseThan(earlier, { workloads: now })).toEqual([
      'accept: rps 1000 before, 900 now, 10 %',
      'accept: processorMs 0.50 before, 0.53 now, 6 %',
      'accept: processor of main 0.40 before, 0.44 now, 10 %',
    ]);
  });

  it('is silent about improvements, and about workloads of one run only', () => {
    const now = [
      { ...accept, rps: 2_000, processorMs: 0.1 },
      { name: 'cold', processorMs: 9 },
    ];
    expect(worseThan(earlier, { workloads: now })).toEqual([]);
  });

  it('names the first dropped subscription', () => {
    const was = { workloads: [{ name: 'accept, cluster', drops: 0 }] };
    expect(worseThan(was, { workloads: [{ name: 'accept, cluster', drops: 1 }] })).toEqual([
      'accept, cluster: drops 0 before, 1 now',
    ]);
  });
});

it('shows only the bars whose workloads were measured', () => {
  const workloads = [
    { name: 'floor', processorMs: 0.1 },
    { name: 'accept', processorMs: 0.3 },
  ];
  const { bars } = report(workloads, [], 1);
  expect(bars).toMatchObject([{ bar: 'accept / floor, processor', holds: true }]);
  expect(bars[0]!.value).toBeCloseTo(3);
});
