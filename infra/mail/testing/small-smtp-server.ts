import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  readonly to: string;
  /** Headers and text as received. */
  readonly data: string;
}

export interface SmallSmtpServer {
  /** `smtp://127.0.0.1:…` */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/**
 * Small mail server for tests. Always refuses addresses that begin with `gone`, and the first mail to each
 * address that begins with `later`.
 */
export async function startSmallSmtpServer(): Promise<SmallSmtpServer> {
  const received: ReceivedMail[] = [];
  const postponed = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    converse(socket, received, postponed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, received: ReceivedMail[], postponed: Set<string>): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let text = '';
  let to = '';
  let data: string[] | undefined;
  const hear = (line: string): void => {
    if (data) {
      if (line !== '.') return void data.push(line);
      received.push({ to, data: data.join('\n') });
      data = undefined;
      return say('250 taken');
    }
    const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
    if (recipient !== undefined) {
      to = recipient;
      if (to.startsWith('gone')) return say(`550 no such mailbox ${to}`);
      if (to.startsWith('later') && !postponed.has(to)) return say((postponed.add(to), '451 try later'));
    }
    if (/^DATA/i.test(line)) {
      data = [];
      return say('354 go on');
    }
    say(/^QUIT/i.test(line) ? '221 bye' : '250 fine');
  };
  say('220 small');
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
      hear(text.slice(0, end));
      text = text.slice(end + 2);
    }
  });
}
