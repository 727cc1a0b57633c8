import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
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

  constructor(
    private readonly server: FastifyInstance,
    private readonly live: LiveConnections,
    private readonly patienceMs: number,
  ) {
    server.addHook('onRequest', (_request, _reply, done) =>
      this.stopping ? done(new RuleBroken('SHUTTING_DOWN')) : done(),
    );
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
    const sweep = startRepeating(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const patience = startTimer(() => server.closeAllConnections(), this.patienceMs);
    server.once('close', () => {
      sweep.cancel();
      patience.cancel();
    });
  }
}
