import { startRepeating } from '../../../infra/host/timers.js';
import { SupervisedThread } from '../../../infra/threads/supervised-thread.js';
import { CannotStart, type ProcessContext, requireFreePort } from '../process/run-process.js';
import type { Config } from '../config.js';
import type { Health, HealthPages } from './health.js';
import type { FromHealthThread, HealthThreadData, PageName, PageTexts } from './health-messages.js';
import { pagesOf } from './health-pages.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface ServeHealth extends Pick<HealthThreadData, 'host' | 'port' | 'access' | 'lateAfterMs'> {
  readonly onFault?: (message: string) => void;
}

const REPORT_EVERY_MS = 1_000;
/**
 * Send the metrics only with every fifth report and on request, because they take longer to make than the
 * readiness.
 */
const REPORTS_PER_METRICS = 5;
const RESTART_AFTER_MS = 1_000;
const STOP_WITHIN_MS = 1_000;
const SMALL = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/**
 * Serves `/healthz`, `/readyz` and `/metrics` from a thread of its own, which answers even while the main
 * thread is busy. The main thread sends the pages at intervals and when the thread asks for them.
 * @throws when the port cannot be opened
 */
export async function serveHealth(
  { onFault = () => undefined, ...options }: ServeHealth,
  pages: HealthPages,
): Promise<HealthServer> {
  const make = async (name: PageName): Promise<Partial<PageTexts>> =>
    name === 'readiness' ? { readiness: await readinessOf(pages) } : { metrics: await pages.metrics() };
  let { port } = options;
  const first = { ...(await make('readiness')), ...(await make('metrics')) } as PageTexts;
  let listens: (port: number) => void;
  let refused: (code: string) => void;
  const listening = new Promise<number>((resolve, reject) => {
    listens = resolve;
    refused = (code) => reject(new Error(refusalOf({ ...options, port }, code)));
  });
  const thread = new SupervisedThread<FromHealthThread>({
    file: new URL('./health.thread.js', import.meta.url),
    name: 'the health thread',
    restartAfterMs: RESTART_AFTER_MS,
    stopWithinMs: STOP_WITHIN_MS,
    begin: () => ({
      workerData: { ...options, port, pages: first } satisfies HealthThreadData,
      resourceLimits: SMALL,
    }),
    onMessage(message) {
      if ('ask' in message) void send(message.ask);
      // Keep the port for a restart of the thread, because port 0 would choose another one.
      else if ('listening' in message) listens((port = message.listening));
      else refused(message.refused);
    },
    onFault,
  });
  const send = async (name: PageName): Promise<void> => {
    try {
      thread.post({ pages: await make(name) });
    } catch (error) {
      onFault(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  try {
    await listening;
  } catch (error) {
    await thread.stop();
    throw error;
  }
  let reports = 0;
  const reporting = startRepeating(() => {
    thread.post({ runs: true });
    void send('readiness');
    if (++reports % REPORTS_PER_METRICS === 0) void send('metrics');
  }, REPORT_EVERY_MS).unref();
  return {
    port,
    async close() {
      reporting.cancel();
      await thread.stop();
    },
  };
}

async function readinessOf(pages: HealthPages): Promise<PageTexts['readiness']> {
  try {
    return await pages.readiness();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { status: false, problems: [`the readiness is not known: ${problem}`] };
  }
}

const refusalOf = ({ host, port }: { readonly host: string; readonly port: number }, code: string): string =>
  code === 'EADDRINUSE'
    ? `port ${port} is in use: set HEALTH_PORT to another one, or to 0`
    : `port ${port} of ${host} cannot be listened on (${code}): set HEALTH_PORT or HEALTH_HOST`;

type Announcing = Pick<ProcessContext, 'logger'> & { readonly config: Config };

/**
 * Call before opening the stores.
 * @throws CannotStart
 */
export const announceHealth = (context: ProcessContext, health: Health): Promise<HealthServer> =>
  announcePages(context, pagesOf(health, context.telemetry));

/**
 * Starts the health server of a process that answers on `PORT` too. Does nothing without `HEALTH_PORT`.
 * @throws CannotStart
 */
export async function announceHealthBesides(
  context: Announcing,
  pages: HealthPages,
): Promise<Pick<HealthServer, 'close'>> {
  if (context.config.HEALTH_PORT === 0) return { close: () => Promise.resolve() };
  await requireHealthPort(context.config);
  return announcePages(context, pages);
}

/** @throws when the process cannot answer on both `PORT` and `HEALTH_PORT` */
export async function requireHealthPort({
  HOST,
  PORT,
  HEALTH_HOST = HOST,
  HEALTH_PORT,
}: Config): Promise<void> {
  if (HEALTH_PORT === 0) return;
  if (HEALTH_PORT === PORT) throw new CannotStart('HEALTH_PORT: must be another port than PORT');
  await requireFreePort(HEALTH_HOST, HEALTH_PORT, 'HEALTH_PORT');
}

async function announcePages({ config, logger }: Announcing, pages: HealthPages): Promise<HealthServer> {
  try {
    const { HOST, HEALTH_HOST = HOST, HEALTH_PORT, HEALTH_LATE_AFTER, production, METRICS_TOKEN } = config;
    const server = await serveHealth(
      {
        host: HEALTH_HOST,
        port: HEALTH_PORT,
        access: { production, METRICS_TOKEN },
        lateAfterMs: HEALTH_LATE_AFTER,
        onFault: (message) => logger.warn({ part: 'health' }, message),
      },
      pages,
    );
    logger.info({ port: server.port }, 'health is served');
    return server;
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
}
