import type { ServerUnaryCall, sendUnaryData, ServiceError } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import { Commits } from './commits.js';
import { Door } from './doors.js';
import type { Faults } from './faults.js';
import { noFaults, notLeader, notReady } from './faults.js';
import { FixtureNode, HOST } from './fixture-node.js';
import type { NodeCluster, NodeOptions } from './fixture-node.js';
import type { Proposal } from './memory-log.js';
import { MemoryLog } from './memory-log.js';
import { nothingAsked } from './streams-service.js';
import type { Asked } from './streams-service.js';
import type { Told } from './subscription-feed.js';
import type { SubscriptionFeed } from './subscription-feed.js';

const { LEADER, FOLLOWER, UNKNOWN } = gossipPb.MemberInfo.VNodeState;

export interface FixtureOptions extends NodeOptions {
  /** Port of the first node; 0, the default, picks a free one. */
  readonly port?: number;
  /** Default: 1. */
  readonly nodes?: number;
  /** {@link Door}s, each for a process. */
  readonly doors?: number;
}

/**
 * In-memory stand-in for EventStoreDB: the part of its gRPC protocol that our client uses.
 * Runs as one server or as a cluster that gossips, elects leaders and lags. `faults` and the methods below cause
 * failures.
 *
 * NOT EventStoreDB: it stores nothing on disk, knows no access rights, scavenging or projections, and commits each
 * append on all nodes at once. A suite that passes here shows that our client handles the protocol. Run it on a real
 * server to test the server.
 */
export class EventStoreDbFixture implements NodeCluster {
  readonly faults: Faults = noFaults();
  readonly commits = new Commits(this.faults);
  readonly committed = new MemoryLog();
  readonly asked: Asked = nothingAsked();
  readonly told: Told = { streams: new Set(), records: 0, catchUps: 0 };
  readonly nodes: readonly FixtureNode[];
  readonly doors: Door[] = [];
  private elected: FixtureNode | undefined;

  private constructor({ nodes = 1, ...options }: FixtureOptions) {
    this.nodes = Array.from({ length: nodes }, () => new FixtureNode(this, options));
    this.elected = this.nodes[0];
  }

  static async start(options: FixtureOptions = {}): Promise<EventStoreDbFixture> {
    const fixture = new EventStoreDbFixture(options);
    for (const [index, node] of fixture.nodes.entries())
      await node.listen(index === 0 ? (options.port ?? 0) : 0);
    for (let n = 0; n < (options.doors ?? 0); n++) fixture.doors.push(await Door.open(fixture.nodes));
    return fixture;
  }

  /** `127.0.0.1:port` of every node, joined by commas. */
  get address(): string {
    return this.nodes.map(({ address }) => address).join(',');
  }

  get url(): string {
    return `esdb://${this.address}?tls=false`;
  }

  /** Undefined after `depose`. */
  get leader(): FixtureNode | undefined {
    return this.elected;
  }

  get followers(): readonly FixtureNode[] {
    return this.nodes.filter((node) => node !== this.elected);
  }

  /**
   * Updates `alive` of every node and elects `wanted`, else the next node in turn that answers. Connections stay open.
   */
  elect(wanted?: FixtureNode): FixtureNode {
    for (const node of this.nodes) node.alive = node.answers;
    const next = this.nodes.indexOf(this.elected as FixtureNode) + 1;
    const inTurn = [...this.nodes.slice(next), ...this.nodes.slice(0, next)];
    const leader = wanted ?? inTurn.find(({ answers }) => answers);
    if (!leader) throw new Error('nobody is left to lead');
    // A leader has every committed record.
    leader.keepUp();
    this.elected = leader;
    return leader;
  }

  /** Leaves the cluster without a leader until `elect`. */
  depose(): void {
    this.elected = undefined;
  }

  get subscriptions(): number {
    return this.nodes.reduce((sum, { feeds }) => sum + feeds.size, 0);
  }

