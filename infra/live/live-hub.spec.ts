import { describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL, LiveHub, type LiveListener } from './live-hub.js';
import { until } from '../testing/until.js';

const change = (userId: string, list: string) => ({ userId, list });
type News = Parameters<LiveListener>[0];

function hubAt(position: number, rememberedMax?: number): LiveHub {
  const hub = new LiveHub(rememberedMax);
  hub.publish({ position, changes: [] });
  return hub;
}

function listen(
  hub: LiveHub,
  channels: string | string[],
  lastEventId?: number,
): { news: News[]; stop: () => void } {
  const news: News[] = [];
  const stop = hub.subscribe([channels].flat(), lastEventId, (item) => news.push(item));
  return { news, stop };
}

describe('live hub', () => {
  it('tells only the affected users which lists changed, once per batch', () => {
    const hub = hubAt(10);
    const ada = listen(hub, 'ada');
    const bola = listen(hub, 'bola');
    hub.publish({
      position: 12,
      changes: [change('ada', 'history'), change('ada', 'wallet'), change('ada', 'history')],
    });
    expect(ada.news).toEqual([{ position: 12, lists: ['history', 'wallet'] }]);
    expect(bola.news).toEqual([]);
  });

  it('tells the listeners of both channels, once per batch', () => {
    const hub = hubAt(10);
    const ada = listen(hub, ['ada', EVERYBODY_CHANNEL]);
    const administrator = listen(hub, [ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL]);
    const changes = [
      change('ada', 'history'),
      change(ADMINISTRATORS_CHANNEL, 'transactions'),
      change(EVERYBODY_CHANNEL, 'notices'),
    ];
    hub.publish({ position: 12, changes });
    expect(ada.news).toEqual([{ position: 12, lists: ['history', 'notices'] }]);
    expect(administrator.news).toEqual([{ position: 12, lists: ['transactions', 'notices'] }]);
    expect(listen(hub, ['ada', EVERYBODY_CHANNEL], 10).news).toEqual(ada.news);
    expect(listen(hub, [ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL], 10).news).toEqual(administrator.news);
    expect(listen(hub, ['bola'], 10).news).toEqual([]);
    hub.restart(20);
    expect([ada.news.at(-1), ada.news.length]).toEqual(['reset', 2]);
    ada.stop();
    hub.publish({ position: 21, changes });
    expect([ada.news.length, administrator.news.length]).toEqual([2, 3]);
  });

  it('tells an announced change to browsers with answers of the present position, and raises no position', () => {
    const hub = hubAt(10);
    const early = listen(hub, 'ada');
    hub.announce([change('ada', 'terms')]);
    expect(early.news).toEqual([{ position: 10, lists: ['terms'] }]);
    expect(listen(hub, 'ada', 10).news).toEqual(early.news);
    expect(hub.position).toBe(10);
    hub.publish({ position: 11, changes: [] });
    expect(listen(hub, 'ada', 11).news).toEqual([]);
  });

  it('stops telling an unsubscribed tab and continues with the other', () => {
    const hub = hubAt(0);
    const [first, second] = [listen(hub, 'ada'), listen(hub, 'ada')];
    first.stop();
    hub.publish({ position: 1, changes: [change('ada', 'wallet')] });
    expect([first.news.length, second.news.length]).toEqual([0, 1]);
  });

  it('resumes with exactly the lists that changed meanwhile', () => {
    const hub = hubAt(10);
    hub.publish({ position: 12, changes: [change('ada', 'funding'), change('bola', 'history')] });
    hub.publish({ position: 15, changes: [change('ada', 'wallet')] });
    expect(listen(hub, 'ada', 10).news).toEqual([{ position: 15, lists: ['funding', 'wallet'] }]);
    expect(listen(hub, 'ada', 12).news).toEqual([{ position: 15, lists: ['wallet'] }]);
    expect(listen(hub, 'ada', 15).news).toEqual([]);
    expect(listen(hub, 'bola', 12).news).toEqual([]);
  });

  it.each([
    ['from before the hub began', 9],
    ['that is no number', Number.NaN],
  ])('resets a browser with a position %s', (_, lastEventId) => {
    expect(listen(hubAt(10), 'ada', lastEventId).news).toEqual(['reset']);
  });

  it('resumes from a position of another process once it has caught up', async () => {
    const hub = hubAt(10);
    const ada = listen(hub, 'ada', 12);
    hub.publish({ position: 11, changes: [change('ada', 'history')] });
    hub.publish({ position: 12, changes: [change('ada', 'wallet')] });
    await Promise.resolve();
    expect(ada.news).toEqual([
      { position: 11, lists: ['history'] },
      { position: 12, lists: ['wallet'] },
    ]);
  });

  it('resets a connected browser whose position never comes', async () => {
    const hub = new LiveHub(10, 20);
    hub.publish({ position: 10, changes: [] });
    const [ada, gone] = [listen(hub, 'ada', 99), listen(hub, 'ada', 99)];
    gone.stop();
    await until(() => ada.news.length > 0);
    expect([ada.news, gone.news]).toEqual([['reset'], []]);
  });

  it('resets all listeners on restart and forgets earlier changes', async () => {
    const hub = hubAt(10);
    hub.publish({ position: 12, changes: [change('ada', 'wallet')] });
    const ada = listen(hub, 'ada');
    const waiting = hub.waitFor(20, 5_000);
    hub.restart(20);
    hub.publish({ position: 21, changes: [change('ada', 'history')] });
    expect(await waiting).toBe(true);
    expect(ada.news).toEqual(['reset', { position: 21, lists: ['history'] }]);
    expect(listen(hub, 'ada', 12).news).toEqual(['reset']);
    expect(listen(hub, 'ada', 20).news).toEqual([{ position: 21, lists: ['history'] }]);
  });

  it('resets a browser that was away for longer than the memory', () => {
    const hub = hubAt(0, 3);
    for (let position = 1; position <= 5; position++)
      hub.publish({ position, changes: [change('ada', `list${position}`)] });
    expect(listen(hub, 'ada', 1).news).toEqual(['reset']);
    expect(listen(hub, 'ada', 2).news).toEqual([{ position: 5, lists: ['list4', 'list5', 'list3'] }]);
  });

  it('lets a writer wait for its change, up to a limit', async () => {
    const hub = hubAt(3);
    expect(await hub.waitFor(3, 1)).toBe(true);
    expect(await hub.waitFor(4, 5)).toBe(false);
    const waiting = hub.waitFor(5, 5_000);
    hub.publish({ position: 6, changes: [] });
    expect(await waiting).toBe(true);
    expect(hub.position).toBe(6);
  });
});
