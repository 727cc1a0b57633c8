import { ownEntry } from '../contracts/own-entry.js';
import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type DataDirLock, lockDataDir } from '../../infra/data-dir/data-dir-lock.js';
import { DataDirUnusable } from '../../infra/data-dir/keep-private.js';
import { RuleBroken } from '../contracts/errors.js';
import type { LedgerCommand, LedgerCommands } from './ledger-commands.js';

/**
 * Maximum length for the path of a Unix socket. Slightly smaller than the limit of the operating
 * system.
 */
const SOCKET_PATH_MAX = 100;

/** Commands of the same user on the same machine use this socket. */
export function controlSocketPath(dataDir: string): string {
  const path = join(dataDir, 'control.sock');
  if (path.length <= SOCKET_PATH_MAX) return path;
  return join(
    tmpdir(),
    `naira-ledger-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`,
  );
}

type Line = { readonly progress: string } | { readonly result: unknown } | { readonly error: string };

function lineOf(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

const write = (response: ServerResponse, line: Line): void =>
  void response.write(`${JSON.stringify(line)}\n`);

/**
 * Serves commands over the Unix socket. The server itself runs them, because only the server may write to
 * `dataDir`.
 */
export async function serveControl(dataDir: string, commands: LedgerCommands): Promise<Server> {
  const path = controlSocketPath(dataDir);
  rmSync(path, { force: true });
  const server = createServer((incoming, response) => {
    const run = async (): Promise<void> => {
      let body = '';
      for await (const chunk of incoming) body += String(chunk);
      const command = ownEntry<LedgerCommand>(
        { ...commands } as Readonly<Record<string, LedgerCommand>>,
        (incoming.url ?? '').slice(1),
      );
      if (!command) throw new Error(`the server does not know the command ${incoming.url}`);
      write(response, {
        result:
          (await command(JSON.parse(body) as never, (progress) => write(response, { progress }))) ?? null,
      });
    };
    run()
      .catch((error: unknown) =>
        write(response, {
          error: error instanceof RuleBroken || error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => response.end());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  return server;
}

const ENDED = 'the server ended before it answered; look whether the command took effect, then repeat it';

export class NoServer extends Error {
  override readonly name = 'NoServer';
}

/**
 * Sends a command to the running server.
 * @throws NoServer when no server runs
 * @throws Error with the message of the server
 */
export function askServer(
  dataDir: string,
  command: string,
  options: unknown,
  onProgress: (line: string) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request(
      { socketPath: controlSocketPath(dataDir), path: `/${command}`, method: 'POST' },
      (response) => {
        const lines = createInterface({ input: response });
        lines.on('error', () => lines.close());
        lines.on('line', (text) => {
          const line = lineOf(text);
          if (!line) return;
          if ('progress' in line) onProgress(line.progress);
          else if ('error' in line) reject(new Error(line.error));
          else resolve(line.result);
        });
        lines.on('close', () => reject(new Error(ENDED)));
      },
    );
    call.on('error', (error: NodeJS.ErrnoException) => {
      const absent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      if (absent) return reject(new NoServer(`no server runs on ${dataDir}`));
      reject(error.code === 'ECONNRESET' ? new Error(ENDED) : error);
    });
    call.end(JSON.stringify(options));
  });
}

/** @throws DataDirUnusable when a server still uses `dataDir` although its lock is free */
export async function lockUnserved(dataDir: string): Promise<DataDirLock> {
  const lock = lockDataDir(dataDir);
  if (!(await isServed(dataDir))) return lock;
  lock.release();
  throw new DataDirUnusable(
    `a server answers on DATA_DIR ${dataDir} although writer.lock is free: that file was deleted; stop the server first, or choose another DATA_DIR`,
  );
}

export function isServed(dataDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(controlSocketPath(dataDir));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}