  /** Streams sent to subscribers. */
  get delivered(): ReadonlySet<string> {
    return this.told.streams;
  }

  /** New connections work. */
  cutConnections(): void {
    for (const node of this.nodes) node.cut();
  }

  /** Drops all connections until `acceptConnections`. */
  async refuseConnections(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }

  async acceptConnections(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.revive()));
  }

  /** Connections stay open but silent. */
  stallConnections(): void {
    for (const node of this.nodes) node.pause();
  }

  async resumeConnections(): Promise<void> {
    await this.acceptConnections();
  }

  /** Sends every subscription a checkpoint at the newest position, even past events that it has not been sent. */
  checkpointSubscriptions(): void {
    for (const feed of this.feeds()) feed.checkpoint();
  }

  /** Completes all subscriptions without an error. */
  endSubscriptions(): void {
    for (const feed of this.feeds()) feed.end();
  }

  dropSubscriptions(code = status.UNAVAILABLE): void {
    for (const feed of this.feeds()) feed.drop(code);
  }

  /** Fails all subscriptions with `consumerTooSlow`. */
  throwOutSubscriptions(when: 'while live' | 'while transitioning to live' = 'while live'): void {
    for (const feed of this.feeds()) feed.throwOut(when);
  }

  /** Open subscriptions stay open but silent for ever. */
  silenceSubscriptions(): void {
    for (const feed of this.feeds()) feed.silence();
  }

  /** Open subscriptions stay open but silent. New ones are not even confirmed. */
  stallSubscriptions(): void {
    this.faults.stalled = true;
  }

  resumeSubscriptions(): void {
    this.faults.stalled = false;
    for (const feed of this.feeds()) feed.soon();
  }

  breakBatchAppends(): void {
    for (const node of this.nodes) node.breakBatchAppends();
  }

  /** Stores a record unchecked. */
  store(stream: string, proposal: Proposal): void {
    this.committed.append(stream, 'any', [proposal]);
  }

  stored(stream: string): readonly (Proposal & { readonly position: bigint })[] {
    return this.committed.stream(stream);
  }

  /** Removes a record from `$all`, leaving a hole. */
  loseRecord(stream: string, revision: number): void {
    const record = this.committed.stream(stream)[revision];
    if (record) this.committed.remove(record);
  }

  /** Restores an older log, in which this revision of `stream` and all later records are missing. */
  rollBack(stream: string, revision: number): void {
    const record = this.committed.stream(stream)[revision];
    if (record) this.committed.rollBack(record.position);
  }

  async close(): Promise<void> {
    await Promise.all([...this.doors, ...this.nodes].map((each) => each.close()));
  }

  refusal(node: FixtureNode, requiresLeader: boolean, asked: string): ServiceError | undefined {
    if (!this.elected) return notReady();
    if (!requiresLeader || node === this.elected) return undefined;
    return notLeader({ host: HOST, port: this.portOf(this.elected, asked) });
  }

  /** Addresses are those of the door that `call` came through. */
  readonly gossip = (call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>): void => {
    this.asked.gossip += 1;
    const cluster = new gossipPb.ClusterInfo();
    for (const node of this.nodes) {
      const endPoint = new gossipPb.EndPoint();
      endPoint.setAddress(HOST);
      endPoint.setPort(this.portOf(node, call.getHost()));
      const member = new gossipPb.MemberInfo();
      const state = node === this.elected ? LEADER : FOLLOWER;
      member.setState(this.elected ? state : UNKNOWN);
      member.setIsAlive(node.alive);
      member.setHttpEndPoint(endPoint);
      cluster.addMembers(member);
    }
    answer(null, cluster);
  };

  private portOf(node: FixtureNode, asked: string): number {
    for (const door of this.doors) {
      const port = door.portOf(node, asked);
      if (port !== undefined) return port;
    }
    return node.port;
  }

  private feeds(): SubscriptionFeed[] {
    return this.nodes.flatMap(({ feeds }) => [...feeds]);
  }
}
