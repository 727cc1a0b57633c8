import { afterEach, describe, expect, it } from '@jest/globals';
import { WalletMovement } from '../../services/contracts/history.contract.js';
import type { CallInput } from '../../services/contracts/calls.js';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { fundingView } from '../funding/funding.view.js';
import { walletOf } from '../wallet/wallet.query.js';
import { ListMovements, ListMovementsHandler } from './movements.query.js';

const AIRTIME = '6f1c0d5e-3a9b-4e7f-8c2d-1b0a9f8e7d6c';
const LOST = '7f1c0d5e-3a9b-4e7f-8c2d-1b0a9f8e7d6c';
const TAKEN = '8f1c0d5e-3a9b-4e7f-8c2d-1b0a9f8e7d6c';

/** Events of Ada: payments and purchases, with a refund, a reversal and an adjustment. */
const story = () =>
  new GivenEvents()
    .opened('ada')
    .funded('ada', 1_000_00n)
    .accepted('ada', AIRTIME, 100_00n, { availableAfter: '90000' })
    .captured('ada', AIRTIME, 100_00n, 900_00n)
    .accepted('ada', LOST, 200_00n, { availableAfter: '70000', sealed: '08059998888' })
    .released('ada', LOST, 200_00n, 900_00n)
    .accepted('ada', TAKEN, 300_00n, { availableAfter: '60000' })
    .captured('ada', TAKEN, 300_00n, 600_00n)
    .reversed('ada', TAKEN, 300_00n, 900_00n)
    .adjusted('ada', 900_00n, 850_00n)
    .funded('bola', 5_00n);

describe('the movements of a wallet', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  const listed = (list: Partial<CallInput<'walletMovements'>> = {}) =>
    new ListMovementsHandler(models.readStore).execute(
      new ListMovements('ada', { page: 1, page_size: 50, ...list } as CallInput<'walletMovements'>),
    );

  it('are one list in which every balance follows from the one below it', async () => {
    models = await readModelsOf(story().events);
    const { rows, total } = await listed();
    expect(rows.map(({ kind, amount, balance, status }) => [kind, amount, balance, status])).toEqual([
      ['adjustment', -50, 850, 'Successful'],
      ['reversal', 300, 900, 'Reversed'],
      ['purchase', -300, 600, 'Reversed'],
      ['refund', 200, 900, 'Refunded'],
      ['purchase', -200, 700, 'Refunded'],
      ['purchase', -100, 900, 'Successful'],
      ['funding', 1000, 1000, 'Successful'],
    ]);
    expect(total).toBe(7);
    for (const [index, row] of rows.entries())
      expect(row.balance - row.amount).toBe(rows[index + 1]?.balance ?? 0);
    for (const row of rows) expect(WalletMovement.parse(row)).toEqual(row);
  });

  it('show a balance moved in from an older system, which no view counts as funding', async () => {
    const given = new GivenEvents().opened('ada').funded('ada', 1_000_00n, {
      provider: 'opening',
      source: 'Opening balance',
      balanceDate: '2026-03-09',
    });
    models = await readModelsOf(given.events);
    const { rows } = await listed();
    expect(rows).toMatchObject([
      { kind: 'adjustment', title: 'Opening balance', amount: 1000, balance: 1000 },
    ]);
    expect(await walletOf({ readStore: models.readStore, userId: 'ada' })).toMatchObject({
      available: 1000,
      lastTopUp: 0,
      totalFunded: 0,
    });
    expect(await models.readStore.rowsAfter(fundingView, undefined, 1)).toEqual([]);
  });

  it('show the whole price and the returned part of a partial delivery', async () => {
    const part = { part: { delivered: 1, of: 4 }, released: '7500' };
    const given = story().accepted('ada', 'p4', 100_00n, { availableAfter: '75000' });
    given.captured('ada', 'p4', 25_00n, 825_00n);
    const told = given.events.at(-1)!;
    const data = { ...told.event.data, ...part };
    given.events[given.events.length - 1] = { ...told, event: { ...told.event, data } };
    models = await readModelsOf(given.events);
    const { rows } = await listed({ page_size: 2 });
    expect(rows).toMatchObject([
      { kind: 'part-return', amount: 75, balance: 825, reference: 'REF-p4' },
      { kind: 'purchase', amount: -100, balance: 750, reference: 'REF-p4' },
    ]);
  });

  it('show returned money with the receipt of its purchase', async () => {
    models = await readModelsOf(story().events);
    const { rows } = await listed();
    expect(rows[3]).toMatchObject({
      kind: 'refund',
      reference: `REF-${LOST}`,
      service: 'airtime',
      network: 'Mtn',
      title: 'Mtn airtime',
      recipient: '08059998888',
    });
  });

  it('are found by text, service, status and day, refunds also by the number of their purchase', async () => {
    models = await readModelsOf(story().events);
    const kinds = async (list: Partial<CallInput<'walletMovements'>>) =>
      (await listed(list)).rows.map(({ kind }) => kind);
    expect(await kinds({ search: '8059998888' })).toEqual(['refund', 'purchase']);
    expect(await kinds({ search: `REF-${LOST}` })).toEqual(['refund', 'purchase']);
    expect(await kinds({ search: 'wema' })).toEqual(['funding']);
    expect(await kinds({ search: 'adjust' })).toEqual(['adjustment']);
    expect(await kinds({ status: 'Refunded' })).toEqual(['refund', 'purchase']);
    expect(await kinds({ status: 'Successful' })).toEqual(['adjustment', 'purchase', 'funding']);
    expect(await kinds({ service: 'airtime' })).toHaveLength(5);
    expect(await kinds({ service: 'data' })).toEqual([]);
    expect(
      await kinds({ query_type: 2, custom_start_date: '2026-03-11', custom_end_date: '2026-03-12' }),
    ).toEqual([]);
  });

  it('are paged, and limited to the newest thousand without a page', async () => {
    models = await readModelsOf(story().events);
    const { rows, total } = await listed({ page: 2, page_size: 3 });
    expect(rows.map(({ kind }) => kind)).toEqual(['refund', 'purchase', 'purchase']);
    expect(total).toBe(7);
    expect((await listed({ page: undefined, page_size: undefined })).rows).toHaveLength(7);
  });

  it('name no recipient once the person is erased', async () => {
    models = await readModelsOf(story().forgotten('ada').events);
    const { rows } = await listed();
    expect(rows).toHaveLength(7);
    expect(rows.every(({ recipient }) => recipient === '')).toBe(true);
  });
});
