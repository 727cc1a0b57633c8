import { expect, it } from '@jest/globals';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { NO_STREAM } from '../event-store.js';
import { newEvents, newStream } from '../testing/new-event.js';
import { ExactAppends } from './exact-appends.js';
import { KnownHeads } from './stream-heads.js';
import type { StreamReader } from './stream-reader.js';

const BATCH = 50;
const APPENDS = 400;
const BURST = 16;
const SHARE = 0.05;

it('looks for one append in twenty, after a burst of 16, although each append is slow', async () => {
  const connection: ConstructorParameters<typeof ExactAppends>[0] = {
    // The first look is due a millisecond after `onBegun`, so before the answer on any machine.
    append: async (_stream, _expected, _events, options) => {
      options?.onBegun?.();
      await nextTurn();
      return sleep(20, 'stored');
    },
  };
  const reader = { nameOf: (stream: string) => stream, look: async () => [] } as unknown as StreamReader;
  const appends = new ExactAppends(connection, reader, new KnownHeads(), {
    deadlineMs: 2,
    withinMs: Infinity,
    onStored: () => undefined,
  });
  for (let done = 0; done < APPENDS; done += BATCH)
    await Promise.all(
      Array.from({ length: BATCH }, () => appends.append(newStream(), NO_STREAM, newEvents(1))),
    );
  expect(appends.counts.looks).toBeGreaterThanOrEqual(BURST + SHARE * (APPENDS - BATCH) - 1);
  expect(appends.counts.looks).toBeLessThanOrEqual(BURST + SHARE * APPENDS);
});
