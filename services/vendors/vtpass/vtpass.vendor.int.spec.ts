import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import { sandboxApiKey } from '../../sandbox/start-sandbox.js';
import { describeVendor } from '../testing/vendor.contract.js';
import type { VendorAttempt } from '../vendor-adapter.js';
import { createVtpassVendor } from './vtpass.vendor.js';
import { IMPATIENT, OPEN, openVendorFixture, PATIENT } from '../testing/sandbox-fixture.js';

const KEYS = { apiKey: sandboxApiKey(1), publicKey: 'public', secretKey: 'secret' };

const attempt = (vendorReference: string): VendorAttempt => ({
  vendorReference,
  request: { service: 'airtime', network: 1, phone: '08031231111', amount: 10_000n },
});

describeVendor('vtpass', () =>
  openVendorFixture(
    (url, timeouts) => createVtpassVendor({ baseUrl: url, ...KEYS, ...timeouts }),
    (ending) => ({ service: 'airtime', network: 1, phone: `0803123${ending}`, amount: 10_050n }),
  ),
);

describe('an unreachable vendor', () => {
  it('fails without a charge when not one byte was sent', async () => {
    const closed = await listen(() => undefined);
    await closed.close();
    const vendor = createVtpassVendor({ baseUrl: closed.url, ...KEYS, ...PATIENT });
    expect(await vendor.dispatch({ ...attempt('202601010000a'), window: OPEN })).toEqual({
      outcome: 'failed',
      charged: false,
      code: 'UNREACHABLE',
      blame: 'biller',
    });
    expect(await vendor.query(attempt('202601010000a'))).toMatchObject({ outcome: 'unknown' });
    expect(await vendor.balance()).toBeUndefined();
    await vendor.close();
  });

  it('fails without a charge when its name does not resolve', async () => {
    const vendor = createVtpassVendor({ baseUrl: 'http://vendor.invalid', ...KEYS, ...PATIENT });
    expect(await vendor.dispatch({ ...attempt('202601010000b'), window: OPEN })).toMatchObject({
      outcome: 'failed',
      charged: false,
    });
    await vendor.close();
  });
});

describe('a vendor that misbehaves after the first byte', () => {
  let posts = 0;
  let fake: Awaited<ReturnType<typeof listen>>;
  let reply: (socket: Socket) => void = () => undefined;
  beforeAll(async () => {
    fake = await listen((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        posts += data.toString().split('POST /api/pay').length - 1;
        reply(socket);
      });
    });
  });
  afterAll(() => fake.close());

  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  it.each<[string, (socket: Socket) => void]>([
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
    ['says nothing', () => undefined],
    ['stops half way', (socket) => socket.end(`${HEAD}content-length: 100\r\n\r\n{"code":"016"`)],
    ['never ends', (socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n{"code":"016"`)],
    ['trickles', (socket) => trickle(socket, `${HEAD}content-length: 5000\r\n\r\n`)],
    ['speaks no HTTP', (socket) => socket.end('016 FAILED\r\n\r\n')],
    ['floods', (socket) => socket.write(`${HEAD}content-length: 9000000\r\n\r\n${' '.repeat(1_000_000)}`)],
    [
      'answers another request',
      (socket) => socket.end(answer('{"code":"016","requestId":"202601010000zzz"}')),
    ],
    ['answers a list', (socket) => socket.end(answer('[{"code":"016"}]'))],
  ])('%s: the outcome is unknown and the POST was sent once', async (_what, misbehave) => {
    posts = 0;
    reply = misbehave;
    const vendor = createVtpassVendor({ baseUrl: fake.url, ...KEYS, ...IMPATIENT });
    let calls = 0;
    // On a busy machine, the timeout may end before the vendor has read anything.
    for (; posts === 0; calls += 1)
      expect(await vendor.dispatch({ ...attempt('202601010000c'), window: OPEN })).toMatchObject({
        outcome: 'unknown',
      });
    expect(posts).toBeLessThanOrEqual(calls);
    await vendor.close();
  });

  const answer = (body: string): string => `${HEAD}content-length: ${body.length}\r\n\r\n${body}`;
});

function trickle(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(' '), 50);
  socket.on('close', () => clearInterval(timer));
}

async function listen(onSocket: (socket: Socket) => void): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
