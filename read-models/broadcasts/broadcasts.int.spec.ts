import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL } from '../../infra/live/live-hub.js';
import { BroadcastRow } from '../../services/contracts/admin/broadcasts.contract.js';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { ListBroadcasts, ListBroadcastsHandler, GetNewestNoticeHandler } from './broadcasts.query.js';

const NOTHING = { title: '', messagebody: '' };

describe('broadcasts', () => {
  let models: ReadModels;
  afterEach(() => models.close());
  const notice = () => new GetNewestNoticeHandler(models.readStore).execute();
  const switched = (
    type: 'BroadcastActivated' | 'BroadcastDeactivated',
    broadcastId: string,
    minutes: number,
  ) =>
    models.hear(
      new GivenEvents().later(minutes).tell(`broadcast-${broadcastId}`, type, { broadcastId }).events,
    );

  it('are listed with title and message, newest first', async () => {
    models = await readModelsOf(
      new GivenEvents().broadcast('a').broadcast('b', 'Offer', '<b>1GB</b>\nfor 99').events,
    );
    const { rows, total } = await new ListBroadcastsHandler(models.readStore).execute(
      new ListBroadcasts({ page: 1, pageSize: 10 }),
    );
    expect(total).toBe(2);
    expect(rows[0]).toEqual({
      id: 'b',
      broadcast_title: 'Offer',
      broadcast_message: '<b>1GB</b>\nfor 99',
      active: true,
      author: 'Chief Admin',
      created_at: '2026-03-10T09:01:00.000+01:00',
    });
    expect(BroadcastRow.parse(rows[0])).toEqual(rows[0]);
  });

  it('are found by title, by message and by the day they were written', async () => {
    models = await readModelsOf(
      new GivenEvents()
        .broadcast('a')
        .later(2 * 24 * 60)
        .broadcast('b', 'Offer', '1GB for 99').events,
    );
    const found = async (question: object) =>
      (await new ListBroadcastsHandler(models.readStore).execute(new ListBroadcasts(question))).rows.map(
        ({ id }) => id,
      );
    expect(await found({ search: 'TENANCE' })).toEqual(['a']);
    expect(await found({ search: 'for 9' })).toEqual(['b']);
    expect(await found({ search: 'chief' })).toEqual([]);
    expect(await found({ from: '2026-03-12', to: '2026-03-12' })).toEqual(['b']);
  });

  it('show customers the most recently activated one, and nothing when none is active', async () => {
    models = await readModelsOf([]);
    expect(await notice()).toEqual(NOTHING);
    await models.hear(
      new GivenEvents().broadcast('a', 'First', 'one').broadcast('b', 'Second', 'two').events,
    );
    expect(await notice()).toEqual({ title: 'Second', messagebody: 'two' });
    await switched('BroadcastDeactivated', 'b', 10);
    expect(await notice()).toEqual({ title: 'First', messagebody: 'one' });
    await switched('BroadcastActivated', 'b', 11);
    await switched('BroadcastDeactivated', 'a', 12);
    expect(await notice()).toEqual({ title: 'Second', messagebody: 'two' });
    await switched('BroadcastActivated', 'a', 13);
    expect(await notice()).toEqual({ title: 'First', messagebody: 'one' });
    await switched('BroadcastDeactivated', 'b', 14);
    await switched('BroadcastDeactivated', 'a', 15);
    expect(await notice()).toEqual(NOTHING);
  });

  it('announce each change to all customers and all administrators, and to no single person', async () => {
    models = await readModelsOf([]);
    const told = [
      { userId: ADMINISTRATORS_CHANNEL, list: 'broadcasts' },
      { userId: EVERYBODY_CHANNEL, list: 'notices' },
    ];
    await models.hear(new GivenEvents().broadcast('a').events);
    expect(models.committed.at(-1)?.changes).toEqual(told);
    await switched('BroadcastDeactivated', 'a', 1);
    expect(models.committed.at(-1)?.changes).toEqual(told);
  });
});
