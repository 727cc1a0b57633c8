import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { monotonicMs } from '../../../infra/host/clock.js';
import { sleep, startTimer } from '../../../infra/host/timers.js';
import { loadConfig, type Config } from '../config.js';
import type { ClusterConfig } from '../../../infra/config/cluster-config.js';
import { endOnFault } from '../../../infra/process/end-on-fault.js';
import { processLogger } from '../../../infra/process/logger.js';
import { leftToTell, openTelemetry, type Telemetry } from '../../telemetry/open-telemetry.js';
import { loadVendorRows } from '../../catalog/vendor-rows.js';
import type { Health } from '../health/health-server.js';

/** A configuration that names the stores of a cluster. */
export type ClusteredConfig = Config & { readonly cluster: ClusterConfig };

export interface ProcessContext {
  readonly config: ClusteredConfig;
  readonly logger: Logger;
  /** Aborted when the process is told to end. */
  readonly signal: AbortSignal;
  /** Present when there is a collector to tell. */
  readonly telemetry?: Telemetry;
}

export interface RunningRole extends Health {
  /** Finishes what is under way and closes the stores. */
  stop(): Promise<void>;
}

/** The stores may take so long to be there; after that the process ends and says why. */
const OPEN_WITHIN_MS = 60_000;
const RETRY_MS_MAX = 2_000;

/**
 * One role of a cluster as a process: waits for its stores, works until SIGTERM or SIGINT, and ends within STOP_WITHIN.
 * So it does after a fault that nobody handled, with 1.
 * What cannot be started ends with 1 and one line that says what to do.
 */
export async function runProcess(
  name: 'api' | 'worker' | 'projector',
  environment: Readonly<Record<string, string | undefined>>,
  start: (context: ProcessContext) => Promise<RunningRole>,
  announce?: (context: ProcessContext, health: Health) => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const config = clustered(loadConfig(environment), name);
    // A file that is wrong does not get better by waiting, as a store does. A projector buys nothing.
    if (name !== 'projector') loadVendorRows(config);
    const logger = processLogger(config.LOG_LEVEL, { role: name, pid: process.pid });
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
    // Also while stores are waited for: whoever stops us does not know what we do.
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
    // Again and again: npm may pass on a signal that the terminal has sent already.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

    let role: RunningRole | undefined;
    let waitsFor = 'its stores';
    const health: Health = {
      problems() {
        if (stopping.signal.aborted) return ['shutting down'];
        return role ? role.problems() : [`starting: ${waitsFor}`];
      },
      notes: () => role?.notes?.() ?? [],
      facts: () => ({ role: name, ...role?.facts() }),
    };
    const announced = await announce?.(context, health);
    role = await untilOpen(start, context, (reason) => (waitsFor = reason));
    if (role && !stopping.signal.aborted) {
      logger.info('ready');
      await aborted(stopping.signal);
    }
    // What cannot be closed ends with the process: a store that is away has nothing to be told, and nothing is lost by it.
    await role
      ?.stop()
      .catch((error: unknown) => logger.warn({ err: error }, 'not everything could be closed'));
    await announced?.close();
    // Last, and no longer than there is time: a collector that does not answer keeps no store from being closed.
    await telemetry?.close(leftToTell(config.STOP_WITHIN, stopsSince));
    process.exit(code);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Opens again and again, because stores start slower than we do. @throws the last reason when it takes too long */
async function untilOpen(
  start: (context: ProcessContext) => Promise<RunningRole>,
  context: ProcessContext,
  onWaiting: (reason: string) => void,
): Promise<RunningRole | undefined> {
  const { logger, signal } = context;
  const started = monotonicMs();
  // One for all tries: each would leave a listener behind.
  const ended = aborted(signal).then(() => undefined);
  for (let pause = 200; !signal.aborted; pause = Math.min(2 * pause, RETRY_MS_MAX)) {
    try {
      // What is half open when we are told to end has nothing to finish, and ends with the process.
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

/** Trying again would not help. The message is one line that says what to do. */
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

/** Tries the port before anything is opened. @throws Error in one line that says what to do */
export async function requireFreePort(
  host: string,
  port: number,
  setting: 'PORT' | 'SANDBOX_PORT',
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
