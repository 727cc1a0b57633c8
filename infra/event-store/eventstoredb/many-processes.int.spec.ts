import { describe, expect, it } from '@jest/globals';
import type { StreamHead } from '../event-store.js';
import { NO_STREAM } from '../event-store.js';
import { newEvents, newStream } from '../testing/new-event.js';
import { openEventStoreDb } from './open-eventstoredb.js';
import { digestOf, eventually, surely } from './testing/opened.js';
import { FOLLOWER, useProcesses } from './testing/processes.js';
import { PATIENCE_MS } from '../../testing/until.js';

const FIXTURE = '../../../testing/eventstoredb-fixture/fixture.process.js';
const start = useProcesses();
const EVENTS = 3_000;
const APPENDS_PER_STRIKE = 25;

describe('several processes on one event store', () => {
  it('count the same ordinals through broken, silent and repeating connections without crashing', async () => {
    const fixture = start(FIXTURE, '0', '3');
    await eventually(() => fixture.lines.length > 0);
    const url = (fixture.lines[0] ?? '').replace('listening ', '');
    const followers = Array.from({ length: 3 }, () => start(FOLLOWER, url, String(EVENTS)));
    await eventually(() => followers.every(({ lines }) => lines.includes('ready')));

    const strikes = ['cut', 'end', 'duplicate', 'drop', 'lose', 'stall', 'end', 'resume', 'single', 'freeze'];
    let appended = 0;
    let strike = 0;
    let thawing: NodeJS.Timeout | undefined;
    /** Causes one fault per `APPENDS_PER_STRIKE` appends, so that even a slow machine finishes. */
    const strikeNowAndThen = (): void => {
      appended += 1;
      if (appended % APPENDS_PER_STRIKE > 0) return;
      const command = strikes[strike % strikes.length];
      fixture.process.stdin?.write(`${command}\n`);
      if (command === 'freeze') thawing = setTimeout(() => fixture.process.stdin?.write('unfreeze\n'), 150);
      strike += 1;
    };
    const store = await openEventStoreDb({ url, heartbeatMs: 500, openWithinMs: PATIENCE_MS });
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const stream = newStream();
        let head: StreamHead = NO_STREAM;
        for (let left = EVENTS / 10; left > 0; left -= 3) {
          const events = newEvents(3);
          // Callers repeat the identical append until its outcome is known.
          ({ head } = await surely(() => store.append(stream, head, events)));
          strikeNowAndThen();
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }),
    );
    for (const command of ['resume', 'unfreeze', 'single']) fixture.process.stdin?.write(`${command}\n`);

    const exits = await Promise.all(followers.map(({ exit }) => exit));
    const expected = `followed ${EVENTS} ${await digestOf(store, EVENTS)}`;
    expect(followers.map(({ lines }) => lines.at(-1))).toEqual([expected, expected, expected]);
    expect(followers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(exits).toEqual([0, 0, 0]);
    expect(strike).toBeGreaterThan(strikes.length);
    await store.close();
    clearTimeout(thawing);
    fixture.process.stdin?.end();
    expect(await fixture.exit).toBe(0);
  });
});
