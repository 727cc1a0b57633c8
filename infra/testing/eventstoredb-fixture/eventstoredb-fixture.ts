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
import type { Asked, Told } from './streams-service.js';
import type { SubscriptionFeed } from './subscription-feed.js';

const { LEADER, FOLLOWER, UNKNOWN } = gossipPb.MemberInfo.VNodeState;

export interface FixtureOptions extends NodeOptions {
  /** Of the first node; 0, the default, for a free one. */
  readonly port?: number;
  /** How many servers there are; default 1. */
  readonly nodes?: number;
  /** How many ways in there are besides, each for one process; default none. */
  readonly doors?: number;
}

/**
 * A stand-in for tests: it speaks the part of EventStoreDB's gRPC protocol that our client uses, with the services and
 * messages that the client library itself ships, over a log in memory, as one server or as a cluster of several that
 * gossip, elect a leader, lag and come back; and does on demand what networks and servers do at the worst moment.
 *
 * It is NOT EventStoreDB. It keeps nothing, knows no access rights, no scavenging and no projections, and what one of its
 * nodes has taken all have committed. What passes on it shows how our side handles the protocol; what the server does is
 * shown by the same suite on a real one.
 */
export class EventStoreDbFixture implements NodeCluster {
  readonly faults: Faults = noFaults();
  readonly commits = new Commits(this.faults);
  readonly committed = new MemoryLog();
  readonly asked: Asked = nothingAsked();
  readonly told: Told = { streams: new Set(), records: 0 };
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

  /** `127.0.0.1:port`, of each node one. */
  get address(): string {
    return this.nodes.map(({ address }) => address).join(',');
  }

  get url(): string {
    return `esdb://${this.address}?tls=false`;
  }

  /** Whoever leads; nobody after `depose`. */
  get leader(): FixtureNode | undefined {
    return this.elected;
  }

  /** The nodes that follow. */
  get followers(): readonly FixtureNode[] {
    return this.nodes.filter((node) => node !== this.elected);
  }

  /** The nodes look who answers and agree on a leader, another one if there is one. Connections stay. */
  elect(wanted?: FixtureNode): FixtureNode {
    for (const node of this.nodes) node.alive = node.answers;
    const next = this.nodes.indexOf(this.elected as FixtureNode) + 1;
    const inTurn = [...this.nodes.slice(next), ...this.nodes.slice(0, next)];
    const leader = wanted ?? inTurn.find(({ answers }) => answers);
    if (!leader) throw new Error('nobody is left to lead');
    // Whoever leads has everything that was committed.
    leader.keepUp();
    this.elected = leader;
    return leader;
  }

  /** Nobody leads until the next election. */
  depose(): void {
    this.elected = undefined;
  }

  get subscriptions(): number {
    return this.nodes.reduce((sum, { feeds }) => sum + feeds.size, 0);
  }

  /** Streams that subscribers were told of. */
  get delivered(): ReadonlySet<string> {
    return this.told.streams;
  }

  /** Every connection breaks; new ones work. */
  cutConnections(): void {
    for (const node of this.nodes) node.cut();
  }

  /** Nobody gets in, and whoever is in is thrown out. */
  async refuseConnections(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }

  async acceptConnections(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.revive()));
  }

  /** Connections stay open and carry nothing. */
  stallConnections(): void {
    for (const node of this.nodes) node.pause();
  }

  async resumeConnections(): Promise<void> {
    await this.acceptConnections();
  }

  /** Says how far the log goes, also where events that are before that were held back. */
  checkpointSubscriptions(): void {
    for (const feed of this.feeds()) feed.checkpoint();
  }

  /** Ends all subscriptions as if all were said. */
  endSubscriptions(): void {
    for (const feed of this.feeds()) feed.end();
  }

  /** Ends all subscriptions with an error. */
  dropSubscriptions(code = status.UNAVAILABLE): void {
    for (const feed of this.feeds()) feed.drop(code);
  }

  /** Ends all subscriptions because their consumers are too slow. */
  throwOutSubscriptions(when: 'while live' | 'while transitioning to live' = 'while live'): void {
    for (const feed of this.feeds()) feed.throwOut(when);
  }

  /** Those that stand now stay open and never say anything again; new ones work. */
  silenceSubscriptions(): void {
    for (const feed of this.feeds()) feed.silence();
  }

  /** Subscriptions stay open and say nothing; whoever subscribes meanwhile is not even confirmed. */
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

  /** Puts a record into the log as it is. */
  store(stream: string, proposal: Proposal): void {
    this.committed.append(stream, 'any', [proposal]);
  }

  /** The records of a stream, as they are stored. */
  stored(stream: string): readonly (Proposal & { readonly position: bigint })[] {
    return this.committed.stream(stream);
  }

  /** Takes one event out of the middle of the log. */
  loseRecord(stream: string, revision: number): void {
    const record = this.committed.stream(stream)[revision];
    if (record) this.committed.remove(record);
  }

  async close(): Promise<void> {
    await Promise.all([...this.doors, ...this.nodes].map((each) => each.close()));
  }

  refusal(node: FixtureNode, requiresLeader: boolean, asked: string): ServiceError | undefined {
    if (!this.elected) return notReady();
    if (!requiresLeader || node === this.elected) return undefined;
    return notLeader({ host: HOST, port: this.portOf(this.elected, asked) });
  }

  /** What any node says of all: who is there and who leads, and where whoever asks at this address finds them. */
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
