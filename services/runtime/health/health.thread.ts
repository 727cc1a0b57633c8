import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs } from '../../../infra/host/clock.js';
import { startTimer } from '../../../infra/host/timers.js';
import { nameThread, raiseThreadPriority } from '../../../infra/threads/throttled-follow.js';
import type { Readiness } from './health.js';
import type {
  FromHealthThread,
  HealthThreadData,
  PageName,
  PageTexts,
  ToHealthThread,
} from './health-messages.js';
import { MonitorAccess } from './monitor-access.js';

const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
/** A request waits this many milliseconds for a new page of the main thread, and then gets the last page. */
const FRESH_WITHIN_MS = 50;
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Thread that answers requests for health and metrics. It answers even while the main thread is busy.
 */
const { host, port, access, lateAfterMs, pages: first } = workerData as HealthThreadData;
nameThread('health');
raiseThreadPriority();
const main = parentPort!;
const monitors = new MonitorAccess(access);
const tell = (message: FromHealthThread): void => main.postMessage(message);

let pages: PageTexts = first;
let heardAt = monotonicMs();
const madeAt: Record<PageName, number> = { readiness: heardAt, metrics: heardAt };
interface Ask {
  isLate: boolean;
  /** Functions that resume the requests waiting for the page. */
  readonly goOn: (() => void)[];
}

/** Pages that this thread requested from the main thread and has not received. */
const asked = new Map<PageName, Ask>();

function received(given: Partial<PageTexts>): void {
  pages = { ...pages, ...given };
  for (const name of Object.keys(given) as PageName[]) {
    madeAt[name] = monotonicMs();
    for (const goOn of asked.get(name)?.goOn ?? []) goOn();
    asked.delete(name);
  }
}

/**
 * Waits only once for a busy main thread: later requests get the last page at once, until the main thread
 * answers.
 */
function askFor(name: PageName): Promise<void> {
  let ask = asked.get(name);
  if (ask?.isLate) return Promise.resolve();
  if (!ask) {
    asked.set(name, (ask = { isLate: false, goOn: [] }));
    tell({ ask: name });
  }
  const { goOn } = ask;
  return new Promise((resolve) => {
    const timer = startTimer(() => {
      ask.isLate = true;
      resolve();
    }, FRESH_WITHIN_MS);
    goOn.push(() => {
      timer.cancel();
      resolve();
    });
  });
}

function silence(): string | undefined {
  const silentMs = monotonicMs() - heardAt;
  if (silentMs < lateAfterMs) return undefined;
  return `the main thread has been busy for ${Math.round(silentMs / 1_000)} s`;
}

function readiness(): Readiness {
  const silent = silence();
  if (silent === undefined) return pages.readiness;
  return { ...pages.readiness, status: false, problems: [...pages.readiness.problems, silent] };
}

function metrics(): string {
  const age = (monotonicMs() - madeAt.metrics) / 1_000;
  return `${pages.metrics}\n# HELP ledger_metrics_age_seconds Age of the other metrics on this port.
# TYPE ledger_metrics_age_seconds gauge
ledger_metrics_age_seconds ${age}\n`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, type: string, body: string): void => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  };
  const json = (status: number, body: object): void =>
    send(status, 'application/json; charset=utf-8', JSON.stringify(body));
  const path = request.url?.split('?', 1)[0];
  const { remoteAddress } = request.socket;
  const trusted = monitors.allows({ remoteAddress, headers: request.headers });
  if (path === '/healthz') {
    const runs = silence() === undefined;
    json(runs ? 200 : 503, { status: runs });
  } else if (path === '/readyz') {
    await askFor('readiness');
    const page = readiness();
    json(page.status ? 200 : 503, trusted ? page : { status: page.status });
  } else if (path === '/metrics' && trusted) {
    await askFor('metrics');
    send(200, METRICS_TYPE, metrics());
  } else json(404, { status: false });
}

const server = createServer((request, response) => void answer(request, response));
server.requestTimeout = server.headersTimeout = REQUEST_TIMEOUT_MS;
server.keepAliveTimeout = KEEP_ALIVE_MS;

main.on('message', (message: ToHealthThread) => {
  heardAt = monotonicMs();
  if ('pages' in message) received(message.pages);
  else if ('ask' in message) {
    server.close();
    server.closeAllConnections();
    main.close();
  }
});

server.listen({ host, port });
try {
  await once(server, 'listening');
  tell({ listening: (server.address() as AddressInfo).port });
} catch (error) {
  tell({ refused: String((error as NodeJS.ErrnoException).code) });
  main.close();
}
