import type {
  handleClientStreamingCall,
  handleServerStreamingCall,
  ServerWritableStream,
} from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Faults } from './faults.js';
import { failure, unavailable } from './faults.js';
import type { AppendOutcome, Expected, LogRecord, MemoryLog, Proposal } from './memory-log.js';
import { SubscriptionFeed } from './subscription-feed.js';
import type { ReadRequest, ReadResponse } from './wire.js';
import { eventResponse, expectationOf, notFoundResponse, proposalOf, streamNameOf } from './wire.js';

type AppendRequest = InstanceType<typeof streamsPb.AppendReq>;
type AppendResponse = InstanceType<typeof streamsPb.AppendResp>;
type ReadCall = ServerWritableStream<ReadRequest, ReadResponse>;

/** The largest append a server takes unless it is told otherwise. */
const APPEND_BYTES_MAX = 1024 * 1024;

/** What was asked of the fixture. */
export interface Asked {
  appends: number;
  batchAppends: number;
  subscriptions: number;
  reads: number;
  /** Calls under way that are no subscriptions, and the most there ever were. */
  open: number;
  mostOpen: number;
}

/** Reads, subscriptions and appends over a log in memory. */
export class StreamsService {
  readonly feeds = new Set<SubscriptionFeed>();
  /** Streams that subscribers were told of. */
  readonly delivered = new Set<string>();
  /** How many records they were told of. */
  told = 0;
  readonly asked: Asked = { appends: 0, batchAppends: 0, subscriptions: 0, reads: 0, open: 0, mostOpen: 0 };

  constructor(
    readonly log: MemoryLog,
    readonly faults: Faults,
  ) {}

  readonly read: handleServerStreamingCall<ReadRequest, ReadResponse> = (call) => {
    const options = call.request.getOptions();
    if (options?.hasSubscription() && options.hasAll()) {
      this.asked.subscriptions += 1;
      const feed = new SubscriptionFeed(call, this.log, this.faults, this.onTold, (over) =>
        this.feeds.delete(over),
      );
      this.feeds.add(feed);
      return;
    }
    this.asked.reads += 1;
    this.countOpen(call);
    if (this.faults.ignoringReads) return;
    const code = this.faults.failingReads.shift();
    if (code !== undefined) {
      call.emit('error', failure(code, 'the fixture was told to fail this'));
      return;
    }
    if (options?.hasAll()) this.readAll(call);
    else this.readStream(call);
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
      // A call that broke off looks as if it were complete, a moment before it is seen to be cancelled.
      if (call.cancelled) return;
      this.asked.appends += 1;
      if (proposals.reduce((sum, { data }) => sum + data.length, 0) > APPEND_BYTES_MAX) {
        answer(tooLarge());
        return;
      }
      const fault = isLedger(stream, proposals) ? this.faults.appends.shift() : undefined;
      if (fault === 'ignore') return;
      if (fault === 'time-out') {
        answer(failure(status.ABORTED, 'the fixture was told to time out'));
        return;
      }
      const outcome = this.log.append(stream, expected, proposals);
      if (fault === 'lose-answer') answer(unavailable());
      else if (fault === undefined) answer(null, appendResponse(outcome, expected));
    };
    call.on('end', () => setImmediate(store));
  };

  private countOpen(call: { once(event: 'close' | 'cancelled', over: () => void): unknown }): void {
    this.asked.open += 1;
    this.asked.mostOpen = Math.max(this.asked.mostOpen, this.asked.open);
    let isOpen = true;
    const over = (): void => {
      if (isOpen) this.asked.open -= 1;
      isOpen = false;
    };
    call.once('close', over);
    call.once('cancelled', over);
  }

  private readonly onTold = ({ stream }: LogRecord): void => {
    this.delivered.add(stream);
    this.told += 1;
  };

  private readAll(call: ReadCall): void {
    const options = call.request.getOptions();
    const all = options?.getAll();
    const position = BigInt(all?.getPosition()?.getCommitPosition() ?? 0);
    const { log } = this;
    if (options?.getReadDirection() === streamsPb.ReadReq.Options.ReadDirection.BACKWARDS) {
      // Backwards begins before the position that is named.
      const end = all?.hasEnd() ? log.all.length : log.indexFrom(position);
      send(call, log.all.slice(Math.max(0, end - countOf(call)), end).reverse());
    } else {
      const start = all?.hasStart() ? 0 : log.indexFrom(position);
      send(call, log.all.slice(start, start + countOf(call)));
    }
  }

  private readStream(call: ReadCall): void {
    const options = call.request.getOptions();
    const from = options?.getStream();
    const name = streamNameOf(from?.getStreamIdentifier());
    const stored = this.log.stream(name);
    if (stored.length === 0) {
      call.write(notFoundResponse(name));
      call.end();
      return;
    }
    const revision = Number(from?.getRevision() ?? 0);
    if (options?.getReadDirection() === streamsPb.ReadReq.Options.ReadDirection.BACKWARDS) {
      const end = from?.hasEnd() ? stored.length - 1 : revision;
      send(call, stored.slice(Math.max(0, end + 1 - countOf(call)), end + 1).reverse());
    } else {
      const start = from?.hasStart() ? 0 : revision;
      send(call, stored.slice(start, start + countOf(call)));
    }
  }
}

const countOf = (call: ReadCall): number => Number(call.request.getOptions()?.getCount() ?? 0);

function send(call: ReadCall, records: readonly LogRecord[]): void {
  for (const record of records) call.write(eventResponse(record));
  call.end();
}

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
