import type {
  handleClientStreamingCall,
  handleServerStreamingCall,
  Metadata,
  ServerWritableStream,
  ServiceError,
} from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Commits } from './commits.js';
import type { Faults } from './faults.js';
import { commitTimedOut, failure, unavailable } from './faults.js';
import type { AppendOutcome, Expected, LogRecord, Proposal } from './memory-log.js';
import type { NodeLog } from './node-log.js';
import type { CountedCalls } from './stream-calls.js';
import { SubscriptionFeed, type Told } from './subscription-feed.js';
import type { ReadRequest, ReadResponse } from './wire.js';
import {
  eventResponse,
  expectationOf,
  filterOf,
  notFoundResponse,
  proposalOf,
  streamNameOf,
} from './wire.js';

type AppendRequest = InstanceType<typeof streamsPb.AppendReq>;
type AppendResponse = InstanceType<typeof streamsPb.AppendResp>;
type ReadCall = ServerWritableStream<ReadRequest, ReadResponse>;

/** Default `MaxAppendSize` of EventStoreDB. */
const APPEND_BYTES_MAX = 1024 * 1024;

export interface Asked {
  appends: number;
  batchAppends: number;
  subscriptions: number;
  reads: number;
  /** Records returned by reads. */
  recordsRead: number;
  /** Reads of gossip. */
  gossip: number;
  /** Calls turned away by `refusal`. */
  sentToLeader: number;
  /** Reads and appends under way. */
  open: number;
  mostOpen: number;
  /** Absent unless calls are counted. */
  counted?: CountedCalls;
}

export const nothingAsked = (): Asked => ({
  appends: 0,
  batchAppends: 0,
  subscriptions: 0,
  reads: 0,
  recordsRead: 0,
  gossip: 0,
  sentToLeader: 0,
  open: 0,
  mostOpen: 0,
});

export interface StreamsNode {
  readonly log: NodeLog;
  readonly faults: Faults;
  readonly commits: Commits;
  readonly asked: Asked;
  readonly told: Told;
  /** Names the leader's address as reached through `asked`, the address that was called. */
  refusal(requiresLeader: boolean, asked: string): ServiceError | undefined;
}

export class StreamsService {
  readonly feeds = new Set<SubscriptionFeed>();

  constructor(private readonly node: StreamsNode) {}

  readonly read: handleServerStreamingCall<ReadRequest, ReadResponse> = (call) => {
    const options = call.request.getOptions();
    const { asked, faults, log } = this.node;
    const refusal = this.refusal(call);
    if (options?.hasSubscription() && options.hasAll()) {
      asked.subscriptions += 1;
      if (refusal) {
        call.emit('error', refusal);
        return;
      }
      const feed = new SubscriptionFeed(call, log, faults, this.node.told, (over) => this.feeds.delete(over));
      this.feeds.add(feed);
      return;
    }
    asked.reads += 1;
    this.countOpen(call);
    if (faults.ignoringReads) return;
    if (refusal) {
      call.emit('error', refusal);
      return;
    }
    const code = faults.failingReads.shift();
    if (code !== undefined) {
      call.emit('error', failure(code, 'the fixture was told to fail this'));
      return;
    }
    if (options?.hasAll()) {
      asked.counted?.readAll();
      this.readAll(call);
    } else this.readStream(call);
  };

  readonly append: handleClientStreamingCall<AppendRequest, AppendResponse> = (call, answer) => {
    this.countOpen(call);
    let stream = '';
    let expected: Expected = 'any';
    const proposals: Proposal[] = [];
    call.on('data', (request: AppendRequest) => {
      const [options, message] = [request.getOptions(), request.getProposedMessage()];
      if (options) {
        stream = streamNameOf(options.getStreamIdentifier());
        expected = expectationOf(options, options.getRevision());
      }
      if (message) proposals.push(proposalOf(message));
    });
    call.on('error', () => undefined);
    const store = (): void => {
      // A broken call ends like a complete one, just before `cancelled` is set.
      if (call.cancelled) return;
      const { asked, faults, log, commits } = this.node;
      asked.appends += 1;
      const next = typeof expected === 'number' ? expected + 1 : 0;
      asked.counted?.appended(stream, next, proposals);
      const refusal = this.refusal(call);
      if (refusal) {
        answer(refusal);
        return;
      }
      if (proposals.reduce((sum, { data }) => sum + data.length, 0) > APPEND_BYTES_MAX) {
        answer(tooLarge());
        return;
      }
      const ours = isLedger(stream, proposals);
      const fault = ours ? faults.appends.shift() : undefined;
      if (fault === 'ignore') return;
      if (fault === 'time-out') {
        answer(failure(status.ABORTED, 'the fixture was told to time out'));
        return;
      }
      const commit = (): void => {
        const outcome = log.append(stream, expected, proposals);
        if (fault === 'lose-answer') answer(unavailable());
        else if (fault === undefined) answer(null, appendResponse(outcome, expected));
      };
      if (!ours) commit();
      else
        commits.begin(keyOf(stream, expected, proposals), commit, () => {
          answer(commitTimedOut());
        });
    };
    call.on('end', () => setImmediate(store));
  };

