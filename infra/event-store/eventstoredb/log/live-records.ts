import type { AllStreamRecordedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { CallTimedOut, LogDamaged } from '../connection/store-failures.js';

/** What may wait here: as much as a busy moment brings, and no more than memory bears. */
const RECORDS_MAX = 8_192;
const BYTES_MAX = 16 << 20;
/** Handled in one go; then whatever else this process does has its turn, and what has arrived is taken in. */
const SLICE = 256;
const ignore = (): void => undefined;

/** More arrived than may wait: what is next is read by pages, at our own pace. */
export class FellBehind extends Error {
  override readonly name = 'FellBehind';
}

export interface LiveHandlers {
  /** The server has taken the subscription. */
  readonly onConfirmed: () => void;
  /** Handles records in order. What it throws ends the subscription. */
  readonly handle: (records: readonly AllStreamRecordedEvent[]) => void;
}

/**
 * One subscription, taken off the connection at once: a server throws out whoever leaves a few dozen records lying, and
 * handling them takes longer than receiving them. They wait in memory, up to a limit.
 */
export class LiveRecords {
  /** Resolves with the reason of the end when all that had arrived is handled, or the handler has thrown. */
  readonly ended: Promise<Error>;
  /** When the server last showed that it thinks of us. Milliseconds of `performance.now()`. */
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
    // An orderly end is no reason to stop following.
    subscription.on('end', () => this.finish(new CallTimedOut('the server ended it')));
    subscription.on('close', () => this.finish(new CallTimedOut('the connection ended it')));
  }

  /** When the record that waits longest arrived; undefined when none waits. */
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

  /** What has arrived before is handled still, unless it is damaged. */
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
