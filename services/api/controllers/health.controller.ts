import type { IncomingMessage } from 'node:http';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../contracts/errors.js';
import { MonitorAccess, type Asking } from '../../runtime/health/monitor-access.js';
import { ApiHealthPages } from '../api-health-pages.js';
import { Rules } from '../guards/route-rules.js';
import { RequestMetrics } from '../http/request-metrics.js';

@Controller()
export class HealthController {
  constructor(
    private readonly pages: ApiHealthPages,
    private readonly metrics: RequestMetrics,
    private readonly monitors: MonitorAccess,
  ) {}

  @Get('/healthz')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  healthz(): object {
    return { status: true };
  }

  /**
   * Answers 200 when ready, and 503 with `problems` otherwise. In production, only monitors see `problems`.
   */
  @Get('/readyz')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  async readyz(
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const page = await this.pages.readiness();
    if (!page.status) reply.code(503);
    return this.monitors.allows(askingOf(raw)) ? page : { status: page.status };
  }

  @Get('/metrics')
  @Header('cache-control', 'no-store')
  @Rules({ access: 'operations', kind: 'reads' })
  async metricsText(
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!this.monitors.allows(askingOf(raw))) throw new RuleBroken('NOT_FOUND');
    reply.header('content-type', this.metrics.registry.contentType);
    return this.pages.metrics();
  }
}

const askingOf = ({ socket, headers }: IncomingMessage): Asking => ({
  remoteAddress: socket.remoteAddress,
  headers,
});
