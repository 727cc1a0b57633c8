import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis } from '../testing/redis-under-test.js';
import { followRedisLive, type FollowedLive } from './follow-redis-live.js';
import { ADMINISTRATORS_CHANNEL, LiveHub, type LiveListener } from './live-hub.js';
import { openRedisLivePublisher, type LivePublisher } from './open-redis-live-publisher.js';
import { PATIENCE_MS, until } from '../testing/until.js';

/** Timeouts long enough for slow machines. */
const PATIENT = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };

type News = Parameters<LiveListener>[0];

const change = (userId: string, list: string) => ({ userId, list });

describeWithOwnRedis('live updates between processes', () => {
  let server: RedisServer;
  const ends: { close(): Promise<void> }[] = [];
  const publisher = async (beatMs = 3_600_000): Promise<LivePublisher> => {
    const opened = await openRedisLivePublisher({ ...PATIENT, url: server.url, beatMs });
    ends.push(opened);
    return opened;
  };
  const api = async (): Promise<{ hub: LiveHub; followed: FollowedLive }> => {
    const hub = new LiveHub();
    const followed = await followRedisLive({ ...PATIENT, url: server.url, liveHub: hub });
    ends.push(followed);
    return { hub, followed };
  };
  const listen = (hub: LiveHub, lastEventId?: number, channel = 'ada'): News[] => {
    const news: News[] = [];
    hub.subscribe([channel], lastEventId, (item) => news.push(item));
    return news;
  };
  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end.close()));
    await server.remove();
  });

  it('reach the browsers of every api process', async () => {
    const projector = await publisher();
    const [one, two] = [await api(), await api()];
    const [ada, alsoAda] = [listen(one.hub), listen(two.hub)];
    projector.publish({ position: 5, changes: [] });
    projector.publish({ position: 7, changes: [change('ada', 'wallet'), change('bola', 'history')] });
    await until(() => ada.length + alsoAda.length === 2);
    expect([ada, alsoAda]).toEqual([
      [{ position: 7, lists: ['wallet'] }],
      [{ position: 7, lists: ['wallet'] }],
    ]);
    expect([one.followed.connected(), one.followed.silentMs() < Infinity]).toEqual([true, true]);
  });

  it('reach administrators of every api process, even after a reconnect', async () => {
    const projector = await publisher();
    const { hub } = await api();
    projector.publish({ position: 5, changes: [] });
    await until(() => hub.position === 5);
    const administrator = listen(hub, undefined, ADMINISTRATORS_CHANNEL);
    const ada = listen(hub);
    projector.publish({ position: 7, changes: [change(ADMINISTRATORS_CHANNEL, 'transactions')] });
    await until(() => administrator.length > 0);
    const news = [{ position: 7, lists: ['transactions'] }];
    expect([administrator, ada]).toEqual([news, []]);
    expect(listen((await api()).hub, 5, ADMINISTRATORS_CHANNEL)).toEqual(news);
  });

  it('resume at an api process that started later, with the id of the first', async () => {
    const [projector, first] = [await publisher(), await api()];
    projector.publish({ position: 5, changes: [] });
    projector.publish({ position: 7, changes: [change('ada', 'wallet')] });
    projector.publish({ position: 9, changes: [change('ada', 'history')] });
    await until(() => first.hub.position === 9);
    const { hub } = await api();
    expect(hub.position).toBe(9);
    expect(listen(hub, 7)).toEqual([{ position: 9, lists: ['history'] }]);
    expect(listen(hub, 5)).toEqual([{ position: 9, lists: ['wallet', 'history'] }]);
    expect(listen(hub, 9)).toEqual([]);
    expect(listen(hub, 3)).toEqual(['reset']);
  });

  it('are complete after an api process was briefly cut off', async () => {
    const projector = await publisher();
    const { hub, followed } = await api();
    projector.publish({ position: 1, changes: [] });
    await until(() => hub.position === 1);
    const ada = listen(hub);
    await server.kill();
    await until(() => !followed.connected() && !projector.connected());
    await server.start();
    await until(() => projector.connected());
    projector.publish({ position: 2, changes: [change('ada', 'wallet')] });
    await until(() => hub.position === 2);
    expect(ada).toEqual([{ position: 2, lists: ['wallet'] }]);
  });

  it('reset all browsers after changes while Redis was down', async () => {
    const projector = await publisher();
    const { hub } = await api();
    projector.publish({ position: 1, changes: [] });
    await until(() => hub.position === 1);
    const ada = listen(hub);
    await server.kill();
    await until(() => !projector.connected());
    projector.publish({ position: 4, changes: [change('ada', 'wallet')] });
    await server.start();
    // The projector publishes its position on reconnect, even without changes.
    await until(() => hub.position === 4);
    expect(ada).toEqual(['reset']);
    projector.publish({ position: 5, changes: [change('ada', 'history')] });
    await until(() => ada.length === 2);
    expect(ada[1]).toEqual({ position: 5, lists: ['history'] });
    expect(listen(hub, 1)).toEqual(['reset']);
  });

  it('continue after a flush of Redis', async () => {
    const projector = await publisher();
    const { hub } = await api();
    projector.publish({ position: 1, changes: [] });
    projector.publish({ position: 2, changes: [change('ada', 'wallet')] });
    await until(() => hub.position === 2);
    const ada = listen(hub);
    await server.flush();
    projector.publish({ position: 3, changes: [change('ada', 'history')] });
    await until(() => ada.length > 0);
    expect(ada).toEqual([{ position: 3, lists: ['history'] }]);
    const late = await api();
    expect(late.hub.position).toBe(3);
    expect(listen(late.hub, 2)).toEqual([{ position: 3, lists: ['history'] }]);
    expect(listen(late.hub, 1)).toEqual(['reset']);
  });

  it('give the position to an api process that starts after a flush, without new changes', async () => {
    const [projector, first] = [await publisher(100), await api()];
    projector.publish({ position: 8, changes: [] });
    await until(() => first.hub.position === 8);
    await server.flush();
    const { hub } = await api();
    await until(() => hub.position === 8);
  });

  it('reset browsers when a projector died between commit and publish', async () => {
    const dying = await publisher();
    const { hub } = await api();
    dying.publish({ position: 1, changes: [] });
    await until(() => hub.position === 1);
    const ada = listen(hub);
    const standby = await publisher();
    standby.publish({ position: 6, changes: [] });
    standby.publish({ position: 7, changes: [change('ada', 'wallet')] });
    await until(() => hub.position === 7);
    expect(ada).toEqual(['reset', { position: 7, lists: ['wallet'] }]);
  });

  it('recover from a Redis that hung with open connections', async () => {
    const projector = await publisher();
    const { hub } = await api();
    projector.publish({ position: 1, changes: [] });
    await until(() => hub.position === 1);
    server.freeze();
    projector.publish({ position: 2, changes: [change('ada', 'wallet')] });
    await sleep(500);
    server.thaw();
    await until(() => hub.position === 2);
  });

  it('close while Redis is down, with commands pending', async () => {
    const { followed } = await api();
    await server.kill();
    await until(() => !followed.connected());
    // `close` must end although the connection waits for a Redis that never comes back.
    await followed.close();
    expect(followed.connected()).toBe(false);
  });
});
