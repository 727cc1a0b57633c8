import { expect, it } from '@jest/globals';
import { report } from './report.js';

it('shows only the bars whose workloads were measured', () => {
  const workloads = [
    { name: 'floor', processorMs: 0.1 },
    { name: 'accept', processorMs: 0.3 },
  ];
  const { bars } = report(workloads, { machine: '2 cores', size: 'quick', leftOut: [], seconds: 1 });
  expect(bars).toMatchObject([{ bar: 'accept / floor, processor', holds: true }]);
  expect(bars[0]!.value).toBeCloseTo(3);
});
