import { CuttablePort } from './cuttable-port.js';
import { HOST } from './fixture-node.js';
import type { FixtureNode } from './fixture-node.js';

/**
 * One process's own way to a cluster: a port in front of each node. Whoever comes in by a door is told of the other nodes
 * by the ports of that door, so that it never goes round it, and can be cut off while all others go on.
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

  /** Where this door has a node; undefined when `asked`, the address that was called, is not of this door. */
  portOf(node: FixtureNode, asked: string): number | undefined {
    const own = Array.from(this.ports.values()).some(({ port }) => asked === `${HOST}:${port}`);
    return own ? this.ports.get(node)?.port : undefined;
  }

  /** Its connections break, and nobody gets in by it until `mend`. */
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
