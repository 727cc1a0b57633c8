import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { monotonicMs } from '../../host/clock.js';
import { sleep } from '../../host/timers.js';
import type { Job, JobQueue } from '../job-queue.js';
import { PATIENCE_MS, until as holdsSometime } from '../../testing/until.js';

/** Where jobs are put and where they are handled: the same queue, or the two ends of one. */
export interface QueueUnderTest {
  readonly sender: JobQueue;
  readonly receiver: JobQueue;
}

/** A job of the tests, and which one it was by what its handler is given. */
export const reminder = (id: string): Job => ({ dedupeKey: `look-${id}`, data: { id } });
export const idOf = (data: unknown): string => (data as { readonly id: string }).id;

const until = (holds: () => boolean): Promise<void> => holdsSometime(holds, undefined, sleep);

/** What every job queue must do, in the time of the host: real, or virtual. */
export function describeJobQueue(name: string, open: () => Promise<QueueUnderTest>): void {
  describe(`job queue: ${name}`, () => {
    let queue: QueueUnderTest;
    const use = async () => (queue = await open());

    afterEach(async () => {
      await queue.receiver.close(1_000);
      if (queue.sender !== queue.receiver) await queue.sender.close(1_000);
    });

    it('hands over every job, those enqueued before there was a handler too', async () => {
      const { sender, receiver } = await use();
      const seen: string[] = [];
      await sender.enqueue('queue-1', reminder('a'));
      receiver.process('queue-1', { concurrency: 2 }, async (data) => void seen.push(idOf(data)));
      await sender.enqueue('queue-1', reminder('b'));
      await sender.enqueue('queue-2', reminder('c'));
      await until(() => seen.length === 2);
      await sleep(20);
      expect(seen).toEqual(['a', 'b']);
    });

    it('runs no more jobs at once than asked', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let running = 0;
      let most = 0;
      let done = 0;
      receiver.process('queue-1', { concurrency: 3 }, async () => {
        most = Math.max(most, (running += 1));
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        await sleep(5);
        running -= 1;
        done += 1;
      });
      for (let index = 0; index < 20; index += 1) await sender.enqueue('queue-1', reminder(`p${index}`));
      await until(() => running === 3);
      gate.abort();
      await until(() => done === 20);
      expect(most).toBe(3);
    });

    it('counts a job that runs long no more, until so many run together', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let [running, most, done] = [0, 0, 0];
      const pace = { concurrency: 2, slowAfterMs: 50, concurrencyMax: 4 };
      receiver.process('queue-1', pace, async () => {
        most = Math.max(most, (running += 1));
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        running -= 1;
        done += 1;
      });
      for (let index = 0; index < 8; index += 1) await sender.enqueue('queue-1', reminder(`p${index}`));
      await until(() => running === 4);
      // Several times as long as it takes to become slow.
      await sleep(300);
      expect(most).toBe(4);
      gate.abort();
      await until(() => done === 8);
    });

    it('waits at its end for jobs that count no more', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let [started, finished] = [0, 0];
      const pace = { concurrency: 1, slowAfterMs: 20, concurrencyMax: 2 };
      receiver.process('queue-1', pace, async () => {
        started += 1;
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        finished += 1;
      });
      for (const id of ['a', 'b']) await sender.enqueue('queue-1', reminder(id));
      await until(() => started === 2);
      const closed = receiver.close(PATIENCE_MS);
      await sleep(50);
      expect(finished).toBe(0);
      gate.abort();
      await closed;
      expect(finished).toBe(2);
    });

    it('starts no more jobs in a second than told, of queues that share the limit together', async () => {
      const { sender, receiver } = await use();
      const startedAt: number[] = [];
      const from = monotonicMs();
      for (const queue of ['queue-1', 'queue-1-data'])
        receiver.process(
          queue,
          { concurrency: 20, startsPerSecondMax: 4, startsOf: 'queue-1' },
          async () => void startedAt.push(monotonicMs()),
        );
      for (let index = 0; index < 5; index += 1) {
        await sender.enqueue('queue-1', reminder(`p${index}`));
        await sender.enqueue('queue-1-data', reminder(`d${index}`));
      }
      await until(() => startedAt.length === 10);
      expect(startedAt[8]! - from).toBeGreaterThan(1_000);
    });

    it('starts no more jobs in a second than told', async () => {
      const { sender, receiver } = await use();
      const startedAt: number[] = [];
      const from = monotonicMs();
      receiver.process(
        'queue-1',
        { concurrency: 20, startsPerSecondMax: 4 },
        async () => void startedAt.push(monotonicMs()),
      );
      for (let index = 0; index < 10; index += 1) await sender.enqueue('queue-1', reminder(`p${index}`));
      await until(() => startedAt.length === 10);
      // At least two windows of a second end before the ninth may start, counted from before anything could.
      expect(startedAt[8]! - from).toBeGreaterThan(1_000);
    });

    it('waits for the time of a job, and keeps the earlier of two', async () => {
      const { sender, receiver } = await use();
      // Later than any test waits.
      const never = 3_600_000;
      const seen = new Map<string, number>();
      const from = monotonicMs();
      await sender.enqueue('queue-1', reminder('later'), 2_000);
      await sender.enqueue('queue-1', reminder('sooner'), never);
      await sender.enqueue('queue-1', reminder('sooner'), 30);
      await sender.enqueue('queue-1', reminder('kept'), 40);
      await sender.enqueue('queue-1', reminder('kept'), never);
      await sender.enqueue('queue-1', reminder('never'), never);
      let runs = 0;
      receiver.process('queue-1', { concurrency: 4 }, async (data) => {
        runs += 1;
        seen.set(idOf(data), monotonicMs() - from);
      });
      await until(() => seen.size === 3);
      await sleep(60);
      expect([...seen.keys()].sort()).toEqual(['kept', 'later', 'sooner']);
      expect(runs).toBe(3);
      expect(seen.get('sooner')).toBeGreaterThanOrEqual(28);
      expect(seen.get('kept')).toBeGreaterThanOrEqual(38);
      expect(seen.get('later')).toBeGreaterThanOrEqual(1_998);
    });

    it('runs the same job once when it waits twice, and again when it comes while running', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let runs = 0;
      await sender.enqueue('queue-1', reminder('a'));
      await sender.enqueue('queue-1', reminder('a'));
      await sleep(10);
      receiver.process('queue-1', { concurrency: 4 }, async () => {
        runs += 1;
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
      });
      await until(() => runs === 1);
      await sender.enqueue('queue-1', reminder('a'));
      await until(() => runs === 2);
      gate.abort();
      await sleep(40);
      expect(runs).toBe(2);
    });

    it('tells jobs apart by their keys, and hands over what they carry', async () => {
      const { sender, receiver } = await use();
      const seen: unknown[] = [];
      const [plain, more] = [{ id: 'a' }, { id: 'a', more: 2 }];
      await sender.enqueue('queue-1', { dedupeKey: 'a-any', data: plain });
      await sender.enqueue('queue-1', { dedupeKey: 'a-2', data: more });
      receiver.process('queue-1', { concurrency: 1 }, async (data) => void seen.push(data));
      await until(() => seen.length === 2);
      expect(seen).toEqual([plain, more]);
    });

    it('goes on after a handler that throws', async () => {
      const { sender, receiver } = await use();
      const seen: string[] = [];
      receiver.process('queue-1', { concurrency: 1 }, async (data) => {
        const id = idOf(data);
        seen.push(id);
        if (id === 'bad') throw new Error('planted');
      });
      await sender.enqueue('queue-1', reminder('bad'));
      await sender.enqueue('queue-1', reminder('good'));
      await until(() => seen.length === 2);
      expect(seen).toEqual(['bad', 'good']);
    });

    it('closes after the running jobs and starts no other', async () => {
      const { sender, receiver } = await use();
      const gate = new AbortController();
      let started = 0;
      let finished = 0;
      receiver.process('queue-1', { concurrency: 1 }, async () => {
        started += 1;
        if (!gate.signal.aborted) await once(gate.signal, 'abort');
        finished += 1;
      });
      await sender.enqueue('queue-1', reminder('a'));
      await sender.enqueue('queue-1', reminder('b'));
      await until(() => started === 1);
      const closed = receiver.close(PATIENCE_MS);
      await sleep(30);
      expect(finished).toBe(0);
      gate.abort();
      await closed;
      expect(finished).toBe(1);
      await sleep(50);
      expect([started, finished]).toEqual([1, 1]);
    });
  });
}
