import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import { fundingPage } from '../funding/funding.query.js';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { type ChargebacksQuestion, ListChargebacksHandler, ListChargebacks } from './chargebacks.query.js';

const IFE = { kind: 'admin', id: 'ife' } as const;
const DISPUTE = { provider: 'monnify', transactionReference: 'MNFY|1', dispute: 'CB-1', amount: '500' };

const taken = (debited = '300') =>
  new GivenEvents()
    .funded('ada', 500n, { transactionReference: 'MNFY|1' })
    .by(IFE)
    .tell('wallet-ada', 'FundingChargedBack', {
      ...DISPUTE,
      userId: 'ada',
      commandId: 'c',
      reason: 'Stolen',
      evidence: 'mail',
      approvedBy: 'eve',
      debited,
      loss: String(500 - Number(debited)),
      fee: '5',
      availableBefore: debited,
      availableAfter: '0',
      heldAfter: '0',
      postings: [],
    });
const won = (given = new GivenEvents()) =>
  given
    .later(5)
    .by(IFE)
    .tell('wallet-ada', 'ChargebackWon', {
      ...DISPUTE,
      userId: 'ada',
      commandId: 'w',
      chargebackId: 'c',
      reason: 'Withdrawn',
      evidence: 'letter',
      credited: '300',
      loss: '200',
      availableBefore: '0',
      availableAfter: '300',
      heldAfter: '0',
      postings: [],
    });

describe('chargebacks', () => {
  let models: ReadModels;
  afterEach(() => models.close());
  const rows = async (question: ChargebacksQuestion = {}) =>
    (await new ListChargebacksHandler(models.readStore).execute(new ListChargebacks(question))).rows;

  it('are listed with the debit and the loss until they are won, and announced to administrators', async () => {
    models = await readModelsOf(taken().events);
    expect(await rows({ standing: 'taken', search: 'cb-1' })).toMatchObject([
      {
        amount: 500n,
        debited: 300n,
        loss: 200n,
        fee: 5n,
        standing: 'taken',
        user_id: 'ada',
        recorded_by: 'ife',
        approved_by: 'eve',
        won_by: null,
      },
    ]);
    await models.hear(won().events);
    expect(models.committed.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { userId: ADMINISTRATORS_CHANNEL, list: 'chargebacks' },
        ...['wallet', 'funding'].map((list) => ({ userId: 'ada', list })),
      ]),
    );
    expect(await rows({ standing: 'taken' })).toEqual([]);
    expect(await rows({ search: 'MNFY' })).toMatchObject([
      { standing: 'won', won_by: 'ife', won_reason: 'Withdrawn', won_evidence: 'letter', reason: 'Stolen' },
    ]);
    expect(await models.running.rebuild('chargebacks')).toMatchObject({ differing: 0 });
  });

  it('appear in the customer’s payments when the wallet held any of the amount', async () => {
    models = await readModelsOf(won(taken()).events);
    const { rows: told } = await fundingPage({ readStore: models.readStore, userId: 'ada' });
    expect(told).toMatchObject([
      { funding_source: 'Given back after a chargeback', amount_funded: 3, wallet_after_funding: 3 },
      {
        funding_refrence: 'MNFY|1',
        amount_funded: -3,
        wallet_after_funding: 0,
        funding_source: 'Chargeback, taken back by the paying bank',
      },
      { amount_funded: 5 },
    ]);
    await models.close();
    models = await readModelsOf(taken('0').events);
    expect((await fundingPage({ readStore: models.readStore, userId: 'ada' })).total).toBe(1);
  });
});
