import { CuttablePort } from './cuttable-port.js';
import { HOST } from './fixture-node.js';
import type { FixtureNode } from './fixture-node.js';

/**
 * Private way of one process into a cluster: a port in front of each node.
 * Gossip through a door names its own ports only. So the client never bypasses it, and `cut` isolates this process
 * alone.
 */
export class Door {
  private constructor(private readonly ports: ReadonlyMap<FixtureNode, DoorPort>) {}

  static async open(nodes: readonly FixtureNode[]): Promise<Door> {
    const ports = new Map<FixtureNode, DoorPort>();
    for (const node of nodes) {
      const way = new CuttablePort(node.port);
      ports.set(node, { way, port: await way.listen(0) });
    }
    return new Door(ports);
  }

  get url(): string {
    return `esdb://${Array.from(this.ports.values(), ({ port }) => `${HOST}:${port}`).join(',')}?tls=false`;
  }

  /** Undefined when `asked`, the address that was called, is not of this door. */
  portOf(node: FixtureNode, asked: string): number | undefined {
    const own = Array.from(this.ports.values()).some(({ port }) => asked === `${HOST}:${port}`);
    return own ? this.ports.get(node)?.port : undefined;
  }

  /** Breaks its connections and refuses new ones until `mend`. */
  async cut(): Promise<void> {
    await Promise.all(Array.from(this.ports.values(), ({ way }) => way.refuse()));
  }

  async mend(): Promise<void> {
    await Promise.all(Array.from(this.ports.values(), ({ way }) => way.accept()));
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.ports.values(), ({ way }) => way.close()));
  }
}

interface DoorPort {
  readonly way: CuttablePort;
  readonly port: number;
}
