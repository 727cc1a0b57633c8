import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIVE_PATH } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Rules } from '../access.js';
import { LiveConnections } from '../live-connections.js';

/** Tells a browser which of its lists changed. */
@Controller()
export class LiveController {
  constructor(private readonly connections: LiveConnections) {}

  @Get(LIVE_PATH)
  @Rules({ access: 'browser-user', kind: 'reads' })
  live(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const session = request.caller?.session;
    if (!session) throw new RuleBroken('AUTH_REQUIRED');
    this.connections.open(session, lastEventIdOf(request), reply);
  }
}

/** A browser that reconnects says what it has seen. What is not a position is answered with a reset. */
function lastEventIdOf(request: FastifyRequest): number | undefined {
  const shown = request.headers['last-event-id'];
  if (typeof shown !== 'string' || shown === '') return undefined;
  return /^\d{1,15}$/.test(shown) ? Number(shown) : Number.NaN;
}
