import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { BroadcastStreams } from './broadcast.handlers.js';
import { broadcastStream } from './broadcast.events.js';

const context = (id = 'grace'): EventContext => ({
  actor: { kind: 'admin', id, sealed: 'from where' },
  correlationId: 'c',
  now: new Date('2026-03-10T08:00:00.000Z'),
});

describe('a broadcast', () => {
  let store: MemoryEventStore;
  let streams: BroadcastStreams;
  let broadcastId: string;
  const switchTo = (active: boolean, id = broadcastId, by = 'grace') =>
    streams.handle(id, { type: 'Switch', active }, context(by));
  const create = (message: string, id = 'form-1') =>
    streams.handle(id, { type: 'Create', broadcastId: id, title: 'Maintenance', message }, context());
  const facts = async () =>
    (await store.readStream(broadcastStream(broadcastId))).map(({ type, actor }) => [type, actor.id]);

  beforeEach(async () => {
    store = new MemoryEventStore();
    streams = new BroadcastStreams(store);
    broadcastId = 'form-0';
    await create('Data is slow <b>tonight</b>.', broadcastId);
  });

  it('stores the typed text and the author, and shows the broadcast in the same append', async () => {
    const events = await store.readStream(broadcastStream(broadcastId));
    expect(events.map(({ type, actor, data }) => ({ type, actor, data }))).toEqual([
      {
        type: 'BroadcastCreated',
        actor: context().actor,
        data: { broadcastId, title: 'Maintenance', message: 'Data is slow <b>tonight</b>.' },
      },
      { type: 'BroadcastActivated', actor: context().actor, data: { broadcastId } },
    ]);
  });

  it('stores one broadcast when a form is sent twice, and refuses another text under the same id', async () => {
    await Promise.all([create('Tonight.'), create('Tonight.')]);
    await switchTo(false, 'form-1');
    await create('Tonight.');
    expect((await store.readStream(broadcastStream('form-1'))).map(({ type }) => type)).toEqual([
      'BroadcastCreated',
      'BroadcastActivated',
      'BroadcastDeactivated',
    ]);
    await expect(create('Tomorrow.')).rejects.toMatchObject({ code: 'CHANGE_CONFLICT' });
  });

  it('stores the administrator with each withdrawal and each showing', async () => {
    await switchTo(false, broadcastId, 'ada');
    await switchTo(true, broadcastId, 'bola');
    expect(await facts()).toEqual([
      ['BroadcastCreated', 'grace'],
      ['BroadcastActivated', 'grace'],
      ['BroadcastDeactivated', 'ada'],
      ['BroadcastActivated', 'bola'],
    ]);
  });

  it('appends nothing when the broadcast is already in the wanted state', async () => {
    await switchTo(true);
    await switchTo(false);
    await switchTo(false);
    expect((await facts()).length).toBe(3);
  });

  it('refuses to switch an unknown id and stores nothing', async () => {
    for (const id of ['none', '__proto__', 'constructor'])
      await expect(switchTo(true, id)).rejects.toMatchObject({ code: 'BROADCAST_NOT_FOUND' });
    expect((await store.readAll(0, 100)).length).toBe(2);
  });

  it('alternates between shown and withdrawn when administrators switch it concurrently', async () => {
    await Promise.all(
      Array.from({ length: 4 }, (_, index) => switchTo(index % 2 === 1, broadcastId, `admin-${index}`)),
    );
    const steps = (await facts()).slice(1).map(([type]) => type);
    expect(steps.length).toBeGreaterThan(1);
    steps.slice(1).forEach((type, index) => expect(type).not.toBe(steps[index]));
  });
});
