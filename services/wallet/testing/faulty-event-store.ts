import { AppendOutcomeUnknown, StoreUnavailable } from '../../../infra/event-store/event-store.js';
import type { Appended, EventStore, NewEvent, StreamHead } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';

/** Fault of one append. `lost` and `stored` both throw `AppendOutcomeUnknown`; only `stored` stores. */
export type Fault = 'lost' | 'stored' | 'unavailable' | 'broken' | (() => Promise<void>);

/** Store whose next appends fail as `faults` says. Like real ones, appends take a turn of the event loop. */
export class FaultyEventStore extends MemoryEventStore implements EventStore {
  readonly faults: Fault[] = [];
  readonly appends: { stream: string; events: readonly NewEvent[] }[] = [];
  /** While set, appends wait for it. */
  gate: Promise<void> | undefined;

  override async append(
    stream: string,
    expected: StreamHead,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    this.appends.push({ stream, events });
    await (this.gate ?? new Promise((resolve) => setImmediate(resolve)));
    const fault = this.faults.shift();
    if (fault === 'unavailable') throw new StoreUnavailable('disk full');
    if (fault === 'broken') throw new Error('a bug');
    if (fault === 'lost') throw new AppendOutcomeUnknown('no answer');
    if (typeof fault === 'function') await fault();
    const appended = await super.append(stream, expected, events);
    if (fault === 'stored') throw new AppendOutcomeUnknown('no answer');
    return appended;
  }
}
