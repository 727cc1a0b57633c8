import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxApiKey, startSandbox, type Sandbox, type SandboxOptions } from '../start-sandbox.js';
import { mintVtpassReference } from '../../vendors/vtpass/vtpass.client.js';
import { randomUUID } from 'node:crypto';
import { PATIENCE_MS } from '../../../infra/testing/until.js';

export interface Answer {
  readonly status: number;
  readonly text: string;
  // Body as JSON, whose shape each test knows.
  readonly json: Readonly<Record<string, unknown>>;
}

/** Sandbox on a folder of its own, which can be restarted. */
export interface SandboxFixture {
  readonly url: string;
  readonly dataDir: string;
  call(path: string, options?: RequestInit): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  pay(
    recipient: string,
    options?: { reference?: string; vendor?: number; amount?: unknown },
  ): Promise<Answer>;
  requery(reference: string, vendor?: number): Promise<Answer>;
  restart(changes?: Partial<SandboxOptions>): Promise<void>;
  close(): Promise<void>;
}

export const MONNIFY_KEYS = { monnifyApiKey: 'MK_TEST', monnifySecretKey: 'secret-of-the-merchant' };

export const newReference = (): string => mintVtpassReference(new Date(), new Date(), randomUUID());

export const vtpassKeys = (vendor = 1): Record<string, string> => ({
  'api-key': sandboxApiKey(vendor),
  'secret-key': 'secret',
  'public-key': 'public',
});

export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<SandboxFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  let current = {
    dataDir,
    port: 0,
    latencyMs: 0,
    webhookUrls: {},
    secrets: MONNIFY_KEYS,
    reverseAfterMs: 50,
    webhookRetryWaitsMs: [50, 50, 50, 50, 50],
    ...options,
  };
  let sandbox: Sandbox = await startSandbox(current);
  const call = async (path: string, request: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(sandbox.url + path, request);
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      json: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {},
    };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    get url() {
      return sandbox.url;
    },
    dataDir,
    call,
    post,
    pay: (recipient, { reference = newReference(), vendor = 1, amount = 100 } = {}) =>
      post(
        '/api/pay',
        { request_id: reference, serviceID: 'mtn', amount, phone: recipient },
        vtpassKeys(vendor),
      ),
    requery: (reference, vendor = 1) => post('/api/requery', { request_id: reference }, vtpassKeys(vendor)),
    async restart(changes = {}) {
      await sandbox.stop();
      current = { ...current, ...changes };
      sandbox = await startSandbox(current);
    },
    async close() {
      await sandbox.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export interface Delivery {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Receiver of webhooks whose answer can be set. */
export async function openReceiver(): Promise<{
  readonly url: string;
  readonly deliveries: Delivery[];
  answer: { status: number; body: string };
  close(): Promise<void>;
}> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      deliveries.push({ body, headers: request.headers });
      response
        .writeHead(receiver.answer.status, { 'content-type': 'application/json' })
        .end(receiver.answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    answer: { status: 200, body: '{"response":"success"}' },
    close: () =>
      new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
  return receiver;
}

/** Repeats the check for up to five seconds, until it passes. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const endsAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
