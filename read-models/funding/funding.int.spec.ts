import { afterEach, describe, expect, it } from '@jest/globals';
import { FundingRow } from '../../services/contracts/funding.contract.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { GivenEvents } from '../testing/given-events.js';
import { HOUSE_USER_ID } from '../../services/ledger/streams.js';
import { fundingPage } from './funding.query.js';

/** A ₦500 payment that is charged back, and whose dispute is won. `moved` kobo of it were in the wallet. */
function disputed(moved: bigint): GivenEvents {
  const about = {
    userId: 'ada',
    provider: 'monnify',
    transactionReference: 'MNFY|1',
    dispute: 'CB-1',
    amount: '50000',
    loss: String(500_00n - moved),
    reason: 'Stolen card',
    evidence: 'mail',
    heldAfter: '0',
    postings: [],
  };
  const [empty, left] = ['0', String(moved)];
  return new GivenEvents()
    .funded('ada', 500_00n, { transactionReference: 'MNFY|1' })
    .tell('wallet-ada', 'FundingChargedBack', {
      ...about,
      commandId: 'taken',
      approvedBy: 'eve',
      debited: left,
      fee: '0',
      availableBefore: left,
      availableAfter: empty,
    })
    .tell('wallet-ada', 'ChargebackWon', {
      ...about,
      commandId: 'won',
      chargebackId: 'taken',
      credited: left,
      availableBefore: empty,
      availableAfter: left,
    });
}

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

  it('shows house funding', async () => {
    models = await readModelsOf(new GivenEvents().houseFunded(500_00n).events);
    const { rows } = await fundingPage({ readStore: models.readStore, userId: HOUSE_USER_ID });
    expect(rows).toMatchObject([
      { funding_refrence: 'house-1', funding_source: 'House funding', amount_funded: 500 },
    ]);
  });

  it('shows the debit of a chargeback and its return', async () => {
    models = await readModelsOf(disputed(300_00n).events);
    const { rows } = await fundingPage({ readStore: models.readStore, userId: 'ada' });
    expect(rows).toMatchObject([
      { amount_funded: 300, wallet_before_funding: 0, wallet_after_funding: 300 },
      { amount_funded: -300, wallet_before_funding: 300, wallet_after_funding: 0 },
      { amount_funded: 500 },
    ]);
  });

  it('shows a chargeback of a single kobo', async () => {
    models = await readModelsOf(disputed(1n).events);
    const { rows } = await fundingPage({ readStore: models.readStore, userId: 'ada' });
    expect(rows.map(({ amount_funded }) => amount_funded)).toEqual([0.01, -0.01, 500]);
  });

  it('shows no chargeback that found the wallet empty', async () => {
    models = await readModelsOf(disputed(0n).events);
    const { rows } = await fundingPage({ readStore: models.readStore, userId: 'ada' });
    expect(rows.map(({ amount_funded }) => amount_funded)).toEqual([500]);
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
