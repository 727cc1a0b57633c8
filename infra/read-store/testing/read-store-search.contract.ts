import { describe, expect, it } from '@jest/globals';
import type { ReadStore, ReadStoreWriter } from '../view.js';
import { parcelView, put } from './parcels.js';
import { anyQuestion, generated, naivePage, numbers } from './searched-parcels.js';

/** Contract of searches: the result equals a full scan. */
export function describeSearch(
  opened: () => { readonly writer: ReadStoreWriter; readonly reader: ReadStore },
): void {
  describe('search', () => {
    it('finds any text like a full scan, with filters, pages, counts and sums', async () => {
      const { writer, reader } = opened();
      const upTo = numbers(12);
      const parcels = Array.from({ length: 400 }, (_, number) => generated(number, upTo));
      await writer.apply(parcelView, 0, 1, parcels.slice(0, 300).map(put));
      await writer.apply(parcelView, 1, 2, parcels.slice(300).map(put));
      for (let asked = 0; asked < 100; asked += 1) {
        const question = anyQuestion(parcels, upTo);
        expect({ question, ...(await reader.page(parcelView, question)) }).toEqual({
          question,
          ...naivePage(parcels, question),
        });
      }
    });
  });
}
