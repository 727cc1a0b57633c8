import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { monotonicMs } from '../../../infra/host/clock.js';
import { watchClock } from '../../../infra/host/clock-watch.js';
import { sleep, startTimer } from '../../../infra/host/timers.js';
import { ignoredSettings, loadConfig, type Config } from '../config.js';
import type { ClusterConfig } from '../../../infra/config/cluster-config.js';
import { endOnFault } from '../../../infra/process/end-on-fault.js';
import { processLogger } from '../../../infra/process/logger.js';
import { leftToTell, openTelemetry } from '../../telemetry/open-telemetry.js';
import { type Telemetry } from '../../telemetry/telemetry.js';
import { loadVendorRows } from '../../catalog/vendor-rows.js';
import type { Health } from '../health/health.js';

export type ClusteredConfig = Config & { readonly cluster: ClusterConfig };

export interface ProcessContext {
  readonly config: ClusteredConfig;
  readonly logger: Logger;
  /** Aborted on SIGTERM, on SIGINT and after an unhandled error. */
  readonly signal: AbortSignal;
  readonly telemetry?: Telemetry;
}

export interface RunningRole extends Health {
  stop(): Promise<void>;
}

const OPEN_WITHIN_MS = 60_000;
const RETRY_MS_MAX = 2_000;

/** Stops the role within `STOP_WITHIN`. After an error, the exit code is 1. */
export async function runProcess(
  name: 'api' | 'worker' | 'projector',
  environment: Readonly<Record<string, string | undefined>>,
  start: (context: ProcessContext) => Promise<RunningRole>,
  announce?: (context: ProcessContext, health: Health) => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const config = clustered(loadConfig(environment), name);
    // Check the vendors file first, because waiting and retrying does not repair a faulty file.
    if (name !== 'projector') loadVendorRows(config);
    const logger = processLogger(config.LOG_LEVEL, { role: name, pid: process.pid });
    for (const line of ignoredSettings(environment)) logger.warn({ part: 'settings' }, line);
    const stopping = new AbortController();
    const telemetry = await openTelemetry(config, name, (fault) =>
      logger.warn({ part: 'telemetry', err: fault }, 'a fault'),
    );
    const context: ProcessContext = {
      config,
      logger,
      signal: stopping.signal,
      ...(telemetry && { telemetry }),
    };
    // Listen for the stop signal already here, because it may arrive while the stores are being opened.
    let stopsSince = 0;
    stopping.signal.addEventListener('abort', () => {
      stopsSince = monotonicMs();
      telemetry?.flush();
      startTimer(() => fail(`the ${name} did not end in time`), config.STOP_WITHIN).unref();
    });
    const ended = new Promise<never>(() => undefined);
    let code = 0;
    const faulted = (): Promise<never> => {
      code = 1;
      stopping.abort();
      return ended;
    };
    endOnFault({
      level: config.LOG_LEVEL,
      base: { role: name, pid: process.pid },
      end: faulted,
      withinMs: config.STOP_WITHIN,
    });
    // Use `on` instead of `once`. The terminal and npm may both send the signal, and the second must not kill
    // the process.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

    let role: RunningRole | undefined;
    let waitsFor = 'its stores';
    const health: Health = {
      get meanings() {
        return role?.meanings ?? {};
      },
      problems() {
        if (stopping.signal.aborted) return ['shutting down'];
        return role ? role.problems() : [`starting: ${waitsFor}`];
      },
      notes: () => role?.notes?.() ?? [],
      facts: () => ({ role: name, ...role?.facts() }),
      get pages() {
        return stopping.signal.aborted ? undefined : role?.pages;
      },
    };
    watchClock((step) => logger.warn(step, 'the clock of this machine was set'));
    const announced = await announce?.(context, health);
    role = await untilOpen(start, context, (reason) => (waitsFor = reason));
    if (role && !stopping.signal.aborted) {
      logger.info('ready');
      await aborted(stopping.signal);
    }
    await role
      ?.stop()
      .catch((error: unknown) => logger.warn({ err: error }, 'not everything could be closed'));
    await announced?.close();
    // Close `telemetry` last and with a time limit, because a collector may not answer.
    await telemetry?.close(leftToTell(config.STOP_WITHIN, stopsSince));
    process.exit(code);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Calls `start` again and again until it succeeds, because the stores may start later than this
 * process.
 * @throws the last error after `OPEN_WITHIN_MS`
 */
async function untilOpen(
  start: (context: ProcessContext) => Promise<RunningRole>,
  context: ProcessContext,
  onWaiting: (reason: string) => void,
): Promise<RunningRole | undefined> {
  const { logger, signal } = context;
  const started = monotonicMs();
  // Call `aborted` outside of the loop, because each call adds a listener to `signal`.
  const ended = aborted(signal).then(() => undefined);
  for (let pause = 200; !signal.aborted; pause = Math.min(2 * pause, RETRY_MS_MAX)) {
    try {
      return await Promise.race([start(context), ended]);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof CannotStart || monotonicMs() - started > OPEN_WITHIN_MS) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      onWaiting(reason);
      logger.warn({ reason }, 'cannot start yet; trying again');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Error that does not disappear by retrying, such as a faulty file. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

function clustered(config: Config, name: string): ClusteredConfig {
  const { cluster } = config;
  if (cluster) return { ...config, cluster };
  throw new CannotStart(
    `the ${name} is a process of a cluster: set EVENTSTORE_URL, MONGODB_URL and REDIS_URL; without them, npm start runs everything in one process`,
  );
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

export async function requireFreePort(
  host: string,
  port: number,
  setting: 'PORT' | 'HEALTH_PORT' | 'SANDBOX_PORT',
): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EADDRINUSE'
        ? `port ${port} is in use: stop the program that uses it, or set ${setting} to another one`
        : `port ${port} of ${host} cannot be listened on (${code}): set ${setting} or HOST`,
    );
  }
  server.close();
  await once(server, 'close');
}
