import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Line {
  readonly roundTripMs: number;
  /** Towards the browser, shared by all its connections. */
  readonly bitsPerSecond: number;
}

/** Slow 4G as in Lighthouse's `mobileSlow4G`: 150 ms round trip, 1.6 Mbit/s. */
export const SLOW_4G: Line = { roundTripMs: 150, bitsPerSecond: 1.6 * 1_024 * 1_024 };

export interface SlowLine {
  /** Address for the browser. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a port that leads to `target` over a slow line. Unlike a browser's own throttling, it also slows service
 * workers.
 * Each new connection costs a round trip.
 */
export async function openSlowLine(port: number, target: string, line: Line): Promise<SlowLine> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const lane = new Lane(line.bitsPerSecond);
  const server: Server = createServer({ noDelay: true }, (browser) => {
    const upstream = connect({ host: hostname, port: Number(targetPort), noDelay: true });
    const oneWayMs = line.roundTripMs / 2;
    // The handshake takes a round trip before any data.
    const openedAt = performance.now() + line.roundTripMs;
    carry(browser, upstream, () => Math.max(openedAt, performance.now()) + oneWayMs);
    carry(upstream, browser, (bytes) => lane.free(bytes) + oneWayMs);
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Bandwidth shared by all connections, one piece after another. */
class Lane {
  #freeAt = 0;

  constructor(private readonly bitsPerSecond: number) {}

  /** Time at which `bytes` have passed, by `performance.now()`. */
  free(bytes: number): number {
    const startsAt = Math.max(this.#freeAt, performance.now());
    this.#freeAt = startsAt + (bytes * 8 * 1_000) / this.bitsPerSecond;
    return this.#freeAt;
  }
}

/** @param arrivesAt by `performance.now()` */
function carry(from: Socket, to: Socket, arrivesAt: (bytes: number) => number): void {
  let before = Promise.resolve();
  const later = (at: number, work: () => void): void => {
    before = before.then(async () => {
      await sleep(Math.max(0, at - performance.now()));
      if (!to.destroyed) work();
    });
  };
  from.on('data', (piece: Buffer) => later(arrivesAt(piece.length), () => to.write(piece)));
  from.on('end', () => later(arrivesAt(0), () => to.end()));
  for (const end of ['error', 'close'] as const) from.on(end, () => later(arrivesAt(0), () => to.destroy()));
}
