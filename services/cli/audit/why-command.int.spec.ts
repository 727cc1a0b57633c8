import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { ledger } from '../../../infra/testing/product.js';
import { ChargeDrill } from '../../audit/why/testing/charge-drill.js';
import type { WhyCharged } from '../../contracts/admin/why.contract.js';
import { PRODUCTS } from '../../products/products.js';

let folder: string;
const run = (...args: readonly string[]): Promise<string> => ledger(folder, ['why', ...args]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'why-'));
  const store = await openLmdbEventStore({ dir: join(folder, 'events') });
  const drill = new ChargeDrill(store);
  await drill.funded();
  const airtime = () =>
    PRODUCTS.airtime.quote({ network: 1, amount: 100_00n, tier: 'regular' }, drill.prices);
  await drill.change({ type: 'SetDiscount', service: 'airtime', tier: 'regular', basisPoints: 200 });
  await drill.change({ type: 'ChooseVendor', service: 'airtime', vendor: 2 });
  await drill.sell('right', airtime(), { reference: 'NL-right' });
  await drill.sent('right', 1, 2);
  const delivered = await drill.say('right', 'AttemptDelivered', { attempt: 1, vendor: 2, cost: '9700' });
  await drill.captured('right', 9_700n, 2, delivered);
  await drill.sell('wrong', airtime(), { price: 9_900n });
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('why', () => {
  it('explains a charge by id or reference, as text and JSON, and ends with 0 when it follows', async () => {
    const said = JSON.parse(await run('right', '--json')) as WhyCharged;
    expect(said).toMatchObject({
      purchaseId: 'right',
      reference: 'NL-right',
      verdict: 'follows',
      charged: { amount: '10000', discount: '200', price: '9800' },
      vendor: { active: 2, chosen: 2 },
      vendors: expect.arrayContaining([{ code: 2, name: 'Spectranet' }]),
    });
    const text = await run('NL-right');
    for (const line of [
      /^NL-right: Mtn airtime, ₦98\.00$/m,
      /^discount +₦2\.00 +₦2\.00$/m,
      /^the charge follows from the rules in force, to the kobo$/m,
      /Discount on Airtime, regular customers: 2 %; set by DiscountSet, event 4, .*, by admin grace$/m,
      /^active vendor for Airtime: Spectranet \(2\); set by ActiveVendorChosen, event 5/m,
      /^attempt 1 to Spectranet \(2\), event 8/m,
      /The sale became final \(Spectranet \(2\); ₦98\.00; decided by AttemptDelivered/,
    ])
      expect(text).toMatch(line);
  });

  it('ends with 1 when the charge does not follow, and with 2 for an unknown purchase', async () => {
    await expect(run('wrong')).rejects.toThrow(/ended with 1: [^]*does not follow from the rule in force/);
    await expect(run('wrong', '--json')).rejects.toThrow(/ended with 1: .*"verdict":"does-not-follow"/);
    await expect(run('nothing')).rejects.toThrow(
      /ended with 2: NOT finished: the ledger has no purchase nothing/,
    );
    await expect(run('nothing', '--json')).rejects.toThrow(/ended with 2: \{"unfinished":/);
  });
});
