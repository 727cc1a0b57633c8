import type { ServerUnaryCall, sendUnaryData, ServiceError } from '@grpc/grpc-js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { BatchAppends } from './batch-append.js';
import type { Commits } from './commits.js';
import { CuttablePort } from './cuttable-port.js';
import type { Faults } from './faults.js';
import { failure } from './faults.js';
import type { MemoryLog } from './memory-log.js';
import { NodeLog } from './node-log.js';
import type { Asked } from './streams-service.js';
import type { Told } from './subscription-feed.js';
import { StreamsService } from './streams-service.js';
import type { SubscriptionFeed } from './subscription-feed.js';

export const HOST = '127.0.0.1';
/** Limit of a real server. */
const STREAMS_MAX = 100;

type Unary = (call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) => void;

export interface NodeOptions {
  /** Offers `BatchAppend`; default true. */
  readonly batchAppend?: boolean;
  /** Turns on TLS (PEM). */
  readonly tls?: { readonly key: Buffer; readonly certificate: Buffer };
  /** Rejects calls without this `Basic` authorization. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

export interface NodeCluster {
  readonly committed: MemoryLog;
  readonly faults: Faults;
  readonly commits: Commits;
  readonly asked: Asked;
  readonly told: Told;
  readonly gossip: Unary;
  refusal(node: FixtureNode, requiresLeader: boolean, asked: string): ServiceError | undefined;
}

export class FixtureNode {
  readonly log: NodeLog;
  readonly faults: Faults;
  readonly commits: Commits;
  readonly asked: Asked;
  readonly told: Told;
  /** State in gossip as of the last `elect` or `revive`. */
  alive = true;
  private readonly streams = new StreamsService(this);
  private readonly batches = new BatchAppends(this);
  private readonly server = new Server({ 'grpc.max_concurrent_streams': STREAMS_MAX });
  private front: CuttablePort | undefined;
  private down = false;
  port = 0;

  constructor(
    private readonly cluster: NodeCluster,
    private readonly options: NodeOptions,
  ) {
    this.log = new NodeLog(cluster.committed);
    ({ faults: this.faults, commits: this.commits, asked: this.asked, told: this.told } = cluster);
    const denied = (authorization: unknown): boolean => this.denies(authorization);
    const { streams, batches } = this;
    this.server.addService(streamsGrpc.StreamsService, {
      read: guarded(denied, (call: Parameters<typeof streams.read>[0]) => streams.read(call)),
      append: guarded(denied, (...args: Parameters<typeof streams.append>) => streams.append(...args)),
      batchAppend: guarded(denied, (call: Parameters<typeof batches.handle>[0]) => batches.handle(call)),
    });
    this.server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: this.features });
    this.server.addService(gossipGrpc.GossipService, { read: cluster.gossip });
  }

  async listen(port: number): Promise<void> {
    const { tls } = this.options;
    const credentials = tls
      ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }])
      : ServerCredentials.createInsecure();
    const behind = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(`${HOST}:0`, credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.front = new CuttablePort(behind);
    this.port = await this.front.listen(port);
  }

  /** `127.0.0.1:port` */
  get address(): string {
    return `${HOST}:${this.port}`;
  }

  /** False after `kill` or `pause`. */
  get answers(): boolean {
    return !this.down;
  }

  get feeds(): ReadonlySet<SubscriptionFeed> {
    return this.streams.feeds;
  }

  refusal(requiresLeader: boolean, asked: string): ServiceError | undefined {
    return this.cluster.refusal(this, requiresLeader, asked);
  }

  /** New connections work. */
  cut(): void {
    this.front?.cut();
  }

  /** Drops all connections until `revive`. */
  async kill(): Promise<void> {
    this.down = true;
    await this.front?.refuse();
  }

  /** Connections stay open but silent until `revive`. */
  pause(): void {
    this.down = true;
    this.front?.stall();
  }

  /** Leads again unless another node was elected. */
  async revive(): Promise<void> {
    this.down = false;
    this.alive = true;
    this.front?.resume();
    await this.front?.accept();
  }

  /** Hides newer records until `keepUp`. */
  lag(): void {
    this.log.lag();
  }

  keepUp(): void {
    this.log.keepUp();
  }

  breakBatchAppends(): void {
    this.batches.break();
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
}

interface GuardedCall {
  readonly metadata: { get(key: string): readonly unknown[] };
  emit(event: 'error', error: Error): unknown;
}

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
