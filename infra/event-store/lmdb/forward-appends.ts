import type { MessagePort } from 'node:worker_threads';
import {
  readHashes,
  type Appended,
  type EventStore,
  type FollowOptions,
  type HashPage,
  type NewEvent,
  type ReadStreamOptions,
  type RecordedEvent,
  type StreamHead,
  AppendOutcomeUnknown,
  StoreUnavailable,
} from '../event-store.js';
import { batched } from '../../threads/batched.js';
import { sealEvents } from '../seal-events.js';
import {
  type ForwardedAppend,
  type ForwardedOutcome,
  errorOfOutcome,
  outcomeOfError,
} from './forwarded-messages.js';
import type { LmdbEventStore } from './lmdb-event-store.js';

/** Appends for another thread. This function runs in the thread that writes. */
export function serveAppends(store: Pick<LmdbEventStore, 'appendSealed'>, port: MessagePort): void {
  const answer = batched<ForwardedOutcome>((answers) => port.postMessage(answers));
  port.on('message', (appends: readonly ForwardedAppend[]) => {
    for (const { request, stream, expected, sealed } of appends)
      store.appendSealed(stream, expected, sealed).then(
        (appended) => answer({ request, outcome: 'appended', appended }),
        (error: unknown) => answer(outcomeOfError(request, error)),
      );
  });
  port.unref();
}

interface InFlight {
  readonly append: ForwardedAppend;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** Event store for a thread that does not write. Sends appends through `port` to the writing thread. */
export function forwardingEventStore(reader: EventStore, port: MessagePort): EventStore {
  return new ForwardingEventStore(reader, port);
}

class ForwardingEventStore implements EventStore {
  private readonly inFlight = new Map<number, InFlight>();
  private readonly drained: (() => void)[] = [];
  private readonly post = batched<ForwardedAppend>((appends) => this.port.postMessage(appends));
  private requests = 0;
  private unavailable: string | undefined;

  constructor(
    private readonly reader: EventStore,
    private readonly port: MessagePort,
  ) {
    port.on('message', (answers: readonly ForwardedOutcome[]) => {
      for (const answer of answers) this.settle(answer);
    });
    port.on('close', () => this.disconnect());
    port.unref();
  }

  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.unavailable) {
        reject(new StoreUnavailable(this.unavailable));
        return;
      }
      this.requests += 1;
      const append = {
        request: this.requests,
        stream,
        expected,
        sealed: sealEvents(stream, expected, events),
      };
      // Call `ref`, so that the thread stays alive until the append is answered.
      if (this.inFlight.size === 0) this.port.ref();
      this.inFlight.set(append.request, { append, resolve, reject });
      this.post(append);
    });
  }

  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> {
    return this.reader.readStream(stream, options);
  }

  head(stream: string): Promise<StreamHead> {
    return this.reader.head(stream);
  }

  changesLike(stream: string): number | undefined {
    return this.reader.changesLike?.(stream);
  }

  readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.reader.readAll(after, limit);
  }

  readHashes(after: number, limit: number): Promise<HashPage> {
    return readHashes(this.reader, after, limit);
  }

  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]> {
    return this.reader.follow(options);
  }

  lastPosition(): Promise<number> {
    return this.reader.lastPosition();
  }

  async close(): Promise<void> {
    this.unavailable ??= 'the event store is closed';
    if (this.inFlight.size > 0) await new Promise<void>((resolve) => this.drained.push(resolve));
    this.port.close();
    await this.reader.close();
  }

  private settle(answer: ForwardedOutcome): void {
    const waiting = this.inFlight.get(answer.request);
    if (!waiting) return;
    this.inFlight.delete(answer.request);
    if (answer.outcome === 'appended') waiting.resolve(answer.appended);
    else waiting.reject(errorOfOutcome(waiting.append, answer));
    if (this.inFlight.size === 0) this.rest();
  }

  /** When the writing thread ends, rejects all appends that it has not answered, which may be stored or not. */
  private disconnect(): void {
    this.unavailable ??= 'the thread that writes events has ended';
    for (const { reject } of this.inFlight.values())
      reject(new AppendOutcomeUnknown('the thread that writes events ended before it answered'));
    this.inFlight.clear();
    this.rest();
  }

  private rest(): void {
    this.port.unref();
    for (const resolve of this.drained.splice(0)) resolve();
  }
}
