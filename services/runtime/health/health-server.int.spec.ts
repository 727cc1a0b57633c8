import { afterEach, expect, it } from '@jest/globals';
import { VERSION } from '../../../infra/process/version.js';
import { serveHealth, type HealthServer } from './health-server.js';

const ANYBODY = { allows: () => true };

let server: HealthServer | undefined;
afterEach(() => server?.close());

const get = async (path: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`http://127.0.0.1:${server?.port}${path}`);
  return { status: answer.status, text: await answer.text() };
};

it('reports that a process runs, whether it is ready, and why not', async () => {
  const problems: string[] = [];
  server = await serveHealth(
    { host: '127.0.0.1', port: 0 },
    { problems: () => problems, facts: () => ({ position: 7, role: 'worker', oldest: null }) },
    ANYBODY,
  );
  expect((await get('/healthz')).status).toBe(200);
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
  expect((await get('/healthz')).status).toBe(200);
  const unready = await get('/readyz');
  expect(unready.status).toBe(503);
  expect(JSON.parse(unready.text)).toMatchObject({ status: false, problems });
  const metrics = await get('/metrics');
  expect(metrics.text).toMatch(/^ledger_position 7$/m);
  expect(metrics.text).toMatch(/^ledger_ready 0$/m);
  expect((await get('/api/buycard/')).status).toBe(404);
});

it('reports an unknown number as missing', async () => {
  let oldest: number | null = 1_800;
  server = await serveHealth(
    { host: '127.0.0.1', port: 0 },
    { problems: () => [], facts: () => ({ oldest }) },
    ANYBODY,
  );
  expect((await get('/metrics')).text).toMatch(/^ledger_oldest 1800$/m);
  oldest = null;
  expect((await get('/metrics')).text).toMatch(/^ledger_oldest Nan$/m);
});

it('fails with one line when its port is taken', async () => {
  const health = { problems: () => [], facts: () => ({}) };
  server = await serveHealth({ host: '127.0.0.1', port: 0 }, health, ANYBODY);
  await expect(serveHealth({ host: '127.0.0.1', port: server.port }, health, ANYBODY)).rejects.toThrow(
    `port ${server.port} is in use: set HEALTH_PORT to another one`,
  );
});

it('tells a stranger only whether it is ready', async () => {
  server = await serveHealth(
    { host: '127.0.0.1', port: 0 },
    { problems: () => ['Redis at redis:6379 is away'], facts: () => ({ position: 7 }) },
    { allows: ({ remoteAddress }) => remoteAddress !== '127.0.0.1' },
  );
  expect(await get('/readyz')).toEqual({ status: 503, text: JSON.stringify({ status: false }) });
  expect((await get('/metrics')).status).toBe(404);
});
