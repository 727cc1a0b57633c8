import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { until } from '../../infra/testing/until.js';
import { CALLS } from '../contracts/calls.js';
import { startTestApi } from './testing/client.js';

const BYTES = 1_000_000;

it('reads an oversized body to its end before refusing it', async () => {
  const api = await startTestApi({});
  const { hostname, port } = new URL(api.url);
  let heardBy: Socket | undefined;
  (api.app.getHttpServer() as Server).on('connection', (connection: Socket) => (heardBy = connection));
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk: Buffer) => void (heard += chunk.toString()));
  try {
    await once(socket, 'connect');
    const head = [
      `POST ${CALLS.buyAirtime.path} HTTP/1.1`,
      `host: ${hostname}`,
      'content-type: application/json',
      `content-length: ${BYTES}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${' '.repeat(BYTES / 2)}`);
    await until(() => (heardBy?.bytesRead ?? 0) > BYTES / 2);
    // An early answer would close the connection while the client still sends.
    expect([heardBy!.bytesWritten, heard]).toEqual([0, '']);
    socket.write(' '.repeat(BYTES / 2));
    while (!heard.includes('PAYLOAD_TOO_LARGE')) await once(socket, 'data');
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
  } finally {
    socket.destroy();
    await api.app.close();
  }
});

it('takes the body of a file from signed-in callers only', async () => {
  const api = await startTestApi({});
  const { path } = CALLS.setLogo;
  const body = JSON.stringify({ logo: 'A'.repeat(1_000_000) });
  const post = (headers: Readonly<Record<string, string>>, sent: string = body, to: string = path) =>
    fetch(api.url + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: sent,
    });
  try {
    expect((await post({})).status).toBe(401);
    const { accessToken: _, ...admin } = await api.browser('admin', 'admin');
    expect((await post(admin)).status).toBe(422);
    expect((await post(admin, body, CALLS.setBrand.path)).status).toBe(413);
    expect((await post(admin, ' '.repeat(2_900_000))).status).toBe(413);
  } finally {
    await api.app.close();
  }
});
