import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { GivenEvents } from '../testing/given-events.js';
import { HOUSE_USER_ID } from '../../services/ledger/streams.js';
import { GetRichestWalletHandler, walletOf } from './wallet.query.js';

describe('wallet', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  const wallet = (userId = 'ada') => walletOf({ readStore: models.readStore, userId });

  it('is empty once opened, and unknown before', async () => {
    models = await readModelsOf(new GivenEvents().opened('ada').events);
    const empty = { available: 0, held: 0, totalTransaction: 0, lastTopUp: 0, totalFunded: 0, totalSpent: 0 };
    expect(await wallet()).toEqual(empty);
    expect(await wallet('bola')).toBeUndefined();
  });

  it('follows the balances of its events and counts purchases, payments and spending', async () => {
    const given = new GivenEvents()
      .opened('ada')
      .funded('ada', 100_00n)
      .funded('ada', 25_50n, { availableAfter: '12550' });
    given.accepted('ada', 'a', 40_00n, { availableAfter: '8550' }).captured('ada', 'a', 40_00n, 85_50n);
    given.accepted('ada', 'b', 10_00n, { availableAfter: '7550' });
    models = await readModelsOf(given.events);
    expect(await wallet()).toEqual({
      available: 75.5,
      held: 10,
      totalTransaction: 2,
      lastTopUp: 25.5,
      totalFunded: 125.5,
      totalSpent: 40,
    });
  });

  it('returns released and reversed money', async () => {
    const given = new GivenEvents().opened('ada').accepted('ada', 'a', 40_00n).released('ada', 'a', 40_00n);
    given.accepted('ada', 'b', 10_00n).captured('ada', 'b', 10_00n).reversed('ada', 'b', 10_00n, 40_00n);
    models = await readModelsOf(given.events);
    expect(await wallet()).toMatchObject({ available: 40, held: 0, totalTransaction: 2, totalSpent: 0 });
  });

  it('shows an adjustment, which is neither a payment nor spending', async () => {
    const given = new GivenEvents().opened('ada').funded('ada', 100_00n).adjusted('ada', 100_00n, 60_00n);
    models = await readModelsOf(given.houseFunded(500_00n).events);
    expect(await wallet()).toMatchObject({ available: 60, lastTopUp: 100, totalFunded: 100, totalSpent: 0 });
    expect(await wallet(HOUSE_USER_ID)).toMatchObject({ available: 500, lastTopUp: 500, totalFunded: 500 });
  });

  it('finds the richest customer, and leaves the house out', async () => {
    models = await readModelsOf(
      new GivenEvents().funded('ada', 100n).funded(HOUSE_USER_ID, 900n).funded('bola', 300n).events,
    );
    expect(await new GetRichestWalletHandler(models.readStore).execute()).toBe(300n);
    await models.close();
    models = await readModelsOf([]);
    expect(await new GetRichestWalletHandler(models.readStore).execute()).toBe(0n);
  });

  it('tells the browser which lists are out of date', async () => {
    models = await readModelsOf([]);
    await models.hear(new GivenEvents().accepted('ada', 'a', 1n).events);
    expect(models.committed.at(-1)?.changes).toEqual([
      { userId: 'ada', list: 'history' },
      { userId: ADMINISTRATORS_CHANNEL, list: 'transactions' },
      { userId: 'ada', list: 'wallet' },
    ]);
  });
});
