import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createCommitSignal } from '../commit-signal.js';
import { AppendOutcomeUnknown, NO_STREAM, StoreUnavailable } from '../event-store.js';
import { newEvent, newStream } from '../testing/new-event.js';
import { forwardingEventStore, serveAppends } from './forward-appends.js';
import type { LmdbEventStore } from './lmdb-event-store.js';
import { openLmdbEventStore } from './open-lmdb-event-store.js';

describe('appends from another thread', () => {
  let dir: string;
  let store: LmdbEventStore;
  const commitSignal = createCommitSignal();

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'forward-'));
    store = await openLmdbEventStore({ dir, commitSignal });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('are stored by the writing thread while their thread follows its commits', async () => {
    const { port1, port2 } = new MessageChannel();
    serveAppends(store, port1);
    const echo = new URL('../testing/echo.thread.js', import.meta.url);
    const worker = new Worker(echo, {
      workerData: { dir, commitSignal, port: port2 },
      transferList: [port2],
    });
    await once(worker, 'message');
    const asked = Array.from({ length: 50 }, () => newEvent({}, 'Asked'));
    const stop = new AbortController();
    const answered: string[] = [];
    const listening = (async () => {
      for await (const batch of store.follow({ after: 0, signal: stop.signal })) {
        for (const { type, data } of batch) if (type === 'Answered') answered.push(String(data.to));
        if (answered.length === asked.length) stop.abort();
      }
    })();
    for (const event of asked) await store.append(newStream(), NO_STREAM, [event]);
    await listening;
    expect([...answered].sort()).toEqual(asked.map(({ id }) => id).sort());
    const positions = (await store.readAll(0, 1_000)).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    const exited = once(worker, 'exit');
    worker.postMessage('stop');
    expect(await exited).toEqual([0]);
  });

  it('have an unknown outcome when the writing thread ends before it answered', async () => {
    const { port1, port2 } = new MessageChannel();
    const forwarding = forwardingEventStore(await openLmdbEventStore({ dir, readOnly: true }), port2);
    const append = forwarding.append(newStream(), NO_STREAM, [newEvent()]);
    const outcome = expect(append).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    port1.on('message', () => port1.close());
    await outcome;
    await expect(forwarding.append(newStream(), NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    await forwarding.close();
  });

  it('are refused once the store is closed', async () => {
    const { port1, port2 } = new MessageChannel();
    serveAppends(store, port1);
    const forwarding = forwardingEventStore(await openLmdbEventStore({ dir, readOnly: true }), port2);
    await store.close();
    await expect(forwarding.append(newStream(), NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    await forwarding.close();
  });
});
