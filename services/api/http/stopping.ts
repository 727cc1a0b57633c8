import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { startRepeating, startTimer } from '../../../infra/host/timers.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { LiveConnections } from './live-connections.js';

const IDLE_SWEEP_MS = 50;

/**
 * A stop in order: what is under way is finished; new calls on connections that are still open are told to come back,
 * and those connections are closed; what takes too long is cut off.
 */
export class Stopping implements BeforeApplicationShutdown {
  private stopping = false;
  /** Connections over which nothing was asked yet: browsers open some for later. */
  private readonly unused = new Set<Socket>();

  constructor(
    private readonly server: FastifyInstance,
    private readonly live: LiveConnections,
    private readonly patienceMs: number,
  ) {
    server.addHook('onRequest', (_request, _reply, done) =>
      this.stopping ? done(new RuleBroken('SHUTTING_DOWN')) : done(),
    );
    server.server.on('connection', (socket: Socket) => {
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    server.server.on('request', ({ socket }) => this.unused.delete(socket));
  }

  get begun(): boolean {
    return this.stopping;
  }

  /** Called by `app.close()` before the server stops listening. */
  beforeApplicationShutdown(): void {
    if (this.stopping) return;
    this.stopping = true;
    this.live.close();
    const { server } = this.server;
    // A connection whose last call has just been answered would otherwise stay until its keep-alive ends.
    const sweep = startRepeating(() => {
      server.closeIdleConnections();
      // Node waits a minute for the first call of a connection, and calls it idle only after that one.
      for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
    }, IDLE_SWEEP_MS);
    const patience = startTimer(() => server.closeAllConnections(), this.patienceMs);
    server.once('close', () => {
      sweep.cancel();
      patience.cancel();
    });
  }
}
