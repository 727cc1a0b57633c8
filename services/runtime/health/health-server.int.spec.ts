import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from '@jest/globals';
import { VERSION } from '../../../infra/process/version.js';
import { PATIENCE_MS, until } from '../../../infra/testing/until.js';
import type { Health } from './health.js';
import { pagesOf } from './health-pages.js';
import type { Config } from '../config.js';
import { requireHealthPort, serveHealth, type HealthServer, type ServeHealth } from './health-server.js';

let server: HealthServer | undefined;
afterEach(() => server?.close());

const serve = async (health: Health, options: Partial<ServeHealth> = {}): Promise<HealthServer> =>
  (server = await serveHealth(
    { host: '127.0.0.1', port: 0, access: { production: false }, lateAfterMs: PATIENCE_MS, ...options },
    pagesOf(health),
  ));

const get = async (path: string, headers = {}): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`http://127.0.0.1:${server?.port}${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** Reads a page until it shows the state of the process, because a busy process is shown as it was. */
const untilShown = (path: string, text: RegExp | string): Promise<void> =>
  until(async () => (await get(path)).text.search(text) >= 0, `${path} with ${String(text)}`);

it('reports that a process runs, whether it is ready, and why not', async () => {
  const problems: string[] = [];
  await serve({
    problems: () => problems,
    facts: () => ({ position: 7, role: 'worker', oldest: null }),
  });
  expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":true}' });
  expect(await get('/readyz')).toEqual({
    status: 200,
    text: JSON.stringify({
      status: true,
      version: VERSION,
      problems: [],
      position: 7,
      role: 'worker',
      oldest: null,
    }),
  });
  problems.push('Redis at redis:6379 is away');
  await untilShown('/readyz', 'Redis');
  expect((await get('/healthz')).status).toBe(200);
  const unready = await get('/readyz');
  expect(unready.status).toBe(503);
  expect(JSON.parse(unready.text)).toMatchObject({ status: false, problems });
  await untilShown('/metrics', /^ledger_ready 0$/m);
  await untilShown('/metrics', /^ledger_position 7$/m);
  expect((await get('/api/buycard/')).status).toBe(404);
});

it('reports an unknown number as missing', async () => {
  let oldest: number | null = 1_800;
  await serve({ problems: () => [], facts: () => ({ oldest }) });
  await untilShown('/metrics', /^ledger_oldest 1800$/m);
  oldest = null;
  await untilShown('/metrics', /^ledger_oldest Nan$/m);
});

it('shows the pages of a role as soon as the role has them', async () => {
  let pages: Health['pages'];
  await serve({
    problems: () => ['starting'],
    facts: () => ({}),
    get pages() {
      return pages;
    },
  });
  await untilShown('/readyz', 'starting');
  pages = {
    readiness: () => ({ status: true, problems: [], parked: 3 }),
    metrics: () => Promise.resolve('live_connections 5\n'),
  };
  await untilShown('/readyz', /^{"status":true,"problems":\[\],"parked":3}$/);
  await untilShown('/metrics', /^live_connections 5$/m);
});

it('reports a readiness that cannot be read', async () => {
  const unreadable = {
    readiness: () => Promise.reject(new Error('closed')),
    metrics: () => Promise.resolve(''),
  };
  await serve({ problems: () => [], facts: () => ({}), pages: unreadable });
  expect(await get('/readyz')).toEqual({
    status: 503,
    text: '{"status":false,"problems":["the readiness is not known: closed"]}',
  });
});

it('fails with one line when its port is taken', async () => {
  const health = { problems: () => [], facts: () => ({}) };
  const first = await serve(health);
  await expect(serve(health, { port: first.port })).rejects.toThrow(
    `port ${first.port} is in use: set HEALTH_PORT to another one`,
  );
});

it('is refused the port of the server', async () => {
  const ports = { HOST: '127.0.0.1', PORT: 8_080, HEALTH_PORT: 8_080 } as Config;
  await expect(requireHealthPort(ports)).rejects.toThrow(/^HEALTH_PORT: must be another port than PORT$/);
});

it('tells a stranger only whether it is ready', async () => {
  await serve(
    { problems: () => ['Redis at redis:6379 is away'], facts: () => ({ position: 7 }) },
    { access: { production: true, METRICS_TOKEN: 'a-token-of-the-monitor' } },
  );
  const stranger = { 'x-forwarded-for': '203.0.113.7' };
  expect(await get('/readyz', stranger)).toEqual({ status: 503, text: JSON.stringify({ status: false }) });
  expect((await get('/metrics', stranger)).status).toBe(404);
  const monitor = { ...stranger, authorization: 'Bearer a-token-of-the-monitor' };
  expect((await get('/readyz', monitor)).text).toContain('Redis');
  expect((await get('/metrics', monitor)).text).toMatch(/^ledger_position 7$/m);
});

/** Requests `path` from a thread until `wanted` holds for the answer, while the main thread stands still. */
function askWhileBlocked(
  path: string,
  wanted: { status: number; text: string },
): { status: number; text: string } {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const answer = new Uint8Array(new SharedArrayBuffer(65_536));
  const client = new Worker(
    `const { workerData: { url, wanted, flag, answer } } = require('node:worker_threads');
    (async () => {
      for (;;) {
        const got = await fetch(url).then(async (one) => ({ status: one.status, text: await one.text() }));
        if (got.status !== wanted.status || !got.text.includes(wanted.text)) continue;
        const bytes = new TextEncoder().encode(JSON.stringify(got));
        answer.set(bytes);
        Atomics.store(flag, 0, bytes.length);
        return Atomics.notify(flag, 0);
      }
    })();`,
    { eval: true, workerData: { url: `http://127.0.0.1:${server?.port}${path}`, wanted, flag, answer } },
  );
  // Block this thread until the answer arrives. If this thread had to answer, the wait would time out.
  const woken = Atomics.wait(flag, 0, 0, PATIENCE_MS);
  void client.terminate();
  if (woken === 'timed-out') throw new Error(`no answer ${wanted.status} while the main thread is blocked`);
  return JSON.parse(new TextDecoder().decode(answer.slice(0, Atomics.load(flag, 0)))) as never;
}

it('answers with the last pages while the main thread is blocked', async () => {
  await serve({ problems: () => [], facts: () => ({ position: 7 }) });
  expect(askWhileBlocked('/healthz', { status: 200, text: 'true' }).text).toBe('{"status":true}');
  expect(JSON.parse(askWhileBlocked('/readyz', { status: 200, text: '' }).text)).toMatchObject({
    position: 7,
  });
  const { text } = askWhileBlocked('/metrics', { status: 200, text: '' });
  expect(text).toMatch(/^ledger_position 7$/m);
  expect(text).toMatch(/^ledger_metrics_age_seconds \d/m);
});

it('reports a main thread that is blocked for too long, until it runs again', async () => {
  await serve({ problems: () => [], facts: () => ({ position: 7 }) }, { lateAfterMs: 2_000 });
  const blocked = JSON.parse(askWhileBlocked('/readyz', { status: 503, text: '' }).text) as Record<
    string,
    unknown
  >;
  expect(blocked).toMatchObject({ status: false, position: 7 });
  expect(blocked['problems']).toEqual([expect.stringMatching(/^the main thread has been busy for \d+ s$/)]);
  expect(askWhileBlocked('/healthz', { status: 503, text: '' }).text).toBe('{"status":false}');
  await until(async () => (await get('/healthz')).status === 200, 'a main thread that runs');
  await untilShown('/readyz', '"problems":\\[\\]');
});
