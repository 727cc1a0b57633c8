import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../../../infra/process/version.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import { MonitorAccess } from './monitor-access.js';
import { CannotStart, type ProcessContext } from '../process/run-process.js';
import type { Health } from './health.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
export const READY = '1 when nothing is in the way; /readyz says what is.';

export async function serveHealth(
  { host, port }: { readonly host: string; readonly port: number },
  health: Health,
  monitors: Pick<MonitorAccess, 'allows'>,
  telemetry?: Pick<Telemetry, 'sendMetrics'>,
): Promise<HealthServer> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauges = new Map<string, Gauge>();
  const meaningOf = (name: string): string =>
    ownEntry({ ready: READY, ...health.meanings }, name) ?? `${name} of this process.`;
  const filled = (): Registry => {
    for (const [name, value] of Object.entries({ ready: isReady(), ...health.facts() })) {
      if (typeof value === 'string') continue;
      const gauge = gauges.get(name) ?? newGauge(name, meaningOf(name), registry);
      gauges.set(name, gauge);
      // Set the gauge to NaN for an unknown value. Otherwise, the gauge would go on showing the
      // last known value.
      gauge.set(value === null ? Number.NaN : Number(value));
    }
    return registry;
  };
  telemetry?.sendMetrics({ getMetricsAsJSON: () => filled().getMetricsAsJSON() });
  const isReady = (): boolean => health.problems().length === 0;

  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const json = (status: number, body: object): void =>
      answer(status, 'application/json; charset=utf-8', JSON.stringify(body));
    const path = request.url?.split('?', 1)[0];
    const trusted = monitors.allows({
      remoteAddress: request.socket.remoteAddress,
      headers: request.headers,
    });
    if (path === '/healthz') json(200, { status: true });
    else if (path === '/readyz') {
      const problems = health.problems();
      json(problems.length > 0 ? 503 : 200, {
        status: problems.length === 0,
        ...(trusted && {
          version: VERSION,
          problems,
          ...(health.notes && { notes: health.notes() }),
          ...health.facts(),
        }),
      });
    } else if (path === '/metrics' && trusted)
      filled()
        .metrics()
        .then(
          (text) => answer(200, registry.contentType, text),
          () => json(500, { status: false }),
        );
    else json(404, { status: false });
  });
  server.requestTimeout = server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EADDRINUSE'
        ? `port ${port} is in use: set HEALTH_PORT to another one, or to 0`
        : `port ${port} of ${host} cannot be listened on (${code}): set HEALTH_PORT or HOST`,
      { cause: error },
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
}

const newGauge = (name: string, help: string, registry: Registry): Gauge =>
  new Gauge({ name: `ledger_${name}`, help, registers: [registry] });

/**
 * Starts the health server. Call this function before opening the stores.
 * @throws CannotStart
 */
export async function announceHealth(
  { config, logger, telemetry }: ProcessContext,
  health: Health,
): Promise<HealthServer> {
  try {
    const server = await serveHealth(
      { host: config.HOST, port: config.HEALTH_PORT },
      health,
      new MonitorAccess(config),
      telemetry,
    );
    logger.info({ port: server.port }, 'health is served');
    return server;
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
}
