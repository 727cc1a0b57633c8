import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import {
  BroadcastStreams,
  CreateBroadcast,
  CreateBroadcastHandler,
  SwitchBroadcast,
  SwitchBroadcastHandler,
} from './broadcast.handlers.js';
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
    new SwitchBroadcastHandler(streams).execute(new SwitchBroadcast(id, active, context(by)));
  const facts = async () =>
    (await store.readStream(broadcastStream(broadcastId))).map(({ type, actor }) => [type, actor.id]);

  beforeEach(async () => {
    store = new MemoryEventStore();
    streams = new BroadcastStreams(store);
    const create = new CreateBroadcast('Maintenance', 'Data is slow <b>tonight</b>.', context());
    broadcastId = await new CreateBroadcastHandler(streams).execute(create);
  });

  it('is written and shown in one step, by whom, and exactly as it was typed', async () => {
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

  it('whose form is sent again after a lost answer is one, and another text under its id is refused', async () => {
    const send = (message: string) =>
      new CreateBroadcastHandler(streams).execute(
        new CreateBroadcast('Maintenance', message, context(), 'form-1'),
      );
    await Promise.all([send('Tonight.'), send('Tonight.')]);
    await switchTo(false, 'form-1');
    expect(await send('Tonight.')).toBe('form-1');
    expect((await store.readStream(broadcastStream('form-1'))).map(({ type }) => type)).toEqual([
      'BroadcastCreated',
      'BroadcastActivated',
      'BroadcastDeactivated',
    ]);
    await expect(send('Tomorrow.')).rejects.toMatchObject({ code: 'CHANGE_CONFLICT' });
  });

  it('is withdrawn and shown again, each time by an event that says who', async () => {
    await switchTo(false, broadcastId, 'ada');
    await switchTo(true, broadcastId, 'bola');
    expect(await facts()).toEqual([
      ['BroadcastCreated', 'grace'],
      ['BroadcastActivated', 'grace'],
      ['BroadcastDeactivated', 'ada'],
      ['BroadcastActivated', 'bola'],
    ]);
  });

  it('that is so already is left alone', async () => {
    await switchTo(true);
    await switchTo(false);
    await switchTo(false);
    expect((await facts()).length).toBe(3);
  });

  it('that nobody wrote is not found, and nothing is stored under its id', async () => {
    for (const id of ['none', '__proto__', 'constructor'])
      await expect(switchTo(true, id)).rejects.toMatchObject({ code: 'BROADCAST_NOT_FOUND' });
    expect((await store.readAll(0, 100)).length).toBe(2);
  });

  it('that many administrators withdraw and show at the same moment says of every step what it changed', async () => {
    await Promise.all(
      Array.from({ length: 4 }, (_, index) => switchTo(index % 2 === 1, broadcastId, `admin-${index}`)),
    );
    const steps = (await facts()).slice(1).map(([type]) => type);
    expect(steps.length).toBeGreaterThan(1);
    steps.slice(1).forEach((type, index) => expect(type).not.toBe(steps[index]));
  });
});
