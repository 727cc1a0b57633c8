import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { NO_STREAM, type StreamHead } from '../../infra/event-store/event-store.js';
import { newEvent } from '../../infra/event-store/testing/new-event.js';
import { CATALOG_STREAM } from './catalog.events.js';
import { CatalogStream } from './catalog-stream.js';

/** Store whose `changesLike` can be set, and which counts calls of `head`. */
class CountingStore extends MemoryEventStore {
  changes: number | undefined = 0;
  asked = 0;
  /** Delays the answer of `head`. */
  hold: Promise<void> | undefined;

  changesLike(): number | undefined {
    return this.changes;
  }

  override async head(stream: string): Promise<StreamHead> {
    this.asked += 1;
    const head = await super.head(stream);
    await this.hold;
    return head;
  }
}

describe('CatalogStream.look', () => {
  let store: CountingStore;
  let stream: CatalogStream;
  let folded: number;
  let head: StreamHead;
  const change = async (): Promise<void> => {
    ({ head } = await store.append(CATALOG_STREAM, head, [
      newEvent({ service: 'airtime', vendor: 2, before: 1 }, 'ActiveVendorChosen'),
    ]));
    if (store.changes !== undefined) store.changes += 1;
  };
  beforeEach(() => {
    store = new CountingStore();
    folded = 0;
    head = NO_STREAM;
    const catalog = { apply: () => (folded += 1), state: undefined };
    stream = new CatalogStream(catalog as unknown as ConstructorParameters<typeof CatalogStream>[0], store);
  });

  it('asks the store only after a commit', async () => {
    await change();
    await stream.look();
    await stream.look();
    expect([store.asked, folded]).toEqual([1, 1]);
    await change();
    await stream.look();
    expect([store.asked, folded]).toEqual([2, 2]);
  });

  it('asks every time when the store does not count changes', async () => {
    store.changes = undefined;
    await stream.look();
    await change();
    await stream.look();
    expect([store.asked, folded]).toEqual([2, 1]);
  });

  it('finds an event committed during an earlier read', async () => {
    let release = (): void => undefined;
    store.hold = new Promise((resolve) => (release = resolve));
    const earlier = stream.catchUp();
    await change();
    const look = stream.look();
    store.hold = undefined;
    release();
    await Promise.all([earlier, look]);
    expect(folded).toBe(1);
  });
});
