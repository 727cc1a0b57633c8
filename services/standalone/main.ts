import 'reflect-metadata';
import { startTimer } from '../../infra/host/timers.js';
import { loadConfig, type Config } from '../runtime/config.js';
import { lockDataDir } from '../../infra/data-dir/data-dir-lock.js';
import { endOnFault } from '../../infra/process/end-on-fault.js';
import { DEMO_PEOPLE } from '../customers/demo/demo-people.js';
import { startStandalone } from './start-standalone.js';
import type { Standalone } from './start-standalone.js';

/** Everything in one process, over embedded stores: what `npm start` runs. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.cluster)
    throw new Error(
      'EVENTSTORE_URL, MONGODB_URL and REDIS_URL are set: start the processes of a cluster with npm run api, worker and projector; without them npm start runs everything in one process',
    );
  let standalone: Standalone | undefined;
  let stopping: Promise<void> | undefined;
  // What is half started has promised nobody anything.
  const stop = (): Promise<void> => (stopping ??= standalone?.stop() ?? Promise.resolve());
  let code = 0;
  const end = (): void => {
    if (stopping) return;
    startTimer(() => fail('the server did not end in time'), config.STOP_WITHIN).unref();
    stop().then(() => process.exit(code), fail);
  };
  // Again and again: npm may pass on a signal that the terminal has sent already.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  endOnFault({
    level: config.LOG_LEVEL,
    end: () => {
      code = 1;
      return stop();
    },
    withinMs: config.STOP_WITHIN,
  });
  // Only now: whoever sees that it is taken may tell us to end.
  const lock = lockDataDir(config.dataDir);
  process.once('exit', () => lock.release());
  standalone = await startStandalone(config);
  process.stdout.write(describeStart(config, standalone.url));
}

/** What a person who just typed `npm start` wants to know. */
function describeStart(config: Config, url: string): string {
  const lines = ['', `Naira Ledger  ${url}`, `data          ${config.dataDir}`];
  if (config.sandboxStarts)
    lines.push(`sandbox       ${config.sandboxUrl}   (fake vendors, bank transfers, mail)`);
  if (config.demoData) {
    lines.push('', 'demo accounts');
    for (const { email, password, customer, role } of DEMO_PEOPLE)
      lines.push(`  ${email.padEnd(24)} ${password}   ${customer ? `PIN ${customer.pin}` : role}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** One line for the operator, without a stack: what cannot be started is not a bug. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
