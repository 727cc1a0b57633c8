import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Mark, PositionMarks } from '../log/position-marks.js';

export interface MarksUnderTest {
  readonly marks: PositionMarks;
  close(): Promise<void>;
}

const markAt = (ordinal: number): Mark => ({
  ordinal,
  // Positions larger than a JavaScript number can hold.
  position: { commit: 2n ** 60n + BigInt(ordinal), prepare: 2n ** 60n + BigInt(ordinal) - 1n },
  id: `event ${ordinal}`,
});

/** Contract of every `PositionMarks`. */
export function describePositionMarks(name: string, open: () => Promise<MarksUnderTest>): void {
  describe(`position marks: ${name}`, () => {
    let tested: MarksUnderTest;
    beforeEach(async () => {
      tested = await open();
    });
    afterEach(() => tested.close());

    it('returns the nearest mark at or before an ordinal, exactly as saved', async () => {
      const { marks } = tested;
      expect(await marks.nearest(Number.MAX_SAFE_INTEGER)).toBeUndefined();
      for (const ordinal of [1_000, 2_000, 3_000_000_000]) await marks.save(markAt(ordinal));
      expect(await marks.nearest(999)).toBeUndefined();
      expect(await marks.nearest(1_000)).toEqual(markAt(1_000));
      expect(await marks.nearest(2_999)).toEqual(markAt(2_000));
      expect(await marks.nearest(Number.MAX_SAFE_INTEGER)).toEqual(markAt(3_000_000_000));
    });

    it('accepts the same mark from several processes, and deletes all marks on clear', async () => {
      const { marks } = tested;
      await Promise.all([marks.save(markAt(1_000)), marks.save(markAt(1_000)), marks.save(markAt(1_000))]);
      expect(await marks.nearest(5_000)).toEqual(markAt(1_000));
      await marks.clear();
      expect(await marks.nearest(5_000)).toBeUndefined();
      await marks.save(markAt(1_000));
      expect(await marks.nearest(5_000)).toEqual(markAt(1_000));
    });
  });
}
