import { expect, it } from '@jest/globals';
import { PurchaseJob, purchaseJob } from './purchase-work.js';

it('keeps the key and bytes of a job that older workers know', () => {
  expect(purchaseJob({ kind: 'dispatch', purchaseId: 'p-1' })).toEqual({
    dedupeKey: 'dispatch-p-1-any',
    data: { kind: 'dispatch', purchaseId: 'p-1' },
  });
  const stored = '{"kind":"requery","purchaseId":"p-1","attempt":2}';
  const { dedupeKey, data } = purchaseJob(PurchaseJob.parse(JSON.parse(stored)));
  expect([dedupeKey, JSON.stringify(data)]).toEqual(['requery-p-1-2', stored]);
  expect(() => PurchaseJob.parse({ kind: 'delete', purchaseId: 'p-1' })).toThrow();
});
