import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

const HOST = '127.0.0.1';

/** A port in front of another that can cut connections, refuse them, or go silent, as networks do. */
export class CuttablePort {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private server: Server;
  private refusing = false;
  private silent = false;

  constructor(private readonly behind: number) {
    this.server = createServer({ noDelay: true }, (socket) => this.join(socket));
  }

  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, HOST, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Every connection breaks at once; new ones are welcome. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** New connections break too, until `accept`. */
  refuse(): void {
    this.refusing = true;
    this.cut();
  }

  accept(): void {
    this.refusing = false;
  }

  /** Connections stay and carry nothing, until `resume`. */
  stall(): void {
    this.silent = true;
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  resume(): void {
    this.silent = false;
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private join(socket: Socket): void {
    if (this.refusing) {
      socket.destroy();
      return;
    }
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
