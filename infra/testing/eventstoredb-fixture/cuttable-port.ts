import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { freePort } from '../product.js';

const HOST = '127.0.0.1';

/** Proxy in front of a port that can drop, refuse or freeze connections. */
export class CuttablePort {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private server: Server | undefined;
  private port = 0;
  private silent = false;

  constructor(private readonly behind: number) {}

  async listen(wanted: number): Promise<number> {
    // `freePort` keeps the port reserved while connections are refused.
    const port = wanted === 0 ? await freePort() : wanted;
    const server = createServer({ noDelay: true }, (socket) => this.join(socket));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this.port;
  }

  /** Breaks open connections and accepts new ones. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** Closes all connections and refuses new ones until `accept`. */
  async refuse(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    this.cut();
    await closed;
  }

  async accept(): Promise<void> {
    if (!this.server) await this.listen(this.port);
  }

  /** Connections stay open but silent until `resume`. */
  stall(): void {
    this.silent = true;
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  resume(): void {
    this.silent = false;
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  async close(): Promise<void> {
    this.resume();
    await this.refuse();
  }

  private join(socket: Socket): void {
    const inner = connect({ port: this.behind, host: HOST, noDelay: true });
    const pair = [socket, inner] as const;
    this.pairs.add(pair);
    for (const [from, to] of [pair, [inner, socket] as const]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.pairs.delete(pair);
      });
      if (this.silent) from.pause();
    }
  }
}
