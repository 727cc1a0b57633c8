import { beforeEach, describe, expect, it } from '@jest/globals';
import type { VendorRow } from '../vendor-rows.js';
import type { ListComparison, ListDifference } from './compare-list.js';
import { VendorListWatch } from './vendor-list-watch.js';

const DAY = 86_400_000;
const ROW = { code: 4, name: 'Platonic' } as VendorRow;
const differs = (...kinds: readonly ListDifference['kind'][]): ListComparison => ({
  differences: kinds.map((kind) => ({ kind, key: kind, service: 'data', name: '', code: '' })),
  unlisted: [],
});

describe('a watch of the lists of vendors', () => {
  let nowMs: number;
  let reads: number;
  let answer: ListComparison | Error;
  const faults: unknown[] = [];
  const watchEvery = (everyMs: number) =>
    new VendorListWatch({
      vendors: () => [ROW],
      read: () => {
        reads += 1;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      everyMs,
      firstAfterMs: 1_000,
      now: () => nowMs,
      onFault: (fault) => faults.push(fault),
    });
  const lookAt = async (watch: VendorListWatch, at: number): Promise<void> => {
    nowMs = at;
    watch.look();
    await watch.settled();
  };
  beforeEach(() => {
    [nowMs, reads, answer] = [0, 0, differs('gone', 'recoded', 'dearer', 'uncoded', 'new')];
  });

  it('reads every vendor once a day, and counts', async () => {
    const watch = watchEvery(DAY);
    await lookAt(watch, 999);
    expect([reads, watch.counts]).toEqual([0, undefined]);
    await lookAt(watch, 1_000);
    await lookAt(watch, DAY);
    expect([reads, watch.counts]).toEqual([
      1,
      [{ code: 4, name: 'Platonic', gone: 2, dearer: 1, cheaper: 0, uncoded: 1, fresh: 1 }],
    ]);
    await lookAt(watch, DAY + 1_000);
    expect(reads).toBe(2);
  });

  it('keeps the counts of a vendor that gives no list', async () => {
    const watch = watchEvery(DAY);
    await lookAt(watch, 1_000);
    const before = watch.counts;
    answer = { differences: [], unlisted: ['Mtn data'] };
    await lookAt(watch, 2 * DAY);
    expect([reads, watch.counts]).toEqual([2, before]);
  });

  it('reads nothing and knows of no difference when it is off', async () => {
    const watch = watchEvery(0);
    await lookAt(watch, 2 * DAY);
    expect([reads, watch.counts]).toEqual([0, []]);
  });

  it('reports a fault and waits until the next day', async () => {
    const watch = watchEvery(DAY);
    answer = new Error('a fault');
    await lookAt(watch, 1_000);
    await lookAt(watch, 2_000);
    expect([reads, faults.length]).toEqual([1, 1]);
  });
});
