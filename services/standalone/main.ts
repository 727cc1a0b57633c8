import 'reflect-metadata';
import { loadConfig } from '../../infra/config/config.js';
import { lockDataDir } from '../../infra/data-dir/data-dir-lock.js';
import { describeStart } from './describe-start.js';
import { startStandalone } from './start-standalone.js';

/** Everything in one process, over embedded stores: what `npm start` runs. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.cluster)
    throw new Error(
      'EVENTSTORE_URL, MONGODB_URL and REDIS_URL are set: start the processes of a cluster with npm run api, worker and projector; without them npm start runs everything in one process',
    );
  const lock = lockDataDir(config.dataDir);
  process.once('exit', () => lock.release());
  const standalone = await startStandalone(config);
  process.stdout.write(describeStart(config, standalone.url));
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    standalone.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** One line for the operator, without a stack: what cannot be started is not a bug. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
