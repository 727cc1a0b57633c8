import type { ServerWritableStream, status } from '@grpc/grpc-js';
import type { ServerHttp2Stream } from 'node:http2';
import type { Faults } from './faults.js';
import { consumerTooSlow, failure, UNREAD_MAX } from './faults.js';
import type { LogRecord } from './memory-log.js';
import type { NodeLog } from './node-log.js';
import type { ReadRequest, ReadResponse } from './wire.js';
import { checkpointResponse, confirmationResponse, eventResponse, filterOf } from './wire.js';

/** Size of one HTTP/2 frame: a smaller window takes no further event. */
const FRAME_BYTES = 16_384;

export interface Told {
  readonly streams: Set<string>;
  records: number;
  /** Live subscribers for which the log was read again. */
  catchUps: number;
}

export class SubscriptionFeed {
  private readonly passes: (record: LogRecord) => boolean;
  private readonly unlisten: () => void;
  private next: bigint;
  private blocked = false;
  private over = false;
  private confirmed = false;
  private mute = false;
  private live = false;
  private catchingUp = false;
  /** Records since the last rest. */
  private page = 0;
  private resting = false;
  private toldLive = 0;

  constructor(
    private readonly call: ServerWritableStream<ReadRequest, ReadResponse>,
    private readonly log: NodeLog,
    private readonly faults: Faults,
    private readonly told: Told,
    private readonly onOver: (feed: SubscriptionFeed) => void,
  ) {
    const all = call.request.getOptions()?.getAll();
    const after = all?.getPosition()?.getCommitPosition();
    const newest = log.newest?.position ?? 0n;
    this.next = all?.hasEnd() ? newest + 1n : after === undefined ? 0n : BigInt(after) + 1n;
    this.passes = filterOf(call.request);
    this.unlisten = log.listen(() => this.soon());
    call.on('cancelled', () => this.finish());
    call.on('error', () => this.finish());
    call.on('close', () => this.finish());
    this.soon();
  }

  /** Sends new records after `delayMs`. */
  soon(): void {
    if (this.faults.delayMs > 0) setTimeout(() => this.pump(), this.faults.delayMs).unref();
    else this.pump();
  }

  /** Sends the newest position without events, as servers do for filtered records. */
  checkpoint(): void {
    const { newest } = this.log;
    if (newest) this.call.write(checkpointResponse(newest));
  }

  /** Completes without an error. */
  end(): void {
    this.finish();
    this.call.end();
  }

  drop(code: status): void {
    this.finish();
    this.call.emit('error', failure(code, 'the fixture was told to drop this'));
  }

  /** Fails like a server whose buffer for this consumer is full. */
  throwOut(when: 'while live' | 'while transitioning to live'): void {
    this.finish();
    this.call.emit('error', consumerTooSlow(when));
  }

  /** Stays open but never sends again. */
  silence(): void {
    this.mute = true;
  }

  private pump(): void {
    if (this.isUnread()) this.fallBehind();
    if (this.halted()) return;
    if (!this.confirmed) this.call.write(confirmationResponse());
    this.confirmed = true;
    if (!this.live && this.faults.behindMax < Infinity && this.behind() > this.faults.behindMax) {
      this.throwOut('while transitioning to live');
      return;
    }
    for (let index = this.log.indexFrom(this.next); !this.halted(); index += 1) {
      const record = this.log.record(index);
      if (!record) {
        this.live = true;
        this.catchingUp = false;
        return;
      }
      if (this.catchingUp && this.page >= UNREAD_MAX) {
        this.rest(this.faults.catchUpMs);
        return;
      }
      this.next = record.position + 1n;
      if (!this.passes(record)) continue;
      this.told.streams.add(record.stream);
      this.told.records += 1;
      this.page += 1;
      this.send(eventResponse(record));
      if (this.live) this.toldLive += 1;
      if (this.toldLive >= this.faults.liveMax) this.throwOut('while live');
    }
  }

  private fallBehind(): void {
    if (this.faults.catchUpMs === undefined) {
      this.throwOut('while live');
      return;
    }
    this.live = false;
    this.catchingUp = true;
    this.page = 0;
    this.told.catchUps += 1;
  }

  private rest(ms: number | undefined): void {
    this.resting = true;
    this.page = 0;
    setTimeout(() => {
      this.resting = false;
      this.pump();
    }, ms).unref();
  }

  /** True when the HTTP/2 window of the connection is used up and more than `unreadMax` events wait. */
  private isUnread(): boolean {
    if (!this.blocked || !this.live || this.over || this.faults.unreadMax === Infinity) return false;
    return windowOf(this.call) < FRAME_BYTES && this.behind() > this.faults.unreadMax;
  }

  private behind(): number {
    return this.log.slice(this.log.indexFrom(this.next), this.log.size).filter(this.passes).length;
  }

  private halted(): boolean {
    return this.blocked || this.resting || this.over || this.mute || this.faults.stalled;
  }

  private send(response: ReadResponse): void {
    if (this.faults.duplicating) this.call.write(response);
    if (this.call.write(response)) return;
    this.blocked = true;
    this.call.once('drain', () => {
      this.blocked = false;
      this.pump();
    });
  }

  private finish(): void {
    if (this.over) return;
    this.over = true;
    this.unlisten();
    this.onOver(this);
  }
}

/** Bytes that the connection of `call` still takes. */
function windowOf(call: object): number {
  const { stream } = (call as { readonly call: { readonly stream: ServerHttp2Stream } }).call;
  return stream.session?.state.remoteWindowSize ?? 0;
}
