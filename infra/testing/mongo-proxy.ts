import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** `cut-before` drops the message, `cut-after` loses its answer. */
export type Fate = 'pass' | 'hold' | 'cut-before' | 'cut-after';

const LENGTH_BYTES = 4;

/**
 * Proxy that asks `fate` about each client message: pass it, hold it until `release`, or cut all connections until
 * `heal`.
 */
export class MongoProxy {
  fate: (message: Buffer) => Fate = () => 'pass';
  readonly #sockets = new Set<Socket>();
  #held: (() => void)[] = [];
  #cut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.#relay(client));
  }

  static async before(url: string): Promise<MongoProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MongoProxy(server, new URL(url));
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  heal(): void {
    this.#cut = false;
    this.fate = () => 'pass';
  }

  /** Sends held messages and resets `fate`. */
  release(): void {
    this.fate = () => 'pass';
    for (const send of this.#held) send();
    this.#held = [];
  }

  get holding(): number {
    return this.#held.length;
  }

  async stop(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  #relay(client: Socket): void {
    if (this.#cut) return void client.destroy();
    const behind = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [client, behind]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    behind.pipe(client);
    let rest = Buffer.alloc(0);
    client.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= LENGTH_BYTES && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        this.#decide(message, behind);
      }
    });
  }

  #decide(message: Buffer, behind: Socket): void {
    const fate = this.fate(message);
    if (fate === 'pass') behind.write(message);
    else if (fate === 'hold') this.#held.push(() => behind.write(message));
    else if (fate === 'cut-before') this.cut();
    else {
      // The client gets no answer.
      behind.unpipe();
      behind.once('data', () => this.cut());
      behind.resume();
      behind.write(message);
    }
  }
}

/** True when `message` is one of `commands` and contains the text `collection`. */
export const isCommand = (message: Buffer, commands: readonly string[], collection: string): boolean =>
  commands.some((command) => message.includes(`\u0002${command}\0`)) && message.includes(collection);
