import type {
  AllStreamResolvedEvent,
  AllStreamSubscription,
  AppendExpectedRevision,
  Credentials,
  EventData,
  ReadPosition,
  ReadRevision,
  ResolvedEvent,
  StreamingRead,
} from '@eventstore/db-client';
import {
  BACKWARDS,
  EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { Transform } from 'node:stream';
import { CallLimit } from './call-limit.js';
import { credentialsIn } from './connection-string.js';
import type { LedgerStreams } from './ledger-streams.js';
import { CallTimedOut } from './store-failures.js';
import type { StorePosition } from './store-position.js';

/** Below the hundred streams of one connection, with room for the subscription. */
const CALLS_MAX = 64;
/** The deadline of the call itself comes first, since it can say more. */
const GRACE_MS = 250;
const ignore = (): void => undefined;

export interface ReadAllPage {
  readonly from: StorePosition | 'start' | 'end';
  readonly count: number;
  readonly backwards?: boolean;
}

export interface ReadStreamPage {
  readonly from: bigint | 'start' | 'end';
  readonly count: number;
  readonly backwards?: boolean;
}

/**
 * The calls of the client that are used, each with a deadline. Appends always name credentials, which makes each a call
 * of its own: the client's shared append stream has no deadline, one failure on it fails the appends of every client in
 * the process, and a late answer ends the process.
 */
export class Connection {
  private readonly client: EventStoreDBClient;
  private readonly credentials: Credentials;
  private readonly calls = new CallLimit(CALLS_MAX);

  /** @throws Error when the address is not one. */
  constructor(
    url: string,
    private readonly deadlineMs: number,
  ) {
    this.credentials = credentialsIn(url);
    this.client = EventStoreDBClient.connectionString(url);
  }

  /** 'stored', or 'conflict' when the stream is elsewhere. Anything else is thrown. */
  append(
    stream: string,
    expectedRevision: AppendExpectedRevision,
    events: EventData[],
    deadlineMs = this.deadlineMs,
  ): Promise<'stored' | 'conflict'> {
    return this.calls.run(async () => {
      const options = { expectedRevision, credentials: this.credentials, deadline: deadlineMs };
      try {
        const { success } = await this.inTime(
          this.client.appendToStream(stream, events, options),
          deadlineMs,
        );
        return success ? 'stored' : 'conflict';
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return 'conflict';
        throw error;
      }
    });
  }

  /** Says how much of a stream the server keeps, unless that was said before. */
  async keepNewest(stream: string, count: number): Promise<void> {
    const options = { expectedRevision: NO_STREAM, credentials: this.credentials } as const;
    await this.inTime(this.client.setStreamMetadata(stream, { maxCount: count }, options), this.deadlineMs);
  }

  /** Empty when the stream does not exist. */
  readStream(stream: string, { from, count, backwards }: ReadStreamPage): Promise<ResolvedEvent[]> {
    const fromRevision: ReadRevision = from;
    const direction = backwards ? BACKWARDS : FORWARDS;
    const { credentials } = this;
    return this.collect(() =>
      this.client.readStream(stream, { fromRevision, direction, maxCount: count, credentials }),
    );
  }

  /** One page of the server's log, all of it, `from` included. */
  readAll({ from, count, backwards }: ReadAllPage): Promise<AllStreamResolvedEvent[]> {
    const fromPosition: ReadPosition = from;
    const direction = backwards ? BACKWARDS : FORWARDS;
    const { credentials } = this;
    return this.collect(() => this.client.readAll({ fromPosition, direction, maxCount: count, credentials }));
  }

  /** Follows the ledger's streams after a position. Has no deadline: whoever iterates must watch for silence. */
  subscribe(from: StorePosition | 'start', streams: LedgerStreams): AllStreamSubscription {
    const filter = streams.filter();
    const subscription = this.client.subscribeToAll({
      fromPosition: from,
      filter,
      credentials: this.credentials,
    });
    // An error that nobody listens to ends the process; those who iterate hear of it too.
    subscription.on('error', ignore);
    failWhenConversionFails(subscription);
    return subscription;
  }

  /** Ends every call. The client's own dispose waits for streams that may never end. */
  async close(): Promise<void> {
    await this.inTime(this.client.dispose(), this.deadlineMs).catch(ignore);
  }

  /** Everything a read yields. The deadline is for the next event, so that a long read may take its time. */
  private collect<E>(start: () => StreamingRead<E>): Promise<E[]> {
    return this.calls.run(async () => {
      const read = start();
      read.on('error', ignore);
      failWhenConversionFails(read);
      const late = (): void => void read.destroy(new CallTimedOut('the event store does not answer'));
      const timer = setTimeout(late, this.deadlineMs);
      try {
        const events: E[] = [];
        for await (const event of read as AsyncIterable<E>) {
          events.push(event);
          timer.refresh();
        }
        return events;
      } catch (error) {
        if (error instanceof StreamNotFoundError) return [];
        throw error;
      } finally {
        clearTimeout(timer);
        // Leaving the loop does not end the call on the connection.
        read.cancel().catch(ignore);
      }
    });
  }

  private async inTime<T>(call: Promise<T>, deadlineMs: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const reason = new CallTimedOut('the event store does not answer');
      timer = setTimeout(() => reject(reason), deadlineMs + GRACE_MS);
    });
    try {
      return await Promise.race([call, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * The client converts records in a method whose failure it does not expect: a subscription would stand still for ever, and
 * a read would end the process. This makes it the stream's own error.
 */
function failWhenConversionFails(stream: object): void {
  if (!(stream instanceof Transform)) return;
  const convert = stream._transform.bind(stream) as (
    ...args: Parameters<Transform['_transform']>
  ) => void | Promise<void>;
  stream._transform = (record, encoding, next) => {
    const fail = (error: unknown): void => next(error instanceof Error ? error : new Error(String(error)));
    try {
      convert(record, encoding, next)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
