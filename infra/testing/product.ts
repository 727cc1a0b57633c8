import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askServer, NoServer } from '../../services/cli/control-socket.js';
import { longerPause, PATIENCE_MS } from './until.js';

const root = new URL('../../../', import.meta.url);

/** What `npm start` tells Node: young memory large enough that what a request leaves behind dies there. */
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: { start: string };
};
const startFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

export type Environment = Readonly<Record<string, string>>;

/** A process of the built product, started as a user would, killed as a test may. */
export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything it printed so far. */
  output(): string;
  /** Sends the signal and waits for the end; answers the exit code, or null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Below those that systems give to whoever asks for any, so that nobody else is given a port before it is taken. */
const PORTS = { from: 10_000, to: 32_000 };

/** A file for each port that was given out, with the process it was given to. */
const GIVEN = join(tmpdir(), 'naira-ledger-ports');

/** Whether nobody who tests on this machine was given the port before and still runs: it may not listen there yet. */
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
    // Whoever had it has ended: somebody may have it again, and it need not be this one.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(file, { force: true });
  }
  return false;
}

/** A port that is free, and that no other process of any test is given while this one runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    // Before it is tried: to try it is to listen there, perhaps when whoever was given it begins to.
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

/**
 * Bounds of the product that end what takes too long, where a crowded machine may need as long for what goes well. A test of
 * such a bound sets its own.
 */
const PATIENT: Environment = {
  LIST_WAIT: '2m',
  REQUEST_TIMEOUT: '4m',
  STOP_WITHIN: '2m',
  VENDOR_FAILOVER_WITHIN: '1h',
  // Whoever tests audits says when they come; none comes by itself beside another test that takes minutes.
  AUDIT_FIRST_AFTER: '24h',
  // Tests have vendors fail on purpose.
  VENDOR_PAUSE_SUCCESS: '0',
};

/** Spawns `dist/<entry>` with these settings; no other variable of this process reaches it. */
export const spawnProcess = (
  entry: string,
  environment: Environment,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess =>
  spawn(process.execPath, [...startFlags, new URL(`dist/${entry}`, root).pathname, ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      ...PATIENT,
      ...environment,
    },
    ...options,
  });

/** Starts `dist/<entry>`. Its output is kept for `output()`. */
export function startProcess(
  entry: string,
  url: string,
  environment: Environment,
  args: readonly string[] = [],
): Running {
  const child = spawnProcess(entry, environment, args, {
    // A command that asks waits for an answer that does not come.
    stdio: [args.length > 0 ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
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

/** Waits until the address answers 200; fails with what the process printed when it ends or takes too long. */
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

/** The standalone product on free ports, ready for requests. */
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

/** The sandbox as its own process: it outlives the product, like a real vendor. */
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

/** `npm run ledger -- <command>` on a data directory, with what is piped into it; answers what it printed on stdout. */
export async function ledger(
  dataDir: string,
  args: readonly string[],
  environment: Environment = {},
  input = '',
): Promise<string> {
  const child = spawn(process.execPath, [new URL('dist/app/ledger.js', root).pathname, ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // a command that does not read ends first
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

/** Makes users with money: by the running server of the folder, or by the command line where none runs. */
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
