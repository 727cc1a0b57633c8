import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { GivenEvents } from '../../read-models/testing/given-events.js';
import { sqliteReadModels } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { projections, views } from '../../read-models/views.js';
import { keepProjecting } from './keep-projecting.js';

describe('keepProjecting', () => {
  it('restarts after a fault of the log, reports it, and ends after the signal', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'keep-projecting-'));
    const eventStore = new MemoryEventStore();
    for (const { stream, event } of new GivenEvents().opened('ada').events)
      await eventStore.append(stream, await eventStore.head(stream), [event]);
    const stop = new AbortController();
    const faults: string[] = [];
    let checkpoints: number[] = [];
    let followed = 0;
    const reached = new Promise<void>((resolve) => {
      const projecting = keepProjecting({
        eventStore: {
          readAll: (after, limit) => eventStore.readAll(after, limit),
          lastPosition: () => eventStore.lastPosition(),
          follow: (options) => {
            if (++followed === 1) throw new Error('the disk went away');
            return eventStore.follow(options);
          },
        },
        readModels: sqliteReadModels({ dir, views }),
        projections,
        open: () => undefined,
        onCommitted: ({ position }) => {
          if (position !== 1) return;
          // A failed assertion in here would count as one more fault and be retried for ever.
          checkpoints = projecting.health().map(({ checkpoint }) => checkpoint);
          stop.abort();
          void projecting.finished.then(resolve);
        },
        onFault: (error) => faults.push(String(error)),
        signal: stop.signal,
        retryMs: 10,
      });
    });
    await reached;
    expect(checkpoints).toEqual(projections.map(() => 1));
    expect(faults).toEqual(['Error: the disk went away']);
    rmSync(dir, { recursive: true });
  });
});
