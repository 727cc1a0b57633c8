import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL } from '../../../infra/live/live-hub.js';
import { ADMIN_LIVE_PATH, LIVE_PATH } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Session } from '../../customers/login/live-session.js';
import { Rules } from '../guards/route-rules.js';
import { EVENT_STREAM, LiveConnections } from '../http/live-connections.js';

@Controller()
export class LiveController {
  constructor(private readonly connections: LiveConnections) {}

  @Get(LIVE_PATH)
  @Rules({ access: 'browser-user', kind: 'reads' })
  live(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.open(request, reply, ({ userId }) => userId);
  }

  @Get(ADMIN_LIVE_PATH)
  @Rules({ access: 'auditor', kind: 'reads' })
  adminLive(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.open(request, reply, () => ADMINISTRATORS_CHANNEL);
  }

  private open(request: FastifyRequest, reply: FastifyReply, channelOf: (session: Session) => string): void {
    const session = request.caller?.session;
    if (!session) throw new RuleBroken('AUTH_REQUIRED');
    // A `HEAD` request must not occupy one of the user's connections.
    if (request.method === 'HEAD') return void reply.header('content-type', EVENT_STREAM).send();
    this.connections.open(session, [channelOf(session), EVERYBODY_CHANNEL], lastEventIdOf(request), reply);
  }
}

/**
 * Log position of the last update that the browser has seen. An invalid position becomes NaN, and
 * the browser is then told to load its lists again.
 */
function lastEventIdOf(request: FastifyRequest): number | undefined {
  const { after } = request.query as { readonly after?: unknown };
  const shown = request.headers['last-event-id'] ?? after;
  if (shown === undefined || shown === '') return undefined;
  return typeof shown === 'string' && /^\d{1,15}$/.test(shown) ? Number(shown) : Number.NaN;
}
