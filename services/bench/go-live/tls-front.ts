import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { LOCALHOST_CERTIFICATE } from '../../cli/doctor/testing/localhost-certificate.js';

export interface TlsFront {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startTlsFront(port: number): Promise<TlsFront> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(LOCALHOST_CERTIFICATE, (incoming, response) => {
    const { method, url, headers, socket } = incoming;
    const passed = request({
      agent,
      port,
      method,
      path: url,
      headers: { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' },
    });
    passed.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)));
    passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}
