import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { until } from '../../../infra/testing/until.js';
import { LiveConnections } from './live-connections.js';

/** Server for a browser on a real socket, and for a client that writes bytes by hand. */
let server: FastifyInstance;
let live: LiveConnections;
let hub: LiveHub;
let browser: Socket;
/** Socket at the server's end of the connection. */
let socket: Socket;
/** Errors of writes after the end. An unhandled one would end the process. */
let faults: unknown[];
let endSession: (sessionId: string) => void;
/** Replaces the look-up of the caller, to delay it. */
let lookUp: () => Promise<void>;
let asked: number;

beforeEach(async () => {
  [faults, asked, lookUp] = [[], 0, () => Promise.resolve()];
  hub = new LiveHub();
  live = new LiveConnections(hub, {
    isAlive: () => true,
    onEnded: (listener) => void (endSession = listener),
  });
  server = fastify({ forceCloseConnections: true });
  server.get<{ Params: { session: string } }>('/live/:session', async (request, reply) => {
    reply.raw.on('error', (fault) => faults.push(fault));
    asked += 1;
    await lookUp();
    const { session } = request.params;
    live.open(
      { id: session, userId: 'ada', role: 'user', startedAt: 0, provenAt: 0, epoch: 0 },
      ['ada'],
      undefined,
      reply,
    );
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(server.server, 'connection') as Promise<[Socket]>;
  browser = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  [socket] = await connected;
});
afterEach(async () => {
  browser.destroy();
  live.close();
  await server.close();
});

const ask = (session: string): void =>
  void browser.write(`GET /live/${session} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
const change = (position: number): void =>
  hub.publish({ position, changes: [{ userId: 'ada', list: 'transactions' }] });
/** Stream errors arrive one turn of the event loop later. */
const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('writes nothing to an answer that ended behind another on the same socket, and drops both with the socket', async () => {
  ask('s1');
  ask('s2');
  await until(() => live.size === 2);
  endSession('s2');
  for (const position of [1, 2, 3]) change(position);
  await aTurn();
  expect([faults, live.size]).toEqual([[], 1]);
  browser.destroy();
  await until(() => live.size === 0);
});

it('drops an answer that never had its turn on its socket', async () => {
  ask('s1');
  ask('s2');
  await until(() => live.size === 2);
  browser.destroy();
  await until(() => live.size === 0);
});

it('writes nothing after the end to a browser that does not read', async () => {
  browser.pause();
  ask('s1');
  await until(() => live.size === 1);
  let position = 0;
  while (socket.writableLength === 0) for (let many = 0; many < 500; many += 1) change(++position);
  endSession('s1');
  change(++position);
  change(++position);
  await aTurn();
  expect([faults, live.size]).toEqual([[], 0]);
});

it('drops a browser that left during the look-up of its caller', async () => {
  let goOn = (): void => undefined;
  lookUp = () => new Promise((resolve) => (goOn = resolve));
  ask('s1');
  await until(() => asked === 1);
  browser.destroy();
  await until(() => socket.destroyed);
  goOn();
  await aTurn();
  expect([live.size, faults]).toEqual([0, []]);
});

it('lets one socket open one answer after another, for as long as it lives', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    ask(`s${turn}`);
    await until(() => live.size === 1);
    endSession(`s${turn}`);
  }
  expect([live.size, socket.listenerCount('close') < 10]).toEqual([0, true]);
});
