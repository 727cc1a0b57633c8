import { afterEach } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const FOLLOWER = './follower.process.js';

export interface RunningProcess {
  readonly process: ChildProcess;
  readonly lines: string[];
  readonly errors: string[];
  readonly exit: Promise<number | null>;
}

/** Starts files of this folder as processes, which end with their test. */
export function useProcesses(): (file: string, ...args: string[]) => RunningProcess {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });
  return (file, ...args) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    started.push(child);
    const [lines, errors]: [string[], string[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    return { process: child, lines, errors, exit: new Promise((resolve) => child.on('close', resolve)) };
  };
}
