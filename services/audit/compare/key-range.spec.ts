import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Projection } from '../../../infra/projections/projection.js';
import type { KeyedText } from '../../../infra/read-store/view.js';
import { historyView } from '../../../read-models/history/history.view.js';
import { isWithin, purchasesWithin, textsWithin, type KeyRange } from './key-range.js';

const FIRST: KeyRange = { upTo: 'b0' };
const SECOND: KeyRange = { after: 'b0' };

describe('a range of keys', () => {
  it.each(['', '0', 'af', 'b0', 'b00', 'b1', 'z', '￰', '𐀀'])(
    'is in exactly one of two adjacent ranges: %s',
    (key) => {
      expect([FIRST, SECOND].filter((range) => isWithin(range, key))).toHaveLength(1);
      expect(isWithin({}, key)).toBe(true);
    },
  );

  it('compares bytes of keys, as stores do', () => {
    // In UTF-16, the two characters have the opposite order.
    expect(isWithin({ upTo: '￰' }, '𐀀')).toBe(false);
    expect(isWithin({ after: '￰' }, '𐀀')).toBe(true);
  });
});

describe('the projection of a range of purchases', () => {
  const opened: string[] = [];
  const projection: Projection = {
    view: historyView as unknown as Projection['view'],
    wants: (type) => type !== 'Unwanted',
    project: ({ event, opened: personal }) => {
      opened.push(String(personal));
      return [
        { op: 'set', key: String(event.data['purchaseId'] ?? 'a-none'), columns: {} },
        { op: 'put', row: { purchase_id: 'a-other' } },
        { op: 'clear', where: { column: 'user_id', is: 'ada' }, columns: {} },
      ];
    },
  };
  const event = (purchaseId?: string) =>
    ({ type: 'Wanted', data: { purchaseId } }) as unknown as RecordedEvent;

  it('skips events of other purchases: unread in their own streams, unopened elsewhere', () => {
    const { wants, project } = purchasesWithin(SECOND, projection);
    expect(wants?.('Wanted', 'purchase-a1')).toBe(false);
    expect(wants?.('Wanted', 'purchase-c1')).toBe(true);
    expect(wants?.('Wanted', 'wallet-ada')).toBe(true);
    expect(wants?.('Unwanted', 'purchase-c1')).toBe(false);
    const shown = {
      event: event('a1'),
      get opened(): never {
        throw new Error('was opened');
      },
    };
    expect(project(shown)).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('drops rows of other purchases but keeps erasures of a person', () => {
    const { project } = purchasesWithin(SECOND, projection);
    expect(project({ event: event('c1'), opened: undefined }).map(({ op }) => op)).toEqual(['set', 'clear']);
    expect(project({ event: event(), opened: undefined }).map(({ op }) => op)).toEqual(['clear']);
  });

  it('is the projection itself for the full range', () => {
    expect(purchasesWithin({}, projection)).toBe(projection);
  });
});

describe('a page of shown rows', () => {
  const keys = ['a1', 'a2', 'b0', 'b1', 'c1'];
  const read = async (after: string | undefined): Promise<KeyedText[]> =>
    keys.filter((key) => after === undefined || key > after).map((key) => [key, key.toUpperCase()]);
  const shown = async (range: KeyRange, after?: string) =>
    (await textsWithin(range, read, after)).map(([key]) => key);

  it('starts and ends with the range', async () => {
    expect(await shown({})).toEqual(keys);
    expect(await shown(FIRST)).toEqual(['a1', 'a2', 'b0']);
    expect(await shown(FIRST, 'a1')).toEqual(['a2', 'b0']);
    expect(await shown(FIRST, 'b0')).toEqual([]);
    expect(await shown(SECOND)).toEqual(['b1', 'c1']);
    expect(await shown(SECOND, 'b1')).toEqual(['c1']);
  });
});
