import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { CatalogStream } from '../catalog-stream.js';
import { Catalog } from '../catalog.js';
import type { SendingHold } from '../catalog.state.js';
import { holdSending } from './hold-sending.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
const RESTORED_AT = '2026-03-02T09:00:00.000Z';
const context: EventContext = {
  actor: { kind: 'admin', id: 'command-line' },
  now: new Date(RESTORED_AT),
  correlationId: 'restore',
};

describe('the hold of sending', () => {
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });

  /** Catalogue of a process that starts now. */
  async function started(): Promise<{ readonly catalog: Catalog; readonly stream: CatalogStream }> {
    const catalog = new Catalog(SETTINGS);
    const stream = new CatalogStream(catalog, store);
    await stream.catchUp();
    return { catalog, stream };
  }
  const hold = async (): Promise<SendingHold | undefined> => (await started()).catalog.state.sendingHold;
  const release = async (seen?: string): Promise<number> =>
    (await started()).stream.change(
      { type: 'ReleaseSending', reason: 'Compared', ...(seen !== undefined && { seen }) },
      context,
    );

  it('is absent in a ledger that was never restored, and a release changes nothing', async () => {
    expect(await hold()).toBeUndefined();
    expect(await release()).toBe(0);
  });

  it('outlives a restart until it is released', async () => {
    await holdSending(store, 'Restored from a backup', context);
    expect(await hold()).toMatchObject({
      held: true,
      reason: 'Restored from a backup',
      by: 'command-line',
      before: Date.parse(RESTORED_AT),
    });
    expect(await release()).toBe(1);
    // Vendors are asked about purchases from before the restore, even after the release.
    expect(await hold()).toMatchObject({ held: false, before: Date.parse(RESTORED_AT) });
    expect(await release()).toBe(0);
  });

  it('covers the last event of a log from a machine whose clock was ahead', async () => {
    const at = '2026-03-02T09:00:30.000Z';
    await store.append('wallet-ada', await store.head('wallet-ada'), [{ ...newEvent(), at }]);
    await holdSending(store, 'Restored', context);
    expect(await hold()).toMatchObject({ before: Date.parse(at), upTo: 1 });
  });

  it('is not released by an administrator who was shown an earlier hold', async () => {
    await holdSending(store, 'Restored', context);
    const seen = (await hold())!.id;
    await holdSending(store, 'Restored once more', context);
    await expect(release(seen)).rejects.toMatchObject({ code: 'STALE_EDIT' });
    expect(await release((await hold())!.id)).toBe(1);
  });
});
