import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess, startStandalone } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';
import { accountNumberOf, eventually, send, signIn } from '../testing/callers.js';

const quiet = { DEMO_DATA: '0', SANDBOX: '0' };
const MAIN = 'app/standalone.js';
const START = fileURLToPath(new URL('../../../../infra/start/', import.meta.url));
/** Has its own processes: it misconfigures and ends them. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'starting-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a program that must refuse to start. Returns exit code and output. */
async function refused(
  environment: Record<string, string>,
): Promise<{ code: number | null; lines: string[] }> {
  const running = startProcess(MAIN, '', { ...quiet, ...environment });
  await once(running.child, 'close');
  return { code: running.child.exitCode, lines: running.output().trim().split('\n') };
}

describe('a start that cannot succeed says in one line what to do', () => {
  it('when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, lines } = await refused({ DATA_DIR: join(folder, 'port'), PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`${port}`)]);
    expect(lines[0]).toMatch(/in use.*PORT/);
  });

  it('when the port of the sandbox is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, lines } = await refused({
      DATA_DIR: join(folder, 'sandbox-port'),
      PORT: '0',
      SANDBOX: '1',
      SANDBOX_PORT: String(port),
    });
    taken.close();
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`${port} is in use.*SANDBOX_PORT`))]);
  });

  it('when the data directory cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { code, lines } = await refused({ DATA_DIR: join(file, 'data'), PORT: '0' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('DATA_DIR')]);
  });

  it('when Node is too old', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['-e', `require(${JSON.stringify(`${START}require-node.cjs`)}).requireNode('18.20.0')`],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/Node 18\.20\.0 is too old: install Node 20\.19/),
    ]);
  });

  it('when Node is so old that it cannot read the rest', () => {
    const { scripts } = JSON.parse(readFileSync(`${START}../../package.json`, 'utf8')) as {
      scripts: Record<string, string>;
    };
    const begins = Object.values(scripts).filter((script) => script.includes('infra/start/'));
    expect(begins.length).toBeGreaterThan(8);
    for (const script of begins)
      for (const [, file] of script.matchAll(/infra\/start\/(\S+)/g)) expect(file).toBe('run.cjs');
    const newer = /\?\.|\?\?|[|&?]{2}=|node:|\bawait\b|^(import|export) |catch \{|#\w+\(/m;
    for (const file of ['run.cjs', 'require-node.cjs'])
      expect(readFileSync(`${START}${file}`, 'utf8')).not.toMatch(newer);
  });
});

it('exits with 0 and leaves nothing behind when stopped during the start', async () => {
  const dataDir = join(folder, 'half-started');
  const running = startProcess(MAIN, '', { ...quiet, DATA_DIR: dataDir, PORT: String(await freePort()) });
  await eventually(
    () => Promise.resolve(existsSync(join(dataDir, 'server.pid'))),
    (written) => written,
    { everyMs: 1 },
  );
  expect(await running.stop('SIGTERM')).toBe(0);
  expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
});

describe('a demonstration on port 0', () => {
  let running: Running;
  let dataDir: string;
  let sandboxUrl: string;
  let healthPort: string;
  let url: string;
  const signedIn = async () => (await signIn(url, 'customer@demo.test', 'Demo-pass-1')).headers;

  beforeAll(async () => {
    dataDir = join(folder, 'picked');
    const sandboxPort = String(await freePort());
    sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    healthPort = String(await freePort());
    running = startProcess(MAIN, '', {
      DATA_DIR: dataDir,
      PORT: '0',
      HEALTH_PORT: healthPort,
      SANDBOX_PORT: sandboxPort,
      LOG_LEVEL: 'error',
      // Longer than `STOP_WITHIN`, as `REQUEST_TIMEOUT` is: the stop must wait for neither.
      VENDOR_POST_TIMEOUT: '1h',
    });
    url = (await eventually(
      () => Promise.resolve(/address {7}(http:\/\/\S+)/.exec(running.output())?.[1]),
      (found) => found !== undefined,
    ))!;
  });
  afterAll(() => running?.stop('SIGKILL'));

  it('receives webhooks of the bank', async () => {
    const headers = await signedIn();
    const userData = async (): Promise<Record<string, unknown>> =>
      (await send(`${url}/api/user_data/`, 'POST', {}, headers)).body['user_data'] as never;
    const accountNumber = await accountNumberOf(userData);
    await send(`${sandboxUrl}/transfers`, 'POST', { accountNumber, amount: 5 });
    await eventually(userData, ({ user_wallet }) => user_wallet === 50_005);
  });

  it('answers for its health on a port of its own as on the port of the server', async () => {
    const healthUrl = `http://127.0.0.1:${healthPort}`;
    const namesAt = async (address: string): Promise<string[]> =>
      Object.keys((await (await fetch(`${address}/readyz`)).json()) as object);
    expect(await namesAt(healthUrl)).toEqual(await namesAt(url));
    expect((await fetch(`${healthUrl}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${healthUrl}/metrics`)).text()).toContain('\napi_requests_total{');
    expect((await fetch(`${healthUrl}/api/user_data/`)).status).toBe(404);
  });

  // A stop that exceeds its time limit exits with 1.
  it('ends with 0 while a vendor is silent and a caller never ends their call', async () => {
    const headers = await signedIn();
    const order = { amount: 100, network: 1, phone: '08031230300', transaction_pin: '4826' };
    expect((await send(`${url}/api/buycard/`, 'POST', order, headers)).status).toBe(200);
    const call = connect(Number(new URL(url).port), '127.0.0.1');
    call.on('error', () => undefined);
    call.write('POST /api/buycard/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
    call.write('content-length: 100\r\n\r\n{');
    await eventually(
      async () => (await send(`${sandboxUrl}/vendor-ledger?recipient=08031230300`, 'GET')).body,
      (rows) => (rows as unknown as unknown[]).length === 1,
    );
    // npm repeats the signal of the terminal.
    running.child.kill('SIGINT');
    expect(await running.stop('SIGINT')).toBe(0);
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
  });

  it('leaves a ledger that production refuses, with a one-line message', async () => {
    const { code, lines } = await refused({
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://wallet.example',
      PORT: String(await freePort()),
      SANDBOX: '1',
      SANDBOX_PORT: String(await freePort()),
      MONNIFY_SECRET_KEY: 'a'.repeat(16),
      VTPASS_SECRET_KEY: 'b'.repeat(16),
      VTPASS_WEBHOOK_SECRET: 'c'.repeat(16),
    });
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/password everybody knows.*admin@demo\.test/);
  });
});

describe('a running server', () => {
  let running: Running;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = join(folder, 'running');
    running = await startStandalone({ ...quiet, DATA_DIR: dataDir });
  });
  afterAll(() => running.stop('SIGKILL'));

  it('writes its process id', () => {
    expect(Number(readFileSync(join(dataDir, 'server.pid'), 'utf8'))).toBe(running.child.pid);
  });

  it('keeps a second one off its data directory', async () => {
    const { code, lines } = await refused({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(String(running.child.pid));
  });

  it('keeps a second one off though its lock file was deleted, and ends itself', async () => {
    // A paused server cannot end before the second one looks.
    running.child.kill('SIGSTOP');
    rmSync(join(dataDir, 'writer.lock'));
    const { code, lines } = await refused({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^a server answers on DATA_DIR .* stop the server/)],
    ]);
    const ended = once(running.child, 'exit');
    running.child.kill('SIGCONT');
    expect(await ended).toEqual([1, null]);
    expect(running.output()).toMatch(
      /writer\.lock was deleted or replaced, so another process may use DATA_DIR/,
    );
  });
});
