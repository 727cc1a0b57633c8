import { expect, it } from '@jest/globals';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { NO_STREAM } from '../event-store.js';
import { newEvents, newStream } from '../testing/new-event.js';
import { CallTimedOut } from './connection/store-failures.js';
import { ExactAppends } from './exact-appends.js';
import { KnownHeads } from './stream-heads.js';
import type { StreamReader } from './stream-reader.js';

const BATCH = 50;
const APPENDS = 400;
const BURST = 16;
const SHARE = 0.05;

type Append = ConstructorParameters<typeof ExactAppends>[0]['append'];

// The first look is due a millisecond after `onBegun`, so before the answer on any machine.
const slow: Append = async (_stream, _expected, _events, options) => {
  options?.onBegun?.();
  await nextTurn();
  return sleep(20, 'stored');
};

function timesOut(): Append {
  const tries = new Map<string, number>();
  return async (stream, ...call) => {
    const tried = (tries.get(stream) ?? 0) + 1;
    tries.set(stream, tried);
    if (tried > 2) return slow(stream, ...call);
    throw new CallTimedOut('no answer');
  };
}

it.each([
  ['is slow', slow],
  ['times out twice', timesOut()],
])('looks for one append in twenty, after a burst of 16, although each append %s', async (_how, append) => {
  const reader = { nameOf: (stream: string) => stream, look: async () => [] } as unknown as StreamReader;
  const appends = new ExactAppends({ append }, reader, new KnownHeads(), {
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
