import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { installed, ready, type Running } from '../../../infra/testing/product.js';

/** Folder of the build and the documents, as the archive of a release has them. */
const root = installed.pathname;

export interface Ended {
  readonly code: number;
  readonly out: string;
}

interface MachineParts {
  readonly environmentFile: string;
  /** File of the certificate authority, because that of the drill is known to nobody. */
  readonly authority: string;
}

/** Runs the server and the command `ledger` as docs/operating/one-machine.md says, without a service manager. */
export class OwnMachine {
  constructor(private readonly parts: MachineParts) {}

  /** Ends with the exit code. @param input first line of the standard input, such as a password */
  async run(args: readonly string[], { input = '', environmentFile = this.parts.environmentFile } = {}) {
    const child = this.spawn(['dist/app/ledger.js', ...args], environmentFile);
    let out = '';
    const keep = (chunk: Buffer): void => void (out += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    await once(child, 'close');
    return { code: child.exitCode ?? 1, out } satisfies Ended;
  }

  /** Starts the server and waits for `/readyz` of the port for health. */
  async start(healthUrl: string): Promise<Running> {
    const flags = ['--max-semi-space-size=64', 'dist/app/standalone.js'];
    const child = this.spawn(flags, this.parts.environmentFile);
    let printed = '';
    const keep = (chunk: Buffer): void => void (printed = (printed + chunk.toString()).slice(-200_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const ended = once(child, 'exit');
    const running: Running = {
      child,
      url: healthUrl,
      output: () => printed,
      async stop(signal = 'SIGTERM') {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill(signal);
          await ended;
        }
        return child.exitCode;
      },
    };
    await ready(running);
    return running;
  }

  private spawn(args: readonly string[], environmentFile: string) {
    const env = { PATH: process.env['PATH'] ?? '', TERM: 'dumb', NODE_EXTRA_CA_CERTS: this.parts.authority };
    const nodeArgs = [`--env-file=${environmentFile}`, ...args];
    return spawn(process.execPath, nodeArgs, { cwd: root, env, stdio: 'pipe' });
  }
}

/** Matches the line of a setting. A `#` before the name keeps the default. */
const SETTING = /^#?([A-Z_]+)=/;

/**
 * Fills in docs/operating/naira-ledger.env, as an owner does. An empty value leaves its line empty.
 * @throws Error when the file has no line for a setting
 */
export function writeEnvironmentFile(to: string, values: Readonly<Record<string, string>>): void {
  const left = new Set(Object.keys(values));
  const lines = readFileSync(`${root}docs/operating/naira-ledger.env`, 'utf8')
    .split('\n')
    .map((line) => {
      const name = SETTING.exec(line)?.[1] ?? '';
      const value = values[name];
      if (value === undefined) return line;
      left.delete(name);
      return `${name}=${/[\s#]/.test(value) ? `"${value}"` : value}`;
    });
  if (left.size > 0) throw new Error(`naira-ledger.env has no line for ${[...left].join(', ')}`);
  writeFileSync(to, lines.join('\n'), { mode: 0o640 });
}
