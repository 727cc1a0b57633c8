import { afterEach, describe, expect, it } from '@jest/globals';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { Story } from '../testing/told-events.js';
import { walletOf } from './wallet.query.js';

describe('wallet', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  const wallet = (userId = 'ada') => walletOf({ readStore: models.readStore, userId });

  it('is empty once opened, and unknown before', async () => {
    models = await readModelsOf(new Story().opened('ada').told);
    const empty = { available: 0, held: 0, totalTransaction: 0, lastTopUp: 0, totalFunded: 0, totalSpent: 0 };
    expect(await wallet()).toEqual(empty);
    expect(await wallet('bola')).toBeUndefined();
  });

  it('follows the balances of its events and counts purchases, payments and what was spent', async () => {
    const story = new Story()
      .opened('ada')
      .funded('ada', 100_00n)
      .funded('ada', 25_50n, { availableAfter: '12550' });
    story.accepted('ada', 'a', 40_00n, { availableAfter: '8550' }).captured('ada', 'a', 40_00n, 85_50n);
    story.accepted('ada', 'b', 10_00n, { availableAfter: '7550' });
    models = await readModelsOf(story.told);
    expect(await wallet()).toEqual({
      available: 75.5,
      held: 10,
      totalTransaction: 2,
      lastTopUp: 25.5,
      totalFunded: 125.5,
      totalSpent: 40,
    });
  });

  it('gives back what was released or reversed', async () => {
    const story = new Story().opened('ada').accepted('ada', 'a', 40_00n).released('ada', 'a', 40_00n);
    story.accepted('ada', 'b', 10_00n).captured('ada', 'b', 10_00n).reversed('ada', 'b', 10_00n, 40_00n);
    models = await readModelsOf(story.told);
    expect(await wallet()).toMatchObject({ available: 40, held: 0, totalTransaction: 2, totalSpent: 0 });
  });

  it('tells the browser which lists are out of date', async () => {
    models = await readModelsOf([]);
    await models.hear(new Story().accepted('ada', 'a', 1n).told);
    expect(models.committed.at(-1)?.changes).toEqual([
      { userId: 'ada', list: 'history' },
      { userId: 'ada', list: 'wallet' },
    ]);
  });
});
