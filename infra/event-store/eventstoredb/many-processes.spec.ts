import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { EventStore, NewEvent, StreamHead } from '../event-store.js';
import { AppendOutcomeUnknown, NO_STREAM, StoreUnavailable } from '../event-store.js';
import { newEvents, newStream } from '../testing/new-event.js';
import { openEventStoreDb } from './open-eventstoredb.js';
import { eventually } from './testing/opened.js';

const FIXTURE = '../../testing/eventstoredb-fixture/fixture.process.js';
const FOLLOWER = './testing/follower.process.js';
const EVENTS = 3_000;

interface Running {
  readonly process: ChildProcess;
  readonly lines: string[];
  readonly errors: string[];
  readonly exit: Promise<number | null>;
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(file: string, ...args: string[]): Running {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  started.push(child);
  const [lines, errors]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  return { process: child, lines, errors, exit: new Promise((resolve) => child.on('exit', resolve)) };
}

/** As every caller should: what may be stored is sent again, the same, until it is known to be. */
async function appendSurely(
  store: EventStore,
  stream: string,
  head: StreamHead,
  events: readonly NewEvent[],
): Promise<StreamHead> {
  for (;;)
    try {
      return (await store.append(stream, head, events)).head;
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown || error instanceof StoreUnavailable)) throw error;
    }
}

describe('several processes on one event store', () => {
  it('count the same while connections break, go silent, end and repeat, and none dies of an error nobody hears', async () => {
    const fixture = start(FIXTURE, '0');
    await eventually(() => fixture.lines.length > 0);
    const url = (fixture.lines[0] ?? '').replace('listening ', '');
    const followers = Array.from({ length: 3 }, () => start(FOLLOWER, url, String(EVENTS)));
    await eventually(() => followers.every(({ lines }) => lines.includes('ready')), 120_000);

    const strikes = [
      'cut',
      'end',
      'duplicate',
      'drop',
      'lose',
      'stall',
      'end',
      'resume',
      'single',
      'freeze',
      'unfreeze',
    ];
    let strike = 0;
    const striking = setInterval(() => {
      fixture.process.stdin?.write(`${strikes[strike % strikes.length]}\n`);
      strike += 1;
    }, 150);
    const store = await openEventStoreDb({ url, heartbeatMs: 500 });
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const stream = newStream();
        let head: StreamHead = NO_STREAM;
        for (let left = EVENTS / 10; left > 0; left -= 3) {
          head = await appendSurely(store, stream, head, newEvents(3));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }),
    );
    clearInterval(striking);
    for (const command of ['resume', 'unfreeze', 'single']) fixture.process.stdin?.write(`${command}\n`);

    const exits = await Promise.all(followers.map(({ exit }) => exit));
    const digest = createHash('sha256');
    for (const { position, id, hash } of await store.readAll(0, EVENTS))
      digest.update(`${position} ${id} ${hash}\n`);
    const expected = `followed ${EVENTS} ${digest.digest('hex')}`;
    expect(followers.map(({ lines }) => lines.at(-1))).toEqual([expected, expected, expected]);
    expect(followers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(exits).toEqual([0, 0, 0]);
    expect(strike).toBeGreaterThan(strikes.length);
    await store.close();
    fixture.process.stdin?.end();
    expect(await fixture.exit).toBe(0);
  }, 400_000);
});
