import 'reflect-metadata';
import { loadConfig } from '../../infra/config/config.js';
import { lockDataDir } from '../../infra/data-dir/data-dir-lock.js';
import { describeStart } from './describe-start.js';
import { startStandalone } from './start-standalone.js';
import type { Standalone } from './start-standalone.js';

/** Whoever stops us waits for ten seconds. */
const STOP_WITHIN_MS = 9_500;

/** Everything in one process, over embedded stores: what `npm start` runs. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.cluster)
    throw new Error(
      'EVENTSTORE_URL, MONGODB_URL and REDIS_URL are set: start the processes of a cluster with npm run api, worker and projector; without them npm start runs everything in one process',
    );
  const lock = lockDataDir(config.dataDir);
  process.once('exit', () => lock.release());
  let standalone: Standalone | undefined;
  let stopping = false;
  // Again and again: npm may pass on a signal that the terminal has sent already.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => fail('the server did not end in time'), STOP_WITHIN_MS).unref();
      // What is half started has promised nobody anything.
      if (!standalone) process.exit(0);
      standalone.stop().then(() => process.exit(0), fail);
    });
  standalone = await startStandalone(config);
  process.stdout.write(describeStart(config, standalone.url));
}

/** One line for the operator, without a stack: what cannot be started is not a bug. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
