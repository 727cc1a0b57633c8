import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { LaneName } from '../../rate-limits/call-budgets.js';
import { AcceptQueue, waitingForAccept } from './accept-queue.js';

const LOOKS_MAX = 1_000;

/** Reason why a test on `host` is skipped, or undefined. */
async function lacking(host: string): Promise<string | undefined> {
  const table = host === '::1' ? '/proc/net/tcp6' : '/proc/net/tcp';
  if (!existsSync(table)) return `no ${table}`;
  const server = createServer().listen(0, host);
  try {
    await once(server, 'listening');
  } catch {
    return `no address ${host}`;
  }
  const { port } = server.address() as AddressInfo;
  const client = connect(port, host);
  // `connect` is called in the next tick. The server accepts only after this turn of the event loop.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  const waits = new RegExp(`:${local} \\S+ 0A 0+:0*1 `);
  const shown = holds(() => waits.test(readFileSync(table, 'utf8')));
  client.destroy();
  server.close();
  return shown ? undefined : `${table} shows no waiting connections`;
}

/** Does not return to the event loop, where the server would accept the connections. */
function holds(condition: () => boolean): boolean {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) if (condition()) return true;
  return false;
}

const hosts = await Promise.all(
  ['127.0.0.1', '::1'].map(async (host) => ({ host, lacks: await lacking(host) })),
);
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

describe('connections that wait for accept', () => {
  for (const { host, lacks } of hosts)
    (lacks ? it.skip : it)(
      `are counted on ${host} until the server accepts them${lacks ? `: ${lacks}` : ''}`,
      async () => {
        const server = createServer((socket) => sockets.push(socket)).listen(0, host);
        await once(server, 'listening');
        const address = server.address() as AddressInfo;
        expect(waitingForAccept(address)).toBe(0);
        for (let n = 0; n < 3; n += 1) sockets.push(connect(address.port, host));
        await new Promise<void>((resolve) => process.nextTick(resolve));
        expect(holds(() => waitingForAccept(address) === 3)).toBe(true);
        for (let n = 0; n < 3; n += 1) await once(server, 'connection');
        expect(waitingForAccept(address)).toBe(0);
        server.close();
      },
    );

  it('are none on a port that does not listen', () => {
    expect(waitingForAccept({ port: 0, family: 'IPv4' })).toBe(0);
  });
});

const LOOK_MS = 100;
const REFUSAL = 0.125;

/**
 * Server in virtual time. It makes a purchase in a millisecond and refuses one in `REFUSAL`. Every caller connects
 * again at once.
 */
function storm(callers: number, seconds: number, lane: LaneName = 'buy') {
  const queue = new AcceptQueue();
  let [bought, refused, longestMs] = [0, 0, 0];
  for (let look = 0; look < seconds * 10; look += 1) {
    let accepted = 0;
    for (let ms = 0; ms < LOOK_MS && accepted < callers * 10; accepted += 1)
      if (queue.refuses(lane)) [refused, ms] = [refused + 1, ms + REFUSAL];
      else [bought, ms] = [bought + 1, ms + 1];
    if (look > 20) longestMs = Math.max(longestMs, (callers * LOOK_MS) / accepted);
    queue.look(callers, accepted, accepted, LOOK_MS);
  }
  return { bought: bought / seconds, refused: refused / seconds, longestMs };
}

describe('callers who open a connection for each call', () => {
  it('are all served while they are accepted within a quarter of a second', () => {
    expect(storm(200, 20)).toMatchObject({ bought: 1_000, refused: 0 });
  });

  it('wait less than a second when they are many, and a third of the purchases is still made', () => {
    const { bought, longestMs } = storm(4_096, 20);
    expect(longestMs).toBeLessThan(1_000);
    expect(bought).toBeGreaterThan(330);
  });

  it('are refused nothing after a pause of half a second, nor when they are few', () => {
    const queue = new AcceptQueue();
    queue.look(500, 1, 1, 400);
    queue.look(450, 50, 50, LOOK_MS);
    expect(queue.refuses('read')).toBe(false);
    for (let looks = 0; looks < 50; looks += 1) queue.look(63, 1, 1, 1_000);
    expect(queue.refuses('read')).toBe(false);
  });

  it('cause no refusal when most of them send no call', () => {
    const queue = new AcceptQueue();
    for (let looks = 0; looks < 50; looks += 1) queue.look(4_096, 100, 49, LOOK_MS);
    expect(queue.refuses('read')).toBe(false);
  });

  it('are refused reads before purchases', () => {
    const queue = new AcceptQueue();
    for (let looks = 0; looks < 6; looks += 1) queue.look(4_096, 100, 100, LOOK_MS);
    const refusals = (lane: LaneName): number =>
      Array.from({ length: 100 }, () => queue.refuses(lane)).filter(Boolean).length;
    expect([refusals('read'), refusals('buy')]).toEqual([80, 0]);
    for (let looks = 0; looks < 4; looks += 1) queue.look(4_096, 100, 100, LOOK_MS);
    expect([refusals('read'), refusals('buy')]).toEqual([90, 70]);
    for (let looks = 0; looks < 8; looks += 1) queue.look(0, 0, 0, LOOK_MS);
    expect([refusals('read'), refusals('buy')]).toEqual([0, 0]);
  });
});
