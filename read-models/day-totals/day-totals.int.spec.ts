import { afterEach, describe, expect, it } from '@jest/globals';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { type DayTotalRow, dayTotalsView } from './day-totals.view.js';

describe('day totals', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  const rows = async (): Promise<readonly DayTotalRow[]> =>
    (
      await models.readStore.page(dayTotalsView, {
        sort: { column: 'id', direction: 'ascending' },
        skip: 0,
        limit: 100,
      })
    ).rows;

  it('hold the movements of each Lagos day, customers summed, and the positions of its first and last event', async () => {
    const before = new GivenEvents('2026-03-10T22:58:00.000Z').funded('ada', 100n).funded('bola', 50n);
    models = await readModelsOf(before.accepted('ada', 'a', 30n).captured('ada', 'a', 30n).events);
    const empty = { first_position: 0n, last_position: 0n };
    expect(await rows()).toEqual([
      {
        id: '2026-03-10',
        day: '2026-03-10',
        account: null,
        moved: 0n,
        first_position: 1n,
        last_position: 2n,
      },
      ...[
        ['psp_receivable:monnify', 150n],
        ['user_available', -150n],
      ].map(([account, moved]) => ({
        id: `2026-03-10|${account}`,
        day: '2026-03-10',
        account,
        moved,
        ...empty,
      })),
      {
        id: '2026-03-11',
        day: '2026-03-11',
        account: null,
        moved: 0n,
        first_position: 3n,
        last_position: 4n,
      },
      ...[
        ['user_available', 30n],
        ['user_held', 0n],
        ['vendor_float:1', -30n],
      ].map(([account, moved]) => ({
        id: `2026-03-11|${account}`,
        day: '2026-03-11',
        account,
        moved,
        ...empty,
      })),
    ]);
    expect(await models.running.rebuild('day-totals', { pageSize: 1 })).toMatchObject({ differing: 0 });
  });

  it('move the last position of a day that continues in a later batch', async () => {
    const given = new GivenEvents().funded('ada', 100n);
    models = await readModelsOf(given.events);
    await models.hear(given.funded('ada', 5n).events.slice(1));
    expect((await rows())[0]).toMatchObject({ first_position: 1n, last_position: 2n });
    expect((await rows())[1]).toMatchObject({ moved: 105n });
  });
});
