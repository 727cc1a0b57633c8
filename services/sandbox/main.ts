import pino from 'pino';
import { ConfigInvalid } from '../../infra/config/settings.js';
import { loadConfig } from '../runtime/config.js';
import { endOnFault } from '../../infra/process/end-on-fault.js';
import { sandboxOptions, startSandbox } from './start-sandbox.js';

const logger = pino({ level: 'info' });

try {
  const config = loadConfig(process.env);
  if (!config.sandboxStarts)
    fail(
      config.SANDBOX_URL === undefined
        ? 'The sandbox does not start in production, nor with SANDBOX=0. SANDBOX=1 starts it all the same.'
        : 'The sandbox does not start where SANDBOX_URL names another one: unset SANDBOX_URL.',
    );
  const sandbox = await startSandbox(sandboxOptions(config));
  logger.info({ url: sandbox.url }, 'sandbox listening');
  let stopping: Promise<void> | undefined;
  const close = (): Promise<void> => (stopping ??= sandbox.stop());
  let code = 0;
  const stop = (): void => void close().then(() => process.exit(code), fail);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  endOnFault({
    end: () => {
      code = 1;
      return close();
    },
  });
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  const line = error instanceof ConfigInvalid || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
