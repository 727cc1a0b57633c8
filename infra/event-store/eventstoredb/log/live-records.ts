import type { AllStreamRecordedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { CallTimedOut, LogDamaged } from '../connection/store-failures.js';

const RECORDS_MAX = 8_192;
const BYTES_MAX = 16 << 20;
const SLICE = 256;
const ignore = (): void => undefined;

export class FellBehind extends Error {
  override readonly name = 'FellBehind';
}

export interface LiveHandlers {
  readonly onConfirmed: () => void;
  readonly handle: (records: readonly AllStreamRecordedEvent[]) => void;
}

/**
 * Buffers the records of a subscription, because the server drops a subscriber that leaves a few dozen records
 * unread.
 */
export class LiveRecords {
  readonly ended: Promise<Error>;
  /** In ms of `performance.now()`. */
  lastSign = performance.now();
  private readonly waiting: { readonly record: AllStreamRecordedEvent; readonly since: number }[] = [];
  private bytes = 0;
  private handling = false;
  private over: Error | undefined;
  private tellEnded: (reason: Error) => void = ignore;

  constructor(
    private readonly subscription: AllStreamSubscription,
    private readonly handlers: LiveHandlers,
  ) {
    this.ended = new Promise((resolve) => (this.tellEnded = resolve));
    subscription.on('confirmation', () => {
      this.lastSign = performance.now();
      handlers.onConfirmed();
    });
    subscription.on('data', ({ event }) => {
      this.lastSign = performance.now();
      if (event) this.arrived(event);
    });
    subscription.on('error', (error) => this.finish(error));
    // Treat an orderly end by the server as an error, so that a new subscription begins.
    subscription.on('end', () => this.finish(new CallTimedOut('the server ended it')));
    subscription.on('close', () => this.finish(new CallTimedOut('the connection ended it')));
  }

  get waitingSince(): number | undefined {
    return this.waiting[0]?.since;
  }

  end(reason: Error): void {
    this.finish(reason);
    this.subscription.destroy();
  }

  private arrived(record: AllStreamRecordedEvent): void {
    if (this.over) return;
    this.waiting.push({ record, since: performance.now() });
    this.bytes += sizeOf(record);
    if (this.waiting.length > RECORDS_MAX || this.bytes > BYTES_MAX)
      this.end(new FellBehind('more arrived than may wait'));
    this.soon();
  }

  private soon(): void {
    if (this.handling) return;
    this.handling = true;
    setImmediate(() => {
      this.handling = false;
      this.handleSome();
    });
  }

  private handleSome(): void {
    const records = this.waiting.splice(0, SLICE).map(({ record }) => record);
    for (const record of records) this.bytes -= sizeOf(record);
    try {
      if (records.length > 0) this.handlers.handle(records);
    } catch (error) {
      this.waiting.length = 0;
      this.over = error instanceof Error ? error : new Error(String(error));
      this.subscription.destroy();
    }
    if (this.waiting.length > 0) this.soon();
    else if (this.over) this.tellEnded(this.over);
  }

  private finish(reason: Error): void {
    if (this.over) return;
    this.over = reason;
    if (reason instanceof LogDamaged) this.subscription.destroy();
    this.subscription.unsubscribe().catch(ignore);
    this.soon();
  }
}

const sizeOf = ({ data }: AllStreamRecordedEvent): number =>
  data instanceof Uint8Array ? data.byteLength : 0;
