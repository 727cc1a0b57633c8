import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { followRedisLive, type FollowedLive } from '../../infra/live/follow-redis-live.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { openRedisLivePublisher, type LivePublisher } from '../../infra/live/open-redis-live-publisher.js';
import { openRedisSessions, type RedisSessions } from '../../infra/sessions/open-redis-sessions.js';
import { startRedisServer, type RedisServer } from '../../infra/testing/redis-server.js';
import { describeWithOwnRedis } from '../../infra/testing/redis-under-test.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_API_TOKEN } from './testing/stub-people.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';

interface Process {
  readonly api: TestApi;
  readonly shared: RedisSessions;
  readonly live: FollowedLive;
}

const AIRTIME = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };

describeWithOwnRedis('two api processes', () => {
  let server: RedisServer;
  let projector: LivePublisher;
  let one: Process;
  let two: Process;
  const start = async (): Promise<Process> => {
    const liveHub = new LiveHub();
    const live = await followRedisLive({ url: server.url, liveHub });
    const shared = await openRedisSessions({
      url: server.url,
      connectMs: PATIENCE_MS,
      commandMs: PATIENCE_MS,
    });
    const { sessions, sharedWrites } = shared;
    const stores = { sessions, sharedWrites, liveHub };
    return { api: await startTestApi({ LIST_WAIT: '4m' }, undefined, stores), shared, live };
  };
  beforeEach(async () => {
    server = await startRedisServer();
    projector = await openRedisLivePublisher({
      url: server.url,
      connectMs: PATIENCE_MS,
      commandMs: PATIENCE_MS,
    });
    [one, two] = [await start(), await start()];
  });
  afterEach(async () => {
    for (const { api, shared, live } of [one, two]) {
      await api.app.close();
      await Promise.all([shared.close(), live.close()]);
    }
    await projector.close();
    await server.remove();
  });

  /** Reads an event stream; `text()` returns its content so far. */
  const listen = async (api: TestApi, cookie: string, lastEventId?: string) => {
    const leaving = new AbortController();
    const headers = { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
    const answer = await fetch(new URL('/api/live', api.url), { headers, signal: leaving.signal });
    let text = '';
    let ended = false;
    const reading = (async () => {
      for await (const chunk of answer.body!) text += Buffer.from(chunk).toString();
      ended = true;
    })().catch(() => undefined);
    const leave = (): Promise<void> => {
      leaving.abort();
      return reading;
    };
    return { text: () => text, ended: () => ended, leave };
  };

  it('accept a login at the other process, and refuse a logged-out session', async () => {
    const { accessToken, ...browser } = await one.api.browser('customer');
    expect(accessToken).toBeTruthy();
    expect((await two.api.post('/api/session/', {}, browser)).status).toBe(200);
    expect((await one.api.post('/api/logout/', {}, browser)).status).toBe(200);
    for (const { api } of [one, two])
      expect((await api.post('/api/session/', {}, browser)).body['code']).toBe('SESSION_EXPIRED');
  });

  it('end sessions in both when the password changes in one', async () => {
    const browsers = [await one.api.browser('customer'), await two.api.browser('customer')];
    await two.api.product.sessions.endAll('customer');
    for (const { cookie } of browsers)
      for (const { api } of [one, two])
        expect((await api.post('/api/session/', {}, { cookie: cookie! })).status).toBe(401);
  });

  it('end the live connection of a browser that logs out at the other', async () => {
    const { accessToken, ...browser } = await one.api.browser('customer');
    expect(accessToken).toBeTruthy();
    const heard = await listen(two.api, browser['cookie']!);
    await until(() => heard.text().includes('event: heartbeat'));
    await one.api.post('/api/logout/', {}, browser);
    await until(heard.ended);
    expect(heard.text()).toContain('event: end');
  });

  it('accept a position of the other when a browser reconnects', async () => {
    const { cookie } = await one.api.browser('customer');
    projector.publish({ position: 3, changes: [] });
    projector.publish({ position: 4, changes: [{ userId: 'customer', list: 'wallet' }] });
    projector.publish({ position: 6, changes: [{ userId: 'customer', list: 'history' }] });
    await until(() => two.api.product.liveHub.position === 6);
    const heard = await listen(two.api, cookie!, '4');
    await until(() => heard.text().includes('history'));
    expect(heard.text()).not.toMatch(/reset|wallet/);
    await heard.leave();
  });

  it('show in one a purchase made in the other: the list waits for the projection', async () => {
    const { accessToken, ...browser } = await one.api.browser('customer');
    expect(accessToken).toBeTruthy();
    projector.publish({ position: 1, changes: [] });
    await until(() => two.api.product.liveHub.position === 1);
    expect((await one.api.post('/api/buycard/', AIRTIME, browser)).status).toBe(200);
    two.api.product.lastPosition = 2;
    const waits = jest.spyOn(two.api.product.liveHub, 'waitFor');
    let shown = false;
    const list = two.api.post('/api/user_airtime_transactions/', {}, browser).finally(() => (shown = true));
    await until(() => waits.mock.calls.length === 1);
    expect(shown).toBe(false);
    projector.publish({ position: 2, changes: [] });
    expect((await list).body['position']).toBe(2);
    // The projection caught up during the wait.
    expect(await waits.mock.results[0]!.value).toBe(true);
  });

  it('answer 503 to a cookie while Redis is away, without a login prompt, and recover', async () => {
    const { accessToken, ...browser } = await one.api.browser('customer');
    expect(accessToken).toBeTruthy();
    await server.kill();
    await until(() => !one.shared.connected());
    const answer = await one.api.post('/api/session/', {}, browser);
    expect([answer.status, answer.body['code']]).toEqual([503, 'SESSIONS_UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect((await one.api.post('/api/buycard/', AIRTIME, browser)).status).toBe(503);
    expect(one.api.product.orders).toEqual([]);
    // Calls without a session still work.
    expect((await one.api.get('/healthz')).status).toBe(200);
    const bearer = { authorization: `Bearer ${STUB_API_TOKEN}` };
    expect((await one.api.post('/api/buycard/', AIRTIME, bearer)).status).toBe(200);
    await server.start();
    await until(() => one.shared.connected());
    expect((await one.api.post('/api/session/', {}, browser)).status).toBe(200);
  });
});
