import { ownEntry } from '../contracts/own-entry.js';
import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RuleBroken } from '../contracts/errors.js';
import type { LedgerCommand, LedgerCommands } from './ledger-commands.js';

/** Longest path a Unix socket may have, less room to spare; deeper folders get one in the temporary folder. */
const SOCKET_PATH_MAX = 100;

/** Where a running server listens for commands of the same machine and user. */
export function controlSocketPath(dataDir: string): string {
  const path = join(dataDir, 'control.sock');
  if (path.length <= SOCKET_PATH_MAX) return path;
  return join(
    tmpdir(),
    `naira-ledger-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`,
  );
}

/** One line of an answer: any number of progress lines, then a result or an error. */
type Line = { readonly progress: string } | { readonly result: unknown } | { readonly error: string };

const write = (response: ServerResponse, line: Line): void =>
  void response.write(`${JSON.stringify(line)}\n`);

/** Runs the commands of the command line inside the server, which owns the data directory. */
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

/** No server runs on this data directory. */
export class NoServer extends Error {
  override readonly name = 'NoServer';
}

/** Asks the running server to run a command. @throws NoServer when there is none, Error with the server's words */
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
        lines.on('line', (text) => {
          const line = JSON.parse(text) as Line;
          if ('progress' in line) onProgress(line.progress);
          else if ('error' in line) reject(new Error(line.error));
          else resolve(line.result);
        });
        lines.on('close', () =>
          reject(
            new Error(
              'the server ended before it answered; look whether the command took effect, then repeat it',
            ),
          ),
        );
      },
    );
    call.on('error', (error: NodeJS.ErrnoException) => {
      const absent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      reject(absent ? new NoServer(`no server runs on ${dataDir}`) : error);
    });
    call.end(JSON.stringify(options));
  });
}

/** Whether a server runs on this data directory: somebody answers where it listens. */
export function isServed(dataDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(controlSocketPath(dataDir));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}
