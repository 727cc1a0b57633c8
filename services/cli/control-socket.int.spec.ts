import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askServer, controlSocketPath, lockUnserved, NoServer } from './control-socket.js';

const ENDED = /^the server ended before it answered; look whether the command took effect, then repeat it$/;

describe('a command that a server runs', () => {
  let dir: string;
  let server: Server | undefined;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'control-'));
  });
  afterEach(async () => {
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server!.close(resolve));
    server = undefined;
    rmSync(dir, { recursive: true, force: true });
  });

  /** A server that writes `text` and dies. */
  async function dyingAfter(text: string): Promise<void> {
    server = createHttpServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.write(text || ' ', () => request.socket.destroy());
      });
    });
    await once(server.listen(controlSocketPath(dir)), 'listening');
  }
  const ask = (lines: string[] = []) => askServer(dir, 'rebuild', {}, (line) => lines.push(line));

  it.each([
    ['nothing', ''],
    ['half a line', '{"progress":"1 of 2 events"}\n{"progress":"2 of'],
    ['half the result', '{"result":{"view":"history","diff'],
    ['whole lines', '{"progress":"1 of 2 events"}\n'],
  ])('says in one line that the server died after %s', async (_what, text) => {
    await dyingAfter(text);
    await expect(ask()).rejects.toThrow(ENDED);
  });

  it('needs a server', async () => {
    await expect(ask()).rejects.toThrow(NoServer);
  });

  it('is never run by a second process, though the lock file of the server was deleted', async () => {
    await dyingAfter('');
    await expect(lockUnserved(dir)).rejects.toThrow(
      `a server answers on DATA_DIR ${dir} although writer.lock is free: `,
    );
    server!.closeAllConnections();
    await new Promise((resolve) => server!.close(resolve));
    server = undefined;
    (await lockUnserved(dir)).release();
  });
});
