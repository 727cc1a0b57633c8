import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { askServer, NoServer } from '../../services/cli/control-socket.js';
import { UNLIMITED } from './unlimited.js';
import { longerPause, PATIENCE_MS } from './until.js';

const root = new URL('../../../', import.meta.url);
/** Folder with the `dist` under test: that of an unpacked archive in `npm run release -- --check`. */
export const installed = process.env['RELEASE_ROOT']
  ? pathToFileURL(`${process.env['RELEASE_ROOT']}/`)
  : root;

/**
 * Optimises later than Node in suites: most of their processes end before their code is hot. `npm run bench` and other
 * programs measure Node's own setting.
 */
const OPTIMISE_LATER = process.env['JEST_WORKER_ID'] ? ['--interrupt-budget=2000000'] : [];

/** Node flags of `npm start`, so that tests run with the same memory settings. */
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: { start: string };
};
const startFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

export type Environment = Readonly<Record<string, string>>;

export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  /** Last 200 000 characters printed. */
  output(): string;
  /** Resolves to the exit code, or null after a signal. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Ports below the range from which the operating system gives ports to other programs. */
const PORTS = { from: 10_000, to: 32_000 };

/** A file per claimed port, with the pid of its owner. */
const GIVEN = join(tmpdir(), 'naira-ledger-ports');

/** A port is claimed while its owner lives, even before it listens. */
function claim(port: number): boolean {
  const file = join(GIVEN, String(port));
  try {
    mkdirSync(GIVEN, { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
  } catch (error) {
    // `ESRCH`: the owner is dead, so a later attempt may claim the port.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(file, { force: true });
  }
  return false;
}

/** `claim` reserves the port while this process runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    // The probe listens on the port and could collide with its owner.
    if (!claim(port)) continue;
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Raises limits that a busy machine exceeds without a fault. A test of such a limit sets its own. */
export const PATIENT: Environment = {
  ...UNLIMITED,
  LIST_WAIT: '2m',
  REQUEST_TIMEOUT: '4m',
  STOP_WITHIN: '2m',
  VENDOR_FAILOVER_WITHIN: '1h',
  // Keeps scheduled audits out of long tests.
  AUDIT_FIRST_AFTER: '24h',
  // Tests make vendors fail on purpose, which must not pause them.
  VENDOR_PAUSE_SUCCESS: '0',
};

/** Passes on no variables of this process. */
export const spawnProcess = (
  entry: string,
  environment: Environment,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess =>
  spawn(
    process.execPath,
    [...OPTIMISE_LATER, ...startFlags, new URL(`dist/${entry}`, installed).pathname, ...args],
    {
      cwd: installed,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'development',
        LOG_LEVEL: 'warn',
        ...PATIENT,
        ...environment,
      },
      ...options,
    },
  );

export function startProcess(
  entry: string,
  url: string,
  environment: Environment,
  args: readonly string[] = [],
): Running {
  const child = spawnProcess(entry, environment, args, {
    // An open stdin makes a command wait at its prompt.
    stdio: [args.length > 0 ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  return runningOf(child, url);
}

/** Keeps what `child` prints, which needs piped output. */
export function runningOf(child: ChildProcess, url: string): Running {
  let printed = '';
  const keep = (chunk: Buffer): void => void (printed = (printed + chunk.toString()).slice(-200_000));
  child.stdout!.on('data', keep);
  child.stderr!.on('data', keep);
  const ended = once(child, 'exit');
  return {
    child,
    url,
    output: () => printed,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
}

/**
 * Waits for an answer 200 and returns the ms it took. Throws the output when the process ends or `timeoutMs` passes.
 */
export async function ready(
  running: Pick<Running, 'url' | 'child' | 'output'>,
  path = '/readyz',
  timeoutMs = PATIENCE_MS,
): Promise<number> {
  const started = performance.now();
  for (let pause = 20; performance.now() - started < timeoutMs; pause = longerPause(pause, 100)) {
    if (running.child.exitCode !== null || running.child.signalCode !== null) break;
    const answer = await fetch(running.url + path, { signal: AbortSignal.timeout(30_000) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    if (answer?.status === 200) return performance.now() - started;
    await sleep(pause);
  }
  throw new Error(`${running.url}${path} did not become ready: ${running.output()}`);
}

/** Starts `app/standalone.js` on free ports and waits for `/readyz`. */
export async function startStandalone(environment: Environment): Promise<Running> {
  const port = environment['PORT'] ?? String(await freePort());
  const sandbox = environment['SANDBOX_URL']
    ? {}
    : { SANDBOX_PORT: environment['SANDBOX_PORT'] ?? String(await freePort()) };
  const running = startProcess('app/standalone.js', `http://127.0.0.1:${port}`, {
    ...sandbox,
    ...environment,
    PORT: port,
  });
  await ready(running);
  return running;
}

/** Starts `app/sandbox.js`, which outlives the product like a real vendor. */
export async function startSandboxProcess(environment: Environment): Promise<Running> {
  const port = environment['SANDBOX_PORT'] ?? String(await freePort());
  const running = startProcess('app/sandbox.js', `http://127.0.0.1:${port}`, {
    ...environment,
    SANDBOX_PORT: port,
  });
  await ready(running, '/vendor-ledger?limit=1');
  return running;
}

export interface SeededUser {
  readonly userId: string;
  readonly email: string;
  readonly apiToken: string;
  readonly pin: string;
}

/** Runs `npm run ledger -- <args>` with `input`; resolves to its stdout. */
export async function ledger(
  dataDir: string,
  args: readonly string[],
  environment: Environment = {},
  input = '',
): Promise<string> {
  const command = [...OPTIMISE_LATER, new URL('dist/app/ledger.js', installed).pathname, ...args];
  const child = spawn(process.execPath, command, {
    cwd: installed,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // `EPIPE` when the command ends without reading
  child.stdin.end(input);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0)
    throw new Error(`ledger ${args.join(' ')} ended with ${child.exitCode}: ${err}${out}`);
  return out;
}

/** Uses the server of `dataDir`, or the command line when none runs. */
export async function seed(dataDir: string, users: number, naira: number): Promise<SeededUser[]> {
  try {
    const options = { users, balance: String(naira) };
    return (await askServer(dataDir, 'seed', options, () => undefined)) as SeededUser[];
  } catch (error) {
    if (!(error instanceof NoServer)) throw error;
  }
  const printed = await ledger(dataDir, ['seed', '--users', `${users}`, '--balance', `${naira}`, '--json']);
  return JSON.parse(printed) as SeededUser[];
}