  private refusal(call: { readonly metadata: Metadata; getHost(): string }): ServiceError | undefined {
    const requiresLeader = call.metadata.get('requires-leader')[0] === 'true';
    const refusal = this.node.refusal(requiresLeader, call.getHost());
    if (refusal) this.node.asked.sentToLeader += 1;
    return refusal;
  }

  private countOpen(call: { once(event: 'close' | 'cancelled', over: () => void): unknown }): void {
    const { asked } = this.node;
    asked.open += 1;
    asked.mostOpen = Math.max(asked.mostOpen, asked.open);
    let isOpen = true;
    const over = (): void => {
      if (isOpen) asked.open -= 1;
      isOpen = false;
    };
    call.once('close', over);
    call.once('cancelled', over);
  }

  private readAll(call: ReadCall): void {
    const options = call.request.getOptions();
    const all = options?.getAll();
    const position = BigInt(all?.getPosition()?.getCommitPosition() ?? 0);
    const { log } = this.node;
    const passes = filterOf(call.request);
    const found: LogRecord[] = [];
    const count = countOf(call);
    if (options?.getReadDirection() === streamsPb.ReadReq.Options.ReadDirection.BACKWARDS) {
      // Backwards reads exclude the position they name.
      let index = all?.hasEnd() ? log.size : log.indexFrom(position);
      while (found.length < count && index > 0) {
        const record = log.record((index -= 1));
        if (record && passes(record)) found.push(record);
      }
    } else {
      let index = all?.hasStart() ? 0 : log.indexFrom(position);
      for (let record = log.record(index); record && found.length < count; record = log.record((index += 1)))
        if (passes(record)) found.push(record);
    }
    this.send(call, found);
  }

  private readStream(call: ReadCall): void {
    const options = call.request.getOptions();
    const from = options?.getStream();
    const name = streamNameOf(from?.getStreamIdentifier());
    const stored = this.node.log.stream(name);
    this.node.asked.counted?.read({
      stream: name,
      backwards: options?.getReadDirection() === streamsPb.ReadReq.Options.ReadDirection.BACKWARDS,
      from: from?.hasEnd() ? 'end' : Number(from?.getRevision() ?? 0),
      count: countOf(call),
    });
    if (stored.length === 0) {
      call.write(notFoundResponse(name));
      call.end();
      return;
    }
    const revision = Number(from?.getRevision() ?? 0);
    if (options?.getReadDirection() === streamsPb.ReadReq.Options.ReadDirection.BACKWARDS) {
      const end = from?.hasEnd() ? stored.length - 1 : revision;
      this.send(call, stored.slice(Math.max(0, end + 1 - countOf(call)), end + 1).reverse());
    } else {
      const start = from?.hasStart() ? 0 : revision;
      this.send(call, stored.slice(start, start + countOf(call)));
    }
  }

  private send(call: ReadCall, records: readonly LogRecord[]): void {
    this.node.asked.recordsRead += records.length;
    for (const record of records) call.write(eventResponse(record));
    call.end();
  }
}

const countOf = (call: ReadCall): number => Number(call.request.getOptions()?.getCount() ?? 0);

/** Equal for repeats of an append. */
const keyOf = (stream: string, expected: Expected, proposals: readonly Proposal[]): string =>
  [stream, expected, ...proposals.map(({ id }) => id)].join(' ');

const isLedger = (stream: string, [first]: readonly Proposal[]): boolean =>
  !stream.startsWith('$') && first?.type !== 'Heartbeat';

export const tooLarge = (): ReturnType<typeof failure> =>
  failure(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(APPEND_BYTES_MAX),
  });

function appendResponse(outcome: AppendOutcome, expected: Expected): AppendResponse {
  const response = new streamsPb.AppendResp();
  if (outcome.kind === 'stored') {
    const position = new streamsPb.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streamsPb.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    response.setSuccess(success);
    return response;
  }
  const conflict = new streamsPb.AppendResp.WrongExpectedVersion();
  if (outcome.current < 0) conflict.setCurrentNoStream(new sharedPb.Empty());
  else conflict.setCurrentRevision(String(outcome.current));
  if (typeof expected === 'number') conflict.setExpectedRevision(String(expected));
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new sharedPb.Empty());
  else conflict.setExpectedAny(new sharedPb.Empty());
  response.setWrongExpectedVersion(conflict);
  return response;
}
