import type { CallOptions, Metadata, ServiceError } from '@grpc/grpc-js';
import { Metadata as NoFacts, status } from '@grpc/grpc-js';
import type {
  AllStreamResolvedEvent,
  AllStreamSubscription,
  Credentials,
  Filter,
  ResolvedEvent,
  StreamingRead,
} from '@eventstore/db-client';
import { BACKWARDS, convertToCommandError, EventStoreDBClient, FORWARDS } from '@eventstore/db-client';
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { addressed, credentialsIn } from './connection-string.js';
import type { Expectation, ProposedEvent } from '../stream-messages.js';
import { appendMessages, appendOutcome, readAllMessage } from '../stream-messages.js';
import { NeverSent } from './store-failures.js';
import type { StorePosition } from '../stored-record.js';

type StreamsClient = InstanceType<typeof streamsGrpc.StreamsClient>;
type ReadResponses = ReturnType<StreamsClient['read']>;

interface Inside {
  createChannel(): Promise<{ readonly internalChannel?: { readonly options?: Record<string, unknown> } }>;
  handleError(client: unknown, error: Error): Promise<void>;
  execute<T>(
    service: typeof streamsGrpc.StreamsClient,
    name: string,
    action: (client: StreamsClient) => Promise<T>,
  ): Promise<T>;
  GRPCStreamCreator(
    service: typeof streamsGrpc.StreamsClient,
    name: string,
    creator: (client: StreamsClient) => ReadResponses,
  ): () => Promise<ReadResponses>;
  callArguments(
    options: {
      readonly credentials: Credentials;
      readonly requiresLeader: boolean;
      readonly deadline?: number;
    },
    callOptions?: CallOptions,
  ): [Metadata, CallOptions];
}

const PARTS = ['createChannel', 'handleError', 'execute', 'GRPCStreamCreator', 'callArguments'] as const;
const ignore = (): void => undefined;

export interface AppendCall {
  readonly outcome: Promise<StorePosition | 'conflict'>;
  sent(): boolean;
  cancel(): void;
}

/**
 * Sends every call to the leader, because other nodes may lag. Avoids the library's `appendToStream`, which
 * cannot be cancelled and may hang, and its reads of the log, which cannot be filtered.
 */
export class WatchedClient {
  private readonly client: EventStoreDBClient;
  private readonly inside: Inside;
  private readonly credentials: Credentials;

  /** @throws Error when `url` is invalid */
  constructor(url: string, windowBytes: number) {
    this.credentials = credentialsIn(url);
    this.client = EventStoreDBClient.connectionString(addressed(url));
    this.inside = this.client as unknown as Inside;
    for (const part of PARTS)
      if (typeof this.inside[part] !== 'function') throw new Error(`the client has no ${part} any more`);
    const create = this.inside.createChannel;
    this.inside.createChannel = async () => {
      const channel = await create();
      const options = channel.internalChannel?.options;
      if (!options) throw new Error('a channel has no options any more');
      // The channel reads its options only when it connects.
      options['grpc-node.flow_control_window'] = windowBytes;
      return channel;
    };
    // The client does not await `handleError`, whose rejection without a leader would end the process.
    const handle = this.inside.handleError;
    this.inside.handleError = (...args) => handle(...args).catch(ignore);
  }

  append(
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
    deadlineMs: number,
  ): AppendCall {
    let cancel: (() => void) | undefined;
    let givenUp = false;
    const send = (grpc: StreamsClient): Promise<StorePosition | 'conflict'> =>
      new Promise((resolve, reject) => {
        if (givenUp) throw new NeverSent('given up before it was sent');
        const sink = grpc.append(...this.callArguments(deadlineMs), (error, response) => {
          if (error) reject(convertToCommandError(error));
          else resolve(appendOutcome(response));
        });
        cancel = () => sink.cancel();
        sink.on('error', reject);
        for (const message of appendMessages(stream, expected, events)) sink.write(message);
        sink.end();
      });
    return {
      outcome: this.inside.execute(streamsGrpc.StreamsClient, 'append', send),
      sent: () => cancel !== undefined,
      cancel: () => {
        givenUp = true;
        cancel?.();
      },
    };
  }

  readAll(
    from: StorePosition | 'start',
    count: number,
    filter: Filter,
  ): StreamingRead<AllStreamResolvedEvent> {
    const request: InstanceType<typeof streamsPb.ReadReq> = readAllMessage(from, count, filter);
    const create = this.inside.GRPCStreamCreator(streamsGrpc.StreamsClient, 'readAll', (grpc) =>
      grpc.read(request, ...this.callArguments()),
    );
    return new ReadStream(
      create as never,
      convertGrpcEvent as never,
      {},
    ) as unknown as StreamingRead<AllStreamResolvedEvent>;
  }

  readStream(
    stream: string,
    fromRevision: bigint | 'start' | 'end',
    maxCount: number,
    backwards: boolean,
  ): StreamingRead<ResolvedEvent> {
    const direction = backwards ? BACKWARDS : FORWARDS;
    return this.client.readStream(stream, { fromRevision, direction, maxCount, ...this.asWhom() });
  }

  subscribe(fromPosition: StorePosition | 'start', filter: Filter): AllStreamSubscription {
    return this.client.subscribeToAll({ fromPosition, filter, ...this.asWhom() });
  }

  reconnect(): void {
    const gone: ServiceError = Object.assign(new Error('silent'), {
      code: status.UNAVAILABLE,
      details: 'silent',
      metadata: new NoFacts(),
    });
    this.inside.execute(streamsGrpc.StreamsClient, 'reconnect', () => Promise.reject(gone)).catch(ignore);
  }

  dispose(): Promise<void> {
    return this.client.dispose();
  }

  private callArguments(deadlineMs?: number): [Metadata, CallOptions] {
    if (deadlineMs === undefined) return this.inside.callArguments(this.asWhom(), { deadline: Infinity });
    return this.inside.callArguments({ ...this.asWhom(), deadline: deadlineMs });
  }

  private asWhom(): { readonly credentials: Credentials; readonly requiresLeader: true } {
    return { credentials: this.credentials, requiresLeader: true };
  }
}
