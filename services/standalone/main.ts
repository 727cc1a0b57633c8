import 'reflect-metadata';
import { startRepeating, startTimer } from '../../infra/host/timers.js';
import { processLogger } from '../../infra/process/logger.js';
import { ignoredSettings, loadConfig, type Config } from '../runtime/config.js';
import { lockUnserved } from '../cli/control-socket.js';
import { endOnFault } from '../../infra/process/end-on-fault.js';
import { warnedOpenDemo } from '../runtime/open-demo.js';
import { DEMO_PEOPLE } from '../customers/demo/demo-people.js';
import { startStandalone } from './start-standalone.js';
import type { Standalone } from './start-standalone.js';

/** Milliseconds between two checks that this process still holds the lock of `DATA_DIR`. */
const LOCK_LOOK_MS = 1_000;

/** Entry point of `npm start`. Runs all roles in one process. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.cluster)
    throw new Error(
      'EVENTSTORE_URL, MONGODB_URL and REDIS_URL are set: start the processes of a cluster with npm run api, worker and projector; without them npm start runs everything in one process',
    );
  for (const line of ignoredSettings(process.env))
    processLogger(config.LOG_LEVEL).warn({ part: 'settings' }, line);
  let standalone: Standalone | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= standalone?.stop() ?? Promise.resolve());
  let code = 0;
  const end = (): void => {
    if (stopping) return;
    startTimer(() => fail('the server did not end in time'), config.STOP_WITHIN).unref();
    stop().then(() => process.exit(code), fail);
  };
  // Use `on` instead of `once`. The terminal and npm may both send the signal, and the second must not kill the
  // process.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  endOnFault({
    level: config.LOG_LEVEL,
    end: () => {
      code = 1;
      return stop();
    },
    withinMs: config.STOP_WITHIN,
  });
  // Take the lock only after installing the signal handlers, because a program that waits for the
  // lock file may send SIGTERM at once.
  const lock = await lockUnserved(config.dataDir);
  process.once('exit', () => lock.release());
  standalone = await startStandalone(config, lock);
  const watch = startRepeating(() => {
    const lost = lock.lost();
    if (lost === undefined) return;
    watch.cancel();
    process.stderr.write(`${lost}\n`);
    code = 1;
    end();
  }, LOCK_LOOK_MS);
  watch.unref();
  process.stdout.write(describeStart(config, standalone.url));
}

function describeStart(config: Config, url: string): string {
  const lines = ['', `address       ${url}`, `data          ${config.dataDir}`];
  if (config.sandboxStarts)
    lines.push(`sandbox       ${config.sandboxUrl}   (fake vendors, bank transfers, mail)`);
  const warned = warnedOpenDemo(config);
  if (warned.length > 0) lines.push('', ...warned);
  if (config.demoData) {
    lines.push('', 'demo accounts');
    for (const { email, password, customer, role } of DEMO_PEOPLE)
      lines.push(`  ${email.padEnd(24)} ${password}   ${customer ? `PIN ${customer.pin}` : role}`);
  }
  return `${lines.join('\n')}\n\n`;
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
