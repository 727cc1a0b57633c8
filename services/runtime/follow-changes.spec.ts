import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../infra/event-store/testing/new-event.js';
import { followChanges } from './follow-changes.js';
import { PATIENCE_MS } from '../../infra/testing/until.js';

describe('followChanges', () => {
  it('tells every listener of every event, even after one listener failed', async () => {
    const store = new MemoryEventStore();
    const told: number[] = [];
    const errors: unknown[] = [];
    let allTold = (): void => undefined;
    const all = new Promise<void>((resolve) => (allTold = resolve));
    const following = followChanges(
      store,
      0,
      [
        {
          onRecorded: ({ position }) => {
            if (position === 2) throw new Error('what is this?');
          },
        },
        {
          onRecorded: ({ position }) => {
            told.push(position);
            if (position === 3) allTold();
          },
        },
      ],
      { warn: () => undefined, error: (facts: unknown) => void errors.push(facts) },
    );
    const givenUp = setTimeout(allTold, PATIENCE_MS);
    for (let n = 0; n < 3; n++) await store.append('note-1', await store.head('note-1'), [newEvent()]);
    try {
      await all;
    } finally {
      clearTimeout(givenUp);
      await following.stop();
    }
    expect(told).toEqual([1, 2, 3]);
    expect(following.position()).toBe(3);
    expect(errors).toEqual([expect.objectContaining({ stream: 'note-1', type: 'Noted', position: 2 })]);
  });
});
