import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { loadConfig } from '../../infra/config/config.js';
import type { Config } from '../../infra/config/config.js';
import type { ClusterConfig } from '../../infra/config/cluster-config.js';
import { loadVendorRows } from '../catalog/vendor-rows.js';
import type { Health } from './health-server.js';

/** A configuration that names the stores of a cluster. */
export type ClusteredConfig = Config & { readonly cluster: ClusterConfig };

export interface Surroundings {
  readonly config: ClusteredConfig;
  readonly logger: Logger;
  /** Aborted when the process is told to end. */
  readonly signal: AbortSignal;
}

export interface RunningRole extends Health {
  /** Finishes what is under way and closes the stores. */
  stop(): Promise<void>;
}

/** The stores may take so long to be there; after that the process ends and says why. */
const OPEN_WITHIN_MS = 60_000;
const RETRY_MS_MAX = 2_000;
/** Whoever stops us waits for ten seconds. */
const STOP_WITHIN_MS = 9_500;

/**
 * One role of a cluster as a process: waits for its stores, works until SIGTERM or SIGINT, and ends within ten seconds.
 * What cannot be started ends with 1 and one line that says what to do.
 */
export async function runProcess(
  name: 'api' | 'worker' | 'projector',
  environment: Readonly<Record<string, string | undefined>>,
  start: (surroundings: Surroundings) => Promise<RunningRole>,
  announce?: (surroundings: Surroundings, health: Health) => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const config = clustered(loadConfig(environment), name);
    // A file that is wrong does not get better by waiting, as a store does. A projector buys nothing.
    if (name !== 'projector') loadVendorRows(config);
    const logger = pino({
      ...{ level: config.LOG_LEVEL, base: { role: name, pid: process.pid } },
      redact: ['*.authorization', '*.cookie'],
    });
    const stopping = new AbortController();
    const surroundings: Surroundings = { config, logger, signal: stopping.signal };
    // Also while stores are waited for: whoever stops us does not know what we do.
    stopping.signal.addEventListener('abort', () => {
      setTimeout(() => fail(`the ${name} did not end in time`), STOP_WITHIN_MS).unref();
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
      facts: () => ({ role: name, ...role?.facts() }),
    };
    const announced = await announce?.(surroundings, health);
    role = await untilOpen(start, surroundings, (reason) => (waitsFor = reason));
    if (role && !stopping.signal.aborted) {
      logger.info('ready');
      await aborted(stopping.signal);
    }
    await role?.stop();
    await announced?.close();
    process.exit(0);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Opens again and again, because stores start slower than we do. @throws the last reason when it takes too long */
async function untilOpen(
  start: (surroundings: Surroundings) => Promise<RunningRole>,
  surroundings: Surroundings,
  onWaiting: (reason: string) => void,
): Promise<RunningRole | undefined> {
  const { logger, signal } = surroundings;
  const started = performance.now();
  // One for all tries: each would leave a listener behind.
  const told = aborted(signal).then(() => undefined);
  for (let pause = 200; !signal.aborted; pause = Math.min(2 * pause, RETRY_MS_MAX)) {
    try {
      // What is half open when we are told to end has nothing to finish, and ends with the process.
      return await Promise.race([start(surroundings), told]);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof CannotStart || performance.now() - started > OPEN_WITHIN_MS) throw error;
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
