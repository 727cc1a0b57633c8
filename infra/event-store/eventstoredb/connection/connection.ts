import type {
  AllStreamResolvedEvent,
  AllStreamSubscription,
  ResolvedEvent,
  StreamingRead,
} from '@eventstore/db-client';
import { DeadlineExceededError, jsonEvent, StreamNotFoundError } from '@eventstore/db-client';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallLimit } from './retrying.js';
import type { LedgerStreams } from '../ledger-streams.js';
import { CallTimedOut, LogDamaged, NeverSent, reasonOf } from './store-failures.js';
import type { StorePosition } from '../stored-record.js';
import type { Expectation, ProposedEvent } from '../stream-messages.js';
import { WatchedClient } from './watched-client.js';

/**
 * Maximum numbers of concurrent calls to EventStoreDB. Their sum is below 100, because the server allows 100
 * streams in one HTTP/2 connection.
 */
const CALLS_MAX = 64;
const LOOKS_MAX = 16;
const GRACE_MS = 250;
const DISPOSE_WITHIN_MS = 500;
const ignore = (): void => undefined;

export interface ReadAllPage {
  readonly from: StorePosition | 'start';
  readonly count: number;
  /** Milliseconds without data from the server after which a read fails. Default: `deadlineMs`. */
  readonly silenceMs?: number;
}

export interface ReadStreamPage {
  readonly from: bigint | 'start' | 'end';
  readonly count: number;
  readonly backwards?: boolean;
  /** True for a read that looks for a queued append, and so must not wait behind it. */
  readonly look?: boolean;
}

export interface AppendOptions {
  readonly deadlineMs?: number;
  readonly onBegun?: () => void;
  readonly onStored?: (position: StorePosition) => void;
  readonly signal?: AbortSignal;
}

export class Connection {
  private readonly client: WatchedClient;
  private readonly calls = new CallLimit(CALLS_MAX);
  private readonly looks = new CallLimit(LOOKS_MAX);
  private readonly underWay = new Set<(reason: Error) => void>();
  private ended: Error | undefined;
  private heard = performance.now();

  /** @throws Error when `url` is invalid */
  constructor(
    url: string,
    private readonly deadlineMs: number,
    windowBytes: number,
  ) {
    this.client = new WatchedClient(url, windowBytes);
  }

  get lastAnswer(): number {
    return this.heard;
  }

  append(
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
    { deadlineMs = this.deadlineMs, onBegun = ignore, onStored = ignore, signal }: AppendOptions = {},
  ): Promise<'stored' | 'conflict'> {
    return this.calls.run(async () => {
      if (this.ended) throw this.ended;
      onBegun();
      const { outcome, sent, cancel } = this.client.append(stream, expected, events, deadlineMs);
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        const stored = await this.inTime(outcome, deadlineMs, cancel);
        if (stored === 'conflict') return stored;
        onStored(stored);
        return 'stored';
      } catch (error) {
        throw sent() ? error : new NeverSent(reasonOf(error), { cause: error });
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    });
  }

  async keepNewest(stream: string, count: number): Promise<void> {
    await this.append(`$$${stream}`, 'no_stream', [
      jsonEvent({ type: '$metadata', data: { $maxCount: count } }),
    ]);
  }

  readStream(
    stream: string,
    { from, count, backwards = false, look = false }: ReadStreamPage,
  ): Promise<ResolvedEvent[]> {
    const start = (): StreamingRead<ResolvedEvent> => this.client.readStream(stream, from, count, backwards);
    return this.collect(start, this.deadlineMs, look ? this.looks : this.calls);
  }

  readAll(
    { from, count, silenceMs = this.deadlineMs }: ReadAllPage,
    streams: LedgerStreams,
  ): Promise<AllStreamResolvedEvent[]> {
    return this.collect(() => this.client.readAll(from, count, streams.filter()), silenceMs, this.calls);
  }

  /** Subscribes without a deadline. The caller must notice a silent server. */
  subscribe(from: StorePosition | 'start', streams: LedgerStreams): AllStreamSubscription {
    const subscription = this.client.subscribe(from, streams.filter());
    // An `error` event without a listener would end the process.
    subscription.on('error', ignore);
    failWhenConversionFails(subscription);
    return subscription;
  }

  end(reason: Error): void {
    this.ended ??= reason;
    for (const giveUp of [...this.underWay]) giveUp(reason);
  }

  async close(reason: Error): Promise<void> {
    this.end(reason);
    const waiting = new AbortController();
    const late = sleep(DISPOSE_WITHIN_MS, undefined, { signal: waiting.signal }).catch(ignore);
    await Promise.race([this.client.dispose().catch(ignore), late]);
    waiting.abort();
  }

  /** Fails when no event arrives for `silenceMs`. The whole read may take longer than `silenceMs`. */
  private collect<E>(start: () => StreamingRead<E>, silenceMs: number, limit: CallLimit): Promise<E[]> {
    return limit.run(async () => {
      if (this.ended) throw this.ended;
      const read = start();
      let begun = performance.now();
      const giveUp = (reason: Error): void => void read.destroy(reason);
      this.underWay.add(giveUp);
      read.on('error', ignore);
      failWhenConversionFails(read);
      const timer = setTimeout(() => giveUp(this.late(begun)), silenceMs);
      try {
        const events: E[] = [];
        for await (const event of read as AsyncIterable<E>) {
          events.push(event);
          this.heard = begun = performance.now();
          timer.refresh();
        }
        this.heard = performance.now();
        return events;
      } catch (error) {
        if (error instanceof StreamNotFoundError) {
          this.heard = performance.now();
          return [];
        }
        throw error;
      } finally {
        clearTimeout(timer);
        this.underWay.delete(giveUp);
        // Leaving the loop does not cancel the read on the server.
        read.cancel().catch(ignore);
      }
    });
  }

  private async inTime<T>(call: Promise<T>, deadlineMs: number, cancel: () => void): Promise<T> {
    const begun = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let giveUp: (reason: Error) => void = ignore;
    const late = new Promise<never>((_resolve, reject) => {
      giveUp = (reason) => {
        cancel();
        reject(reason);
      };
      timer = setTimeout(() => giveUp(this.late(begun)), deadlineMs + GRACE_MS);
    });
    this.underWay.add(giveUp);
    try {
      const outcome = await Promise.race([call, late]);
      this.heard = performance.now();
      return outcome;
    } catch (error) {
      throw error instanceof DeadlineExceededError ? this.late(begun) : error;
    } finally {
      clearTimeout(timer);
      this.underWay.delete(giveUp);
    }
  }

  /** Reconnects if the server sent no data during the call, because TCP detects a hung server much later. */
  private late(begun: number): CallTimedOut {
    if (this.heard < begun) this.client.reconnect();
    return new CallTimedOut('the event store does not answer');
  }
}

/**
 * Makes `stream` fail when the client cannot convert a record. Otherwise, a subscription would hang, and a read
 * would end the process.
 */
function failWhenConversionFails(stream: object): void {
  if (!(stream instanceof Transform)) return;
  const convert = stream._transform.bind(stream) as (
    ...args: Parameters<Transform['_transform']>
  ) => void | Promise<void>;
  stream._transform = (record, encoding, next) => {
    const fail = (cause: unknown): void => next(new LogDamaged('a record cannot be read', { cause }));
    try {
      convert(record, encoding, next)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
