import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushTarget } from '../push-sender.js';

/** Simulated browser with its own keys, so that only it can read its messages. */
export class FakeBrowser {
  private readonly curve: ECDH = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  readonly p256dh: string;
  readonly auth = this.secret.toString('base64url');

  constructor(readonly endpoint: string) {
    this.p256dh = this.curve.generateKeys('base64url', 'uncompressed');
  }

  get target(): PushTarget {
    return { endpoint: this.endpoint, p256dh: this.p256dh, auth: this.auth };
  }

  /** Decrypts per RFC 8291, with `aes128gcm` of RFC 8188. @throws for messages to another browser */
  read(body: Buffer): string {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const theirs = body.subarray(21, 21 + keyLength);
    const shared = this.curve.computeSecret(theirs);
    const own = this.curve.getPublicKey();
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
    const input = Buffer.from(hkdfSync('sha256', shared, this.secret, info, 32));
    const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
    const sealed = body.subarray(21 + keyLength);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  }
}

export interface PushedMessage {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Answer to messages on a path: an HTTP status, a redirect, or no answer. */
export type PushAnswer = number | 'hang' | { readonly redirectTo: string };

/** Push service on this machine. */
export class FakePushService {
  readonly received: PushedMessage[] = [];
  private readonly answers = new Map<string, PushAnswer>();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const answer = this.answers.get(path) ?? 201;
      if (answer === 'hang') return;
      if (typeof answer === 'number') response.writeHead(answer).end('x'.repeat(100_000));
      else response.writeHead(307, { location: answer.redirectTo }).end();
    });
  });

  /** @param port 0 lets the system choose one */
  async start(port = 0): Promise<this> {
    await once(this.server.listen(port, '127.0.0.1'), 'listening');
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  browser(path: string): FakeBrowser {
    return new FakeBrowser(this.origin + path);
  }

  answer(path: string, answer: PushAnswer): void {
    this.answers.set(path, answer);
  }

  /** Decrypted messages of a browser, in order. */
  readBy(browser: FakeBrowser): unknown[] {
    const { pathname } = new URL(browser.endpoint);
    return this.received
      .filter(({ path }) => path === pathname)
      .map(({ body }) => JSON.parse(browser.read(body)) as unknown);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
