import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { BatchAppends } from './batch-append.js';
import { CuttablePort } from './cuttable-port.js';
import type { Faults } from './faults.js';
import { failure, noFaults } from './faults.js';
import type { Proposal } from './memory-log.js';
import { MemoryLog } from './memory-log.js';
import type { Asked } from './streams-service.js';
import { StreamsService } from './streams-service.js';

const HOST = '127.0.0.1';
/** As many as a real server serves on one connection. */
const STREAMS_MAX = 100;

type Unary = (call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) => void;

export interface FixtureOptions {
  /** 0, the default, for a free one. */
  readonly port?: number;
  /** Whether appends over one shared call are offered, as newer servers do; default true. */
  readonly batchAppend?: boolean;
  /** Encrypts, with this key and certificate (PEM). */
  readonly tls?: { readonly key: Buffer; readonly certificate: Buffer };
  /** Refuses calls without these. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

/**
 * A stand-in for tests: it speaks the part of EventStoreDB's gRPC protocol that our client uses, with the services and
 * messages that the client library itself ships, over a log in memory, and does on demand what networks and servers do at
 * the worst moment.
 *
 * It is NOT EventStoreDB. It keeps nothing, knows no cluster, no access rights, no scavenging and no projections. What
 * passes on it shows how our side handles the protocol; what the server does is shown by the same suite on a real one.
 */
export class EventStoreDbFixture {
  readonly faults: Faults = noFaults();
  private readonly log = new MemoryLog();
  private readonly streams = new StreamsService(this.log, this.faults);
  private readonly batches = new BatchAppends(this.streams);
  private readonly server = new Server({ 'grpc.max_concurrent_streams': STREAMS_MAX });
  private front: CuttablePort | undefined;
  private port = 0;

  private constructor(private readonly options: FixtureOptions) {
    const denied = (authorization: unknown): boolean => this.denies(authorization);
    this.server.addService(streamsGrpc.StreamsService, {
      read: guarded(denied, this.streams.read),
      append: guarded(denied, this.streams.append),
      batchAppend: guarded(denied, this.batches.handle),
    });
    this.server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: this.features });
    this.server.addService(gossipGrpc.GossipService, { read: this.gossip });
  }

  static async start(options: FixtureOptions = {}): Promise<EventStoreDbFixture> {
    const fixture = new EventStoreDbFixture(options);
    const { tls } = options;
    const credentials = tls
      ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }])
      : ServerCredentials.createInsecure();
    const behind = await new Promise<number>((resolve, reject) => {
      fixture.server.bindAsync(`${HOST}:0`, credentials, (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    fixture.front = new CuttablePort(behind);
    fixture.port = await fixture.front.listen(options.port ?? 0);
    return fixture;
  }

  /** `127.0.0.1:port` */
  get address(): string {
    return `${HOST}:${this.port}`;
  }

  get url(): string {
    return `esdb://${this.address}?tls=false`;
  }

  /** How often what was asked. */
  get asked(): Readonly<Asked> {
    return this.streams.asked;
  }

  get subscriptions(): number {
    return this.streams.feeds.size;
  }

  /** Streams that subscribers were told of. */
  get delivered(): ReadonlySet<string> {
    return this.streams.delivered;
  }

  /** How many records subscribers were told of. */
  get told(): number {
    return this.streams.told;
  }

  /** Every connection breaks; new ones work. */
  cutConnections(): void {
    this.front?.cut();
  }

  /** Nobody gets in, and whoever is in is thrown out. */
  async refuseConnections(): Promise<void> {
    await this.front?.refuse();
  }

  async acceptConnections(): Promise<void> {
    await this.front?.accept();
  }

  /** Connections stay open and carry nothing. */
  stallConnections(): void {
    this.front?.stall();
  }

  resumeConnections(): void {
    this.front?.resume();
  }

  /** Ends all subscriptions as if all were said. */
  endSubscriptions(): void {
    for (const feed of [...this.streams.feeds]) feed.end();
  }

  /** Ends all subscriptions with an error. */
  dropSubscriptions(code = status.UNAVAILABLE): void {
    for (const feed of [...this.streams.feeds]) feed.drop(code);
  }

  /** Those that stand now stay open and never say anything again; new ones work. */
  silenceSubscriptions(): void {
    for (const feed of this.streams.feeds) feed.silence();
  }

  /** Subscriptions stay open and say nothing; whoever subscribes meanwhile is not even confirmed. */
  stallSubscriptions(): void {
    this.faults.stalled = true;
  }

  resumeSubscriptions(): void {
    this.faults.stalled = false;
    for (const feed of this.streams.feeds) feed.soon();
  }

  breakBatchAppends(): void {
    this.batches.break();
  }

  /** Puts a record into the log as it is. */
  store(stream: string, proposal: Proposal): void {
    this.log.append(stream, 'any', [proposal]);
  }

  /** The records of a stream, as they are stored. */
  stored(stream: string): readonly (Proposal & { readonly position: bigint })[] {
    return this.log.stream(stream);
  }

  /** Takes one event out of the middle of the log. */
  loseRecord(stream: string, revision: number): void {
    const record = this.log.stream(stream)[revision];
    if (record) this.log.remove(record);
  }

  async close(): Promise<void> {
    this.server.forceShutdown();
    await this.front?.close();
  }

  private denies(authorization: unknown): boolean {
    const { credentials } = this.options;
    if (!credentials) return false;
    const { user, password } = credentials;
    return authorization !== `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }

  private readonly features: Unary = (_call, answer) => {
    const supported = new featuresPb.SupportedMethods();
    supported.setEventStoreServerVersion('24.10.0');
    const methods = ['read', 'append', ...(this.options.batchAppend === false ? [] : ['batchappend'])];
    for (const name of methods) {
      const method = new featuresPb.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      supported.addMethods(method);
    }
    answer(null, supported);
  };

  /** A cluster of one, which leads. */
  private readonly gossip: Unary = (_call, answer) => {
    const endPoint = new gossipPb.EndPoint();
    endPoint.setAddress(HOST);
    endPoint.setPort(this.port);
    const member = new gossipPb.MemberInfo();
    member.setState(gossipPb.MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(endPoint);
    const cluster = new gossipPb.ClusterInfo();
    cluster.addMembers(member);
    answer(null, cluster);
  };
}

interface GuardedCall {
  readonly metadata: { get(key: string): readonly unknown[] };
  emit(event: 'error', error: Error): unknown;
}

/** Runs the handler for those who are allowed in. */
function guarded<Args extends [GuardedCall, ...unknown[]]>(
  denied: (authorization: unknown) => boolean,
  handle: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    if (denied(args[0].metadata.get('authorization')[0]))
      args[0].emit('error', failure(status.UNAUTHENTICATED, 'who are you?'));
    else handle(...args);
  };
}
