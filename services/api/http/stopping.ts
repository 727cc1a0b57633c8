import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { startRepeating, startTimer } from '../../../infra/host/timers.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { LiveConnections } from './live-connections.js';

const IDLE_SWEEP_MS = 50;

/**
 * New calls get `SHUTTING_DOWN`, running calls finish, and idle connections are closed. After `patienceMs`,
 * all remaining connections are cut.
 */
export class Stopping implements BeforeApplicationShutdown {
  private stopping = false;
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

  beforeApplicationShutdown(): void {
    if (this.stopping) return;
    this.stopping = true;
    this.live.close();
    const { server } = this.server;
    // Close idle connections repeatedly, because a connection becomes idle when its last answer is
    // sent.
    const sweep = startRepeating(() => {
      server.closeIdleConnections();
      // `closeIdleConnections` would leave connections that have never sent a request open for a minute.
      for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
    }, IDLE_SWEEP_MS);
    const patience = startTimer(() => server.closeAllConnections(), this.patienceMs);
    server.once('close', () => {
      sweep.cancel();
      patience.cancel();
    });
  }
}
