import type { ServerWritableStream, status } from '@grpc/grpc-js';
import type { Faults } from './faults.js';
import { failure } from './faults.js';
import type { LogRecord, MemoryLog } from './memory-log.js';
import type { ReadRequest, ReadResponse } from './wire.js';
import { checkpointResponse, confirmationResponse, eventResponse, filterOf } from './wire.js';

/** One subscription to the log: everything after a position that its filter lets through. */
export class SubscriptionFeed {
  private readonly passes: (record: LogRecord) => boolean;
  private readonly unlisten: () => void;
  private next: bigint;
  private blocked = false;
  private over = false;
  private confirmed = false;
  private mute = false;

  constructor(
    private readonly call: ServerWritableStream<ReadRequest, ReadResponse>,
    private readonly log: MemoryLog,
    private readonly faults: Faults,
    private readonly onTold: (record: LogRecord) => void,
    private readonly onOver: (feed: SubscriptionFeed) => void,
  ) {
    const all = call.request.getOptions()?.getAll();
    const after = all?.getPosition()?.getCommitPosition();
    const newest = log.all.at(-1)?.position ?? 0n;
    this.next = all?.hasEnd() ? newest + 1n : after === undefined ? 0n : BigInt(after) + 1n;
    this.passes = filterOf(call.request);
    this.unlisten = log.listen(() => this.soon());
    call.on('cancelled', () => this.finish());
    call.on('error', () => this.finish());
    call.on('close', () => this.finish());
    this.soon();
  }

  /** Goes on after a stall. */
  soon(): void {
    if (this.faults.delayMs > 0) setTimeout(() => this.pump(), this.faults.delayMs).unref();
    else this.pump();
  }

  /** Ends it as if all were said. */
  end(): void {
    this.finish();
    this.call.end();
  }

  /** Ends it with an error. */
  drop(code: status): void {
    this.finish();
    this.call.emit('error', failure(code, 'the fixture was told to drop this'));
  }

  /** Stays open and never says anything again. */
  silence(): void {
    this.mute = true;
  }

  private pump(): void {
    if (this.halted()) return;
    if (!this.confirmed) this.call.write(confirmationResponse());
    this.confirmed = true;
    const newest = this.log.all.at(-1);
    if (this.faults.checkpointing && newest) this.call.write(checkpointResponse(newest));
    for (let index = this.log.indexFrom(this.next); !this.halted(); index += 1) {
      const record = this.log.all[index];
      if (!record) return;
      this.next = record.position + 1n;
      if (!this.passes(record)) continue;
      this.onTold(record);
      this.send(eventResponse(record));
    }
  }

  private halted(): boolean {
    return this.blocked || this.over || this.mute || this.faults.stalled;
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
