import { afterEach, describe, expect, it } from '@jest/globals';
import { FundingRow } from '../../services/contracts/funding.contract.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { GivenEvents } from '../testing/given-events.js';
import { HOUSE_USER_ID } from '../../services/ledger/streams.js';
import { fundingPage } from './funding.query.js';

describe('funding history', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  it('shows each payment with the wallet before and after, newest first', async () => {
    const second = { transactionReference: 'MNFY|2', availableBefore: '100000', availableAfter: '345050' };
    models = await readModelsOf(
      new GivenEvents().funded('ada', 1_000_00n).funded('ada', 2_450_50n, second).funded('bola', 5_00n)
        .events,
    );
    const { rows, total } = await fundingPage({ readStore: models.readStore, userId: 'ada' });
    expect(total).toBe(2);
    expect(rows[0]).toEqual({
      id: expect.any(String),
      funding_refrence: 'MNFY|2',
      funding_source: 'Wema Bank',
      amount_funded: 2450.5,
      wallet_before_funding: 1000,
      wallet_after_funding: 3450.5,
      funding_date: '2026-03-10T09:01:00.000+01:00',
    });
    expect(FundingRow.parse(rows[0])).toEqual(rows[0]);
  });

  it('shows what the house wallet was funded with', async () => {
    models = await readModelsOf(new GivenEvents().houseFunded(500_00n).events);
    const { rows } = await fundingPage({ readStore: models.readStore, userId: HOUSE_USER_ID });
    expect(rows).toMatchObject([
      { funding_refrence: 'house-1', funding_source: 'House funding', amount_funded: 500 },
    ]);
  });

  it('finds by reference and by bank', async () => {
    models = await readModelsOf(
      new GivenEvents().funded('ada', 1n, { source: 'Moniepoint' }).funded('ada', 2n).events,
    );
    const found = async (search: string) =>
      (await fundingPage({ readStore: models.readStore, userId: 'ada', search })).rows.length;
    expect([await found('wema'), await found('mnfy-'), await found('gtb')]).toEqual([1, 2, 0]);
  });
});
