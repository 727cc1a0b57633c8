import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { installed, ready, type Running, runningOf } from '../../../infra/testing/product.js';

const root = installed.pathname;

export interface Ended {
  readonly code: number;
  readonly out: string;
}

interface MachineParts {
  readonly environmentFile: string;
  readonly authority: string;
}

export class OwnMachine {
  constructor(private readonly parts: MachineParts) {}

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

  async start(healthUrl: string): Promise<Running> {
    const flags = ['--max-semi-space-size=64', 'dist/app/standalone.js'];
    const running = runningOf(this.spawn(flags, this.parts.environmentFile), healthUrl);
    await ready(running);
    return running;
  }

  private spawn(args: readonly string[], environmentFile: string) {
    const env = { PATH: process.env['PATH'] ?? '', TERM: 'dumb', NODE_EXTRA_CA_CERTS: this.parts.authority };
    const nodeArgs = [`--env-file=${environmentFile}`, ...args];
    return spawn(process.execPath, nodeArgs, { cwd: root, env, stdio: 'pipe' });
  }
}

const SETTING = /^#?([A-Z_]+)=/;

/** @throws Error when docs/operating/naira-ledger.env has no line for a setting */
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
