import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { MONNIFY_KEYS, newReference, vtpassKeys } from './testing/sandbox-fixture.js';
import { freePort } from '../../infra/testing/product.js';
import { until } from '../../infra/testing/until.js';

let dataDir: string;
let children: ChildProcess[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) await ended(child, 'SIGKILL');
  await rm(dataDir, { recursive: true });
});

function start(environment: Record<string, string>): ChildProcess {
  const main = fileURLToPath(new URL('../../app/sandbox.js', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, SANDBOX_LATENCY_MS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  await once(child, 'exit');
  return child.exitCode;
}

async function listening(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => (await fetch(url).catch(() => undefined))?.status === 200,
    'the sandbox has started',
  );
  return url;
}

interface Row {
  readonly requestId: string;
  readonly posts: number;
}

describe('the sandbox as a process', () => {
  it('loses no acknowledged payment in three kills, and executes none twice', async () => {
    const port = await freePort();
    const acknowledged = new Set<string>();
    let posted = 0;
    for (let round = 0; round < 3; round++) {
      const child = start({ SANDBOX_PORT: String(port) });
      const url = await listening(port);
      let alive = true;
      const buyers = Array.from({ length: 16 }, async () => {
        while (alive) {
          const reference = newReference();
          posted++;
          const body = JSON.stringify({
            request_id: reference,
            serviceID: 'mtn',
            amount: 100,
            phone: '08031230001',
          });
          const headers = { 'content-type': 'application/json', ...vtpassKeys() };
          const answer = await fetch(`${url}/api/pay`, { method: 'POST', headers, body }).catch(
            () => undefined,
          );
          if (answer?.status === 200) acknowledged.add(reference);
        }
      });
      const enough = acknowledged.size + 50;
      await until(() => acknowledged.size >= enough, 'enough is acknowledged');
      await ended(child, 'SIGKILL');
      alive = false;
      await Promise.all(buyers);
    }
    const last = start({ SANDBOX_PORT: String(port) });
    const rows = (await (await fetch(`${await listening(port)}/vendor-ledger`)).json()) as Row[];
    const executed = new Set(rows.map(({ requestId }) => requestId));
    expect(acknowledged.size).toBeGreaterThan(100);
    expect([...acknowledged].filter((reference) => !executed.has(reference))).toEqual([]);
    expect(executed.size).toBe(rows.length);
    expect(rows.length).toBeLessThanOrEqual(posted);
    expect(rows.every(({ posts }) => posts === 1)).toBe(true);
    expect(await ended(last, 'SIGTERM')).toBe(0);
  });

  it('refuses to start in production by default', async () => {
    const port = String(await freePort());
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://wallet.example',
      SANDBOX_PORT: port,
      MONNIFY_API_KEY: 'key-of-the-merchant',
      MONNIFY_SECRET_KEY: 'secret-of-the-merchant',
      MONNIFY_CONTRACT_CODE: '7059707855',
      VTPASS_API_KEY: 'key-of-the-vendor',
      VTPASS_PUBLIC_KEY: 'public-of-the-vendor',
      VTPASS_SECRET_KEY: 'secret-of-the-vendor',
      VTPASS_WEBHOOK_SECRET: 'a-secret-path-segment',
      MONNIFY_URL: 'https://api.monnify.example',
      VENDORS_FILE: 'vendors.json',
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'no-reply@wallet.example',
    };
    const refused = start(production);
    let said = '';
    refused.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(refused, 'close')) as [number];
    expect(code).toBe(1);
    expect(said).toContain('SANDBOX=1');
    start({ ...production, SANDBOX: '1' });
    expect(await listening(Number(port))).toContain(port);
  });
});

describe('the sandbox as a thread', () => {
  const workerData = { port: 0, latencyMs: 0, webhookUrls: {}, secrets: MONNIFY_KEYS };

  it('reports its address, and stops on request', async () => {
    const thread = new Worker(new URL('./sandbox.thread.js', import.meta.url), {
      workerData: { ...workerData, dataDir },
    });
    const [report] = (await once(thread, 'message')) as [{ listening: true; url: string }];
    expect(report).toEqual({ listening: true, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
    expect((await fetch(report.url)).status).toBe(200);
    thread.postMessage({ stop: true });
    expect(await once(thread, 'exit')).toEqual([0]);
  });

  it('reports why it does not listen', async () => {
    const thread = new Worker(new URL('./sandbox.thread.js', import.meta.url), {
      workerData: { ...workerData, dataDir, host: '0.0.0.0' },
    });
    expect(await once(thread, 'message')).toEqual([
      { failed: 'The sandbox listens on loopback only, not on 0.0.0.0.' },
    ]);
    expect(await once(thread, 'exit')).toEqual([0]);
  });
});
